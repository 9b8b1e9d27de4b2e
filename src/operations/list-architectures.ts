/** Which programs a file holds. */
import { z } from "zod";
import { fileProgramSchema } from "../contracts/facts.ts";
import { fileOperation } from "./operation.ts";

export const listArchitectures = fileOperation({
  name: "list_architectures",
  family: "overview",
  summary: "List the programs that a file holds, by architecture",
  description:
    "Every program of a universal (fat) Mach-O file with its place in the file, in the order of the file; of other " +
    "files the one that they are. Nothing is analysed. `name` is what --arch takes.",
  input: z.object({ path: z.string().min(1).describe("Path of the file.") }),
  output: z.object({ sha256: z.string(), size: z.int().min(0), items: z.array(fileProgramSchema) }),
  positional: ["path"],
  examples: ["list-architectures ./sample"],
  readOnly: true,
  run: async ({ path }, { inspector, signal }) => {
    const { sha256, size, programs } = await inspector.programs({ path, signal });
    return { result: { sha256, size, items: [...programs] } };
  },
});
