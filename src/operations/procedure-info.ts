/** One function in detail. */
import { z } from "zod";
import { procedureInfoSchema } from "../contracts/facts.ts";
import { operation } from "./operation.ts";
import { procedureInput, resolveProcedure } from "./selector.ts";

export const procedureInfo = operation({
  name: "procedure_info",
  family: "procedures",
  summary: "Show a function: place, size, evidence, names, ranges, counts and what is unknown",
  description:
    "Everything the engine knows of one function except its code: every contiguous range, other names, the evidence that it starts there, whether it returns, numbers of callers, callees, blocks and edges, and what could not be determined.",
  input: z.object({ procedure: procedureInput }),
  output: procedureInfoSchema,
  positional: ["procedure"],
  examples: ["info ./sample main", "info ./sample 0x401120"],
  readOnly: true,
  run: async (input, { analysis }) => ({ result: await resolveProcedure(analysis, input.procedure) }),
});
