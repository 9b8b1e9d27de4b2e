/** Where a function starts. */
import { z } from "zod";
import { procedureInfoSchema } from "../contracts/facts.ts";
import { operation } from "./operation.ts";
import { procedureInput, resolveProcedure } from "./selector.ts";

export const procedureAddress = operation({
  name: "procedure_address",
  family: "addresses",
  summary: "Give the start address of a function by name",
  description: "Start address, address relative to the image base, and file offset of the function.",
  input: z.object({ procedure: procedureInput }),
  output: procedureInfoSchema.pick({
    address: true,
    name: true,
    size: true,
    kind: true,
    rva: true,
    file_offset: true,
    section: true,
  }),
  positional: ["procedure"],
  examples: ["procedure-address ./sample main"],
  readOnly: true,
  run: async (input, { analysis }) => {
    const { address, name, size, kind, rva, file_offset, section } = await resolveProcedure(analysis, input.procedure);
    return { result: { address, name, size, kind, rva, file_offset, section } };
  },
});
