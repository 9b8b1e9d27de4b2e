/** Functions of the program, by address, size or number of callers. */
import { z } from "zod";
import { procedureKinds, procedureSchema } from "../contracts/facts.ts";
import { operation } from "./operation.ts";
import { listed, windowInput, windowOf } from "./window.ts";

const ORDERS = { address: "address_ascending", size: "size_descending", callers: "callers_descending" } as const;

export const listProcedures = operation({
  name: "list_procedures",
  family: "inventory",
  summary: "List functions with size, callers and the evidence that found them",
  description:
    "Every function that the engine found, with the sources that say it starts there. Import stubs are left out unless asked for with kind.",
  input: z.object({
    order: z.enum(["address", "size", "callers"]).default("address").describe("What to sort by."),
    kind: z
      .enum([...procedureKinds, "any"])
      .default("function")
      .describe("Which kind of procedure to list."),
    ...windowInput,
  }),
  output: z.object({ items: z.array(procedureSchema) }),
  positional: [],
  examples: ["functions ./sample --limit 20", "functions ./sample --order size", "functions ./sample --all --json"],
  readOnly: true,
  run: async (input, { analysis }) => {
    const kinds = input.kind === "any" ? [] : [input.kind];
    const slice = await analysis.procedures(windowOf(input), { kinds, order: input.order });
    return listed(ORDERS[input.order], input, slice);
  },
});
