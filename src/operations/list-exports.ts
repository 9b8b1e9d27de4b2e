/** What the program offers to others. */
import { z } from "zod";
import { exportSchema } from "../contracts/facts.ts";
import { operation } from "./operation.ts";
import { compileFilter, filterInput } from "./text-match.ts";
import { listed, windowInput, windowOf } from "./window.ts";

export const listExports = operation({
  name: "list_exports",
  family: "inventory",
  summary: "List exported names with address, version and size",
  description: "Every defined name that other modules can link to, by address, then name.",
  input: z.object({ ...filterInput, ...windowInput }),
  output: z.object({ items: z.array(exportSchema) }),
  positional: [],
  examples: ["exports ./libsample.so", "exports ./libsample.so --pattern init"],
  readOnly: true,
  run: async (input, { analysis }) => {
    const match = await compileFilter(input);
    const slice = await analysis.exports(windowOf(input), match);
    return listed("address_ascending", input, slice, match?.limits);
  },
});
