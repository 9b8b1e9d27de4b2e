/** The headers of Mach-O programs. */
import { z } from "zod";
import { machoProgramSchema } from "../contracts/facts.ts";
import { fileOperation } from "./operation.ts";

export const inspectMacho = fileOperation({
  name: "inspect_macho",
  family: "overview",
  summary: "Show the headers of a Mach-O file: load commands, segments, libraries, signature, entitlements",
  description:
    "Header, load commands, segments with sections, needed libraries, platforms, UUID and code signature of every " +
    "program of a Mach-O file. Signatures are read, not verified. Nothing is analysed: works on any host.",
  input: z.object({
    path: z.string().min(1).describe("Path of the file."),
    architecture: z.string().min(1).optional().describe("Only the program of this name: x86_64, arm64, arm64e..."),
  }),
  output: z.object({ sha256: z.string(), size: z.int().min(0), items: z.array(machoProgramSchema) }),
  positional: ["path"],
  examples: ["inspect-macho ./sample", "inspect-macho ./sample --architecture arm64"],
  readOnly: true,
  run: async ({ path, architecture }, { inspector, signal }) => {
    const request = { path, signal, ...(architecture === undefined ? {} : { architecture }) };
    const { sha256, size, programs } = await inspector.macho(request);
    return { result: { sha256, size, items: [...programs] } };
  },
});
