/** Text in the program. */
import { z } from "zod";
import { stringSchema } from "../contracts/facts.ts";
import { operation } from "./operation.ts";
import { listed, windowInput, windowOf } from "./window.ts";

/** Arguments that narrow a list of strings. */
export const stringInput = {
  min_length: z.int().min(0).max(1_000_000).default(0).describe("Leave out strings with fewer characters."),
  referenced: z.boolean().default(false).describe("Only strings that code or data refers to."),
};

export const listStrings = operation({
  name: "list_strings",
  family: "inventory",
  summary: "List strings with encoding, section and number of references",
  description:
    "ASCII, UTF-8 and UTF-16 text, NUL-terminated or of a length that the program keeps elsewhere (Go, Rust), by address.",
  input: z.object({ ...stringInput, ...windowInput }),
  output: z.object({ items: z.array(stringSchema) }),
  positional: [],
  examples: ["strings ./sample --referenced", "strings ./sample --min-length 8 --all"],
  readOnly: true,
  run: async (input, { analysis }) => {
    const filter = { minLength: input.min_length, referencedOnly: input.referenced };
    const slice = await analysis.strings(windowOf(input), filter);
    return listed("address_ascending", input, slice);
  },
});
