/** What an address is. */
import { z } from "zod";
import { address, placeSchema, stringSchema } from "../contracts/facts.ts";
import { operation } from "./operation.ts";
import { addressInput, resolveAddress } from "./selector.ts";

const within = placeSchema.extend({ offset: z.int().min(0) });

export const addressName = operation({
  name: "address_name",
  family: "addresses",
  summary: "Say what an address is: function, symbol, string, section, and its place in the file",
  description:
    "The name of what starts at the address, and the function, symbol or string that holds it with the distance to its start. Every part is null when nothing is known.",
  input: z.object({ address: addressInput }),
  output: z.object({
    address,
    rva: z.string(),
    file_offset: z.int().min(0).nullable(),
    section: z.string().nullable(),
    permissions: z.string().nullable(),
    /** Name of what starts exactly here. */
    name: z.string().nullable(),
    function: within.nullable(),
    symbol: within.nullable(),
    string: stringSchema.nullable(),
  }),
  positional: ["address"],
  examples: ["address-name ./sample 0x401136", "address-name ./sample off:0x2004"],
  readOnly: true,
  run: async (input, { analysis }) => {
    const facts = await analysis.describe(await resolveAddress(analysis, input.address));
    const { mapped: _always, fileOffset: file_offset, ...rest } = facts;
    return { result: { ...rest, file_offset } };
  },
});
