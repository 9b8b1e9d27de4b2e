/** Which functions use the strings that match. */
import { z } from "zod";
import { emptyCodeWarnings } from "./coverage.ts";
import { operation } from "./operation.ts";
import { usedStringSchema, withUses } from "./string-uses.ts";
import { compilePattern, patternInput } from "./text-match.ts";
import { slicePage, windowInput, windowOf } from "./window.ts";

export const findCodeForString = operation({
  name: "find_code_for_string",
  family: "references",
  summary: "Find the functions that use strings matching a pattern",
  description:
    "Every matching string, by address, with the instructions and functions that refer to it. A string that only a table of pointers refers to gives the functions that use the table (through). A string without uses was searched for completely: its address may still be computed at run time.",
  input: z.object({ ...patternInput, ...windowInput }),
  output: z.object({ items: z.array(usedStringSchema) }),
  positional: ["pattern"],
  examples: ["find-code-for-string ./sample 'invalid password'", "find-code-for-string ./sample '^usage:' --regex"],
  readOnly: true,
  run: async (input, { analysis }) => {
    const match = await compilePattern(input);
    const slice = await analysis.strings(windowOf(input), { match, minLength: 0, referencedOnly: false });
    const used = await Promise.all(slice.items.map((string) => withUses(analysis, string)));
    const references = used.reduce((sum, { string }) => sum + string.references, 0);
    return {
      result: { items: used.map(({ string }) => string) },
      page: slicePage("address_ascending", input, slice),
      warnings: slice.items.length === 0 ? [] : await emptyCodeWarnings(analysis, references),
      limits: [...slice.limits, ...match.limits, ...used.flatMap(({ limits }) => limits)],
    };
  },
});
