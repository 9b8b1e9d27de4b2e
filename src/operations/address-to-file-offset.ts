/** Where an address lies in the file. */
import { z } from "zod";
import { address } from "../contracts/facts.ts";
import { operation } from "./operation.ts";
import { addressInput, resolveAddress } from "./selector.ts";

export const addressToFileOffset = operation({
  name: "address_to_file_offset",
  family: "addresses",
  summary: "Translate an address to a file offset (and off:0x1120 to an address)",
  description:
    "The offset is null for memory that the file does not fill (.bss). Given as off:0x1120, the place answers the address that holds that byte of the file.",
  input: z.object({ address: addressInput }),
  output: z.object({
    address,
    rva: z.string(),
    file_offset: z.int().min(0).nullable(),
    section: z.string().nullable(),
  }),
  positional: ["address"],
  examples: ["address-to-file-offset ./sample main", "address-to-file-offset ./sample off:0x1120"],
  readOnly: true,
  run: async (input, { analysis }) => {
    const { address, rva, fileOffset, section } = await analysis.describe(
      await resolveAddress(analysis, input.address),
    );
    return { result: { address, rva, file_offset: fileOffset, section } };
  },
});
