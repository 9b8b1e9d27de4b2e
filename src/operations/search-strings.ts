/** Strings by content. */
import { z } from "zod";
import { stringSchema } from "../contracts/facts.ts";
import { stringInput } from "./list-strings.ts";
import { operation } from "./operation.ts";
import { compilePattern, patternInput } from "./text-match.ts";
import { listed, windowInput, windowOf } from "./window.ts";

export const searchStrings = operation({
  name: "search_strings",
  family: "search",
  summary: "Find strings by content, literally or with --regex",
  description:
    "Strings whose value matches, by address. An empty answer without a scan limit means that no string matches. find_code_for_string and trace_feature lead from a string to the code.",
  input: z.object({ ...patternInput, ...stringInput, ...windowInput }),
  output: z.object({ items: z.array(stringSchema) }),
  positional: ["pattern"],
  examples: ["search-strings ./sample password --ignore-case", "search-strings ./sample 'https?://' --regex"],
  readOnly: true,
  run: async (input, { analysis }) => {
    const match = await compilePattern(input);
    const filter = { match, minLength: input.min_length, referencedOnly: input.referenced };
    const slice = await analysis.strings(windowOf(input), filter);
    return listed("address_ascending", input, slice, match.limits);
  },
});
