/** The instructions of a function. */
import { z } from "zod";
import { Failure } from "../base/failure.ts";
import { instructionSchema } from "../contracts/facts.ts";
import type { Analysis } from "../providers/provider.ts";
import { functionRef } from "./neighbours.ts";
import { operation } from "./operation.ts";
import { procedureInput, resolveProcedure } from "./selector.ts";
import { slicePage, windowInput, windowOf } from "./window.ts";

export const syntaxInput = z
  .enum(["intel", "att"])
  .default("intel")
  .describe("Assembly syntax: Intel (destination first) or AT&T.");

export const procedureAssembly = operation({
  name: "procedure_assembly",
  family: "procedures",
  summary: "Disassemble a function, annotated with symbols, imports and strings",
  description:
    "Instructions of every range of the function, by address, with machine code and a comment that says what the operands mean. An address inside a function gives the whole function.",
  input: z.object({ procedure: procedureInput, syntax: syntaxInput, ...windowInput }),
  output: z.object({ procedure: functionRef, items: z.array(instructionSchema) }),
  positional: ["procedure"],
  examples: ["disasm ./sample main --all", "disasm ./sample 0x401120 --syntax att"],
  readOnly: true,
  run: async (input, { analysis }) => {
    const { address, name, size } = await resolveProcedure(analysis, input.procedure);
    const slice = await analysis.assembly(BigInt(address), { syntax: input.syntax, window: windowOf(input) });
    if (slice.total === 0) await requireDecoder(analysis);
    return {
      result: { procedure: { address, name, size }, items: [...slice.items] },
      page: slicePage("address_ascending", input, slice),
      limits: slice.limits,
    };
  },
});

async function requireDecoder(analysis: Analysis): Promise<void> {
  if ((await analysis.overview()).code_analysed) return;
  const { architecture } = analysis.target;
  throw new Failure("architecture_unsupported", `there is no disassembler for ${architecture}`, { architecture });
}
