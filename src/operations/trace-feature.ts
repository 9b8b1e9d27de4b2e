/** From a string to the functions that use it and on to those that call them. */
import { z } from "zod";
import { address } from "../contracts/facts.ts";
import type { Limit } from "../contracts/page.ts";
import type { Slice } from "../providers/provider.ts";
import { walkCalls, type Start } from "./call-walk.ts";
import { emptyCodeWarnings } from "./coverage.ts";
import { addressTakers, compareAddresses, functionRef } from "./neighbours.ts";
import { operation } from "./operation.ts";
import { usedStringSchema, withUses, type UsedString } from "./string-uses.ts";
import { compilePattern, patternInput } from "./text-match.ts";

export const traceFeature = operation({
  name: "trace_feature",
  family: "references",
  summary: "Trace a string to the functions that use it and to their callers",
  description:
    "Strings that match, the functions that refer to them (depth 0) and the functions that lead there by calls, up to depth calls away. address_taken says that a function may also be called through a pointer, so that its callers are not all known.",
  input: z.object({
    ...patternInput,
    depth: z.int().min(0).max(100).default(3).describe("Calls to follow back from the functions that use a string."),
    max_strings: z.int().min(1).max(10_000).default(20).describe("Most matching strings to trace."),
    max_nodes: z.int().min(1).max(100_000).default(200).describe("Most functions in the trace."),
  }),
  output: z.object({
    strings: z.array(usedStringSchema),
    functions: z.array(
      functionRef.extend({
        /** Calls between it and a function that uses a string. */
        depth: z.int().min(0),
        /** Places that take its address. */
        address_taken: z.int().min(0),
      }),
    ),
    /** Calls between these functions, caller to callee. */
    calls: z.array(z.object({ from: address, to: address, calls: z.int().min(1), site: address })),
  }),
  positional: ["pattern"],
  examples: ["trace ./sample 'license expired'", "trace ./sample '/etc/(passwd|shadow)' --regex --depth 5"],
  readOnly: true,
  run: async (input, { analysis, signal }) => {
    const match = await compilePattern(input);
    const window = { offset: 0, limit: input.max_strings };
    const slice = await analysis.strings(window, { match, minLength: 0, referencedOnly: false });
    const used = await Promise.all(slice.items.map((string) => withUses(analysis, string)));
    const strings = used.map(({ string }) => string);
    const walk = await walkCalls(analysis, usersOf(strings), {
      direction: "callers",
      depth: input.depth,
      maxNodes: input.max_nodes,
      signal,
    });
    const functions = await Promise.all(
      [...walk.nodes.values()].map(async ({ address, name, size, depth }) => {
        const takers = await addressTakers(analysis, BigInt(address));
        return { address, name, size, depth, address_taken: takers.length };
      }),
    );
    const references = strings.reduce((sum, string) => sum + string.references, 0);
    return {
      result: { strings, functions, calls: [...walk.edges] },
      warnings: strings.length === 0 ? [] : await emptyCodeWarnings(analysis, references),
      limits: [
        ...cutStrings(slice, input.max_strings),
        ...match.limits,
        ...used.flatMap(({ limits }) => limits),
        ...walk.limits,
      ],
    };
  },
});

/** The functions that use the strings, each once, by address. */
function usersOf(strings: readonly UsedString[]): Start[] {
  const users = new Map<string, Start>();
  for (const { uses } of strings)
    for (const use of uses) if (use.function) users.set(use.function.address, use.function);
  return [...users.values()].sort((a, b) => compareAddresses(a.address, b.address));
}

function cutStrings(slice: Slice<unknown>, most: number): Limit[] {
  const more = slice.total === null ? slice.more : slice.total > slice.items.length;
  const reason = `${slice.items.length} of ${slice.total ?? "an unknown number of"} matching strings are traced`;
  return [...slice.limits, ...(more ? [{ kind: "items", limit: most, reason, raise_with: "max_strings" }] : [])];
}
