/** A function as C. */
import { z } from "zod";
import { pseudocodeSchema } from "../contracts/facts.ts";
import { deadlineInput, pseudocodeOf } from "./decompiling.ts";
import { operation } from "./operation.ts";
import { procedureInput, resolveProcedure } from "./selector.ts";

export const procedurePseudoCode = operation({
  name: "procedure_pseudo_code",
  family: "procedures",
  summary: "Decompile a function to C",
  description:
    "The function as C, with the instructions behind each line. Types and names of variables are guesses. names says which identifiers stand for names that C does not allow, warnings what the decompiler doubts.",
  input: z.object({ procedure: procedureInput, deadline: deadlineInput }),
  output: pseudocodeSchema,
  positional: ["procedure"],
  examples: ["procedure-pseudo-code ./sample main", "procedure-pseudo-code ./sample 0x401120 --json"],
  readOnly: true,
  run: async (input, { analysis, ...context }) => {
    const { address } = await resolveProcedure(analysis, input.procedure);
    return { result: await pseudocodeOf(analysis, BigInt(address), input.deadline, context) };
  },
});
