/** Functions by name and strings by content, in one answer. */
import { z } from "zod";
import type { Limit } from "../contracts/page.ts";
import { procedureSchema, stringSchema } from "../contracts/facts.ts";
import type { Slice } from "../providers/provider.ts";
import { operation } from "./operation.ts";
import { compilePattern, patternInput } from "./text-match.ts";
import { windowInput, windowOf, type WindowInput } from "./window.ts";

export const search = operation({
  name: "search",
  family: "search",
  summary: "Find functions by name and strings by content at once",
  description:
    "What search_procedures and search_strings find, each by address. A total is null when the search stopped before it could count.",
  input: z.object({
    ...patternInput,
    limit: windowInput.limit.describe("Most functions and most strings to return."),
    offset: windowInput.offset.describe("Functions, and strings, to skip."),
    all: windowInput.all.describe("Every function and every string."),
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
    const window = windowOf(input);
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
        ...cut(procedures, "functions", input),
        ...names.limits,
        ...cut(strings, "strings", input),
        ...values.limits,
      ],
    };
  },
});

function cut(slice: Slice<unknown>, what: string, { offset, limit }: WindowInput): Limit[] {
  const shown = slice.items.length;
  const more = slice.total === null ? slice.more : slice.total > offset + shown;
  const reason = `${shown} of ${slice.total ?? "an unknown number of"} matching ${what} are shown`;
  return [...slice.limits, ...(more ? [{ kind: "items", limit, reason, raise_with: "limit" }] : [])];
}
