/** Who calls a function. */
import { z } from "zod";
import { formatAddress } from "./address-spelling.ts";
import { emptyCodeWarnings } from "./coverage.ts";
import { addressTakers, functionRef, groupCallers, neighbourSchema, neighboursOf } from "./neighbours.ts";
import { operation } from "./operation.ts";
import { procedureInput, resolveCallable } from "./selector.ts";
import { slicePage, sliceOf, windowInput } from "./window.ts";

export const procedureCallers = operation({
  name: "procedure_callers",
  family: "procedures",
  summary: "List the functions that call a function or import, with their call sites",
  description:
    "Callers by address, each with its calling instructions. Calls through pointers cannot be listed: address_taken counts the places that take the function's address, and xrefs shows them.",
  input: z.object({ procedure: procedureInput, ...windowInput }),
  output: z.object({
    procedure: functionRef,
    /** Places that take the address, through which it may be called as well. */
    address_taken: z.int().min(0),
    items: z.array(neighbourSchema),
  }),
  positional: ["procedure"],
  examples: ["callers ./sample main", "callers ./sample system"],
  readOnly: true,
  run: async (input, { analysis }) => {
    const callable = await resolveCallable(analysis, input.procedure);
    const slice = sliceOf(groupCallers(await analysis.callsTo(callable.address)), input);
    const takers = await addressTakers(analysis, callable.address);
    return {
      result: {
        procedure: { address: formatAddress(callable.address), name: callable.name, size: callable.info?.size ?? 0 },
        address_taken: takers.length,
        items: await neighboursOf(analysis, slice.items),
      },
      page: slicePage("address_ascending", input, slice),
      warnings: await emptyCodeWarnings(analysis, slice.total ?? 0),
    };
  },
});
