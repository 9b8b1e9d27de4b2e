/** Functions by name and strings by content, in one answer. */
import { z } from "zod";
import { DEFAULT_LIMIT, type Limit } from "../contracts/page.ts";
import { procedureSchema, stringSchema } from "../contracts/facts.ts";
import type { Slice } from "../providers/provider.ts";
import { operation } from "./operation.ts";
import { compilePattern, patternInput } from "./text-match.ts";

export const search = operation({
  name: "search",
  family: "search",
  summary: "Find functions by name and strings by content at once",
  description:
    "The first matches of search_procedures and of search_strings, each by address. A total is null when the search stopped before it could count.",
  input: z.object({
    ...patternInput,
    limit: z.int().min(1).max(1_000_000).default(DEFAULT_LIMIT).describe("Most functions and most strings to return."),
  }),
  output: z.object({
    procedures: z.array(procedureSchema),
    procedure_total: z.int().min(0).nullable(),
    strings: z.array(stringSchema),
    string_total: z.int().min(0).nullable(),
  }),
  positional: ["pattern"],
  examples: ["search ./sample token", "search ./sample 'AKIA[0-9A-Z]{16}' --regex"],
  readOnly: true,
  run: async (input, { analysis }) => {
    const window = { offset: 0, limit: input.limit };
    const names = await compilePattern(input);
    const procedures = await analysis.procedures(window, { kinds: [], match: names, order: "address" });
    const values = await compilePattern(input);
    const strings = await analysis.strings(window, { match: values, minLength: 0, referencedOnly: false });
    return {
      result: {
        procedures: [...procedures.items],
        procedure_total: procedures.total,
        strings: [...strings.items],
        string_total: strings.total,
      },
      limits: [
        ...cut(procedures, "functions", input.limit),
        ...names.limits,
        ...cut(strings, "strings", input.limit),
        ...values.limits,
      ],
    };
  },
});

function cut(slice: Slice<unknown>, what: string, limit: number): Limit[] {
  const more = slice.total === null ? slice.more : slice.total > slice.items.length;
  const reason = `${slice.items.length} of ${slice.total ?? "an unknown number of"} matching ${what} are shown`;
  return [...slice.limits, ...(more ? [{ kind: "items", limit, reason, raise_with: "limit" }] : [])];
}
