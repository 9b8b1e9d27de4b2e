/** What the program takes from libraries. */
import { z } from "zod";
import { importSchema } from "../contracts/facts.ts";
import { operation } from "./operation.ts";
import { compileFilter, filterInput } from "./text-match.ts";
import { listed, windowInput, windowOf } from "./window.ts";

export const listImports = operation({
  name: "list_imports",
  family: "inventory",
  summary: "List imported names with library, version, stub, slots and number of calls",
  description:
    "Every name that the loader must find elsewhere, by name. The library is null when the file does not say which one provides it. A stub is the code that calls go through; slots hold the address at run time.",
  input: z.object({ ...filterInput, ...windowInput }),
  output: z.object({ items: z.array(importSchema) }),
  positional: [],
  examples: ["imports ./sample", "imports ./sample --pattern '^(exec|fork|system)' --regex"],
  readOnly: true,
  run: async (input, { analysis }) => {
    const match = await compileFilter(input);
    const slice = await analysis.imports(windowOf(input), match);
    return listed("name_ascending", input, slice, match?.limits);
  },
});
