/** What a function calls. */
import { z } from "zod";
import { emptyCodeWarnings } from "./coverage.ts";
import { functionRef, groupCallees, neighbourSchema, neighboursOf, siteSchema } from "./neighbours.ts";
import { operation } from "./operation.ts";
import { procedureInput, resolveProcedure } from "./selector.ts";
import { firstOf, slicePage, sliceOf, windowInput } from "./window.ts";

/** Unresolved call sites shown with an answer. */
export const MOST_UNRESOLVED = 100;

export const procedureCallees = operation({
  name: "procedure_callees",
  family: "procedures",
  summary: "List the functions and imports that a function calls, with the call sites",
  description:
    "Callees by address, imports with their library. Calls whose target is computed at run time are listed apart, under unresolved: where they go is unknown.",
  input: z.object({ procedure: procedureInput, ...windowInput }),
  output: z.object({
    procedure: functionRef,
    items: z.array(neighbourSchema),
    unresolved_calls: z.int().min(0),
    /** The first 100 of them. */
    unresolved: z.array(siteSchema),
  }),
  positional: ["procedure"],
  examples: ["callees ./sample main", "callees ./sample sub_401120 --json"],
  readOnly: true,
  run: async (input, { analysis }) => {
    const { address, name, size } = await resolveProcedure(analysis, input.procedure);
    const { groups, unresolved } = groupCallees(await analysis.callsFrom(BigInt(address)));
    const slice = sliceOf(groups, input);
    const sites = firstOf(unresolved, MOST_UNRESOLVED, "unresolved calls", null);
    return {
      result: {
        procedure: { address, name, size },
        items: await neighboursOf(analysis, slice.items),
        unresolved_calls: unresolved.length,
        unresolved: sites.items,
      },
      page: slicePage("address_ascending", input, slice),
      warnings: await emptyCodeWarnings(analysis, groups.length + unresolved.length),
      limits: sites.limits,
    };
  },
});
