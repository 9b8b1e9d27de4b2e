/** Symbols of the program. */
import { z } from "zod";
import { nameSchema } from "../contracts/facts.ts";
import { operation } from "./operation.ts";
import { compileFilter, filterInput } from "./text-match.ts";
import { listed, windowInput, windowOf } from "./window.ts";

export const listNames = operation({
  name: "list_names",
  family: "inventory",
  summary: "List symbols: names with address, kind, binding and the table they come from",
  description:
    "Symbols that the file itself holds, by address, then name; undefined ones last. Functions that the engine found without a symbol are in list_procedures.",
  input: z.object({ ...filterInput, ...windowInput }),
  output: z.object({ items: z.array(nameSchema) }),
  positional: [],
  examples: ["symbols ./sample", "symbols ./sample --pattern init --ignore-case"],
  readOnly: true,
  run: async (input, { analysis }) => {
    const match = await compileFilter(input);
    const slice = await analysis.names(windowOf(input), match);
    return listed("address_ascending", input, slice, match?.limits);
  },
});
