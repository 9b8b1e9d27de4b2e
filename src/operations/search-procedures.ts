/** Functions by name. */
import { z } from "zod";
import { procedureSchema } from "../contracts/facts.ts";
import { operation } from "./operation.ts";
import { compilePattern, patternInput } from "./text-match.ts";
import { listed, windowInput, windowOf } from "./window.ts";

export const searchProcedures = operation({
  name: "search_procedures",
  family: "search",
  summary: "Find functions and import stubs by name, literally or with --regex",
  description:
    "Functions, thunks and import stubs whose shown or raw name matches, by address. An empty answer without a scan limit means that no name matches.",
  input: z.object({ ...patternInput, ...windowInput }),
  output: z.object({ items: z.array(procedureSchema) }),
  positional: ["pattern"],
  examples: ["search-procedures ./sample parse", "search-procedures ./sample '^(str|mem)cpy$' --regex"],
  readOnly: true,
  run: async (input, { analysis }) => {
    const match = await compilePattern(input);
    const slice = await analysis.procedures(windowOf(input), { kinds: [], match, order: "address" });
    return listed("address_ascending", input, slice, match.limits);
  },
});
