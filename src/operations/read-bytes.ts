/** Bytes of the program's memory as the file fills it. */
import { plural } from "../base/plural.ts";
import { z } from "zod";
import { address } from "../contracts/facts.ts";
import type { Limit } from "../contracts/page.ts";
import { operation } from "./operation.ts";
import { addressInput, resolveAddress } from "./selector.ts";

const MOST_BYTES = 65_536;

export const readBytes = operation({
  name: "read_bytes",
  family: "addresses",
  summary: "Show bytes at an address in hexadecimal and ASCII",
  description:
    "At most 65,536 bytes from the address, as far as the file fills that memory without a gap; memory that is zero only at run time (.bss) gives none. Relocations are not applied.",
  input: z.object({
    address: addressInput,
    size: z.int().min(1).max(MOST_BYTES).default(256).describe("Bytes to read."),
  }),
  output: z.object({
    address,
    section: z.string().nullable(),
    file_offset: z.int().min(0).nullable(),
    /** Bytes that follow, fewer than asked for where the file ends its part of this memory. */
    size: z.int().min(0),
    hex: z.string().regex(/^(?:[0-9a-f]{2})*$/u),
    /** Printable ASCII as it is, everything else as a dot. */
    ascii: z.string(),
  }),
  positional: ["address", "size"],
  examples: ["read-bytes ./sample main 64", "read-bytes ./sample 0x402000 --size 512"],
  readOnly: true,
  run: async (input, { analysis }) => {
    const at = await resolveAddress(analysis, input.address);
    const { address, section, fileOffset } = await analysis.describe(at);
    const bytes = Buffer.from((await analysis.bytes(at, input.size)) ?? []);
    return {
      result: {
        address,
        section,
        file_offset: fileOffset,
        size: bytes.length,
        hex: bytes.toString("hex"),
        ascii: bytes.toString("latin1").replace(/[^ -~]/gu, "."),
      },
      limits: shortfall(bytes.length, input.size),
    };
  },
});

function shortfall(size: number, wanted: number): Limit[] {
  if (size === wanted) return [];
  const reason = `the file fills ${size} of these ${wanted} ${plural(wanted, "byte")}`;
  return [{ kind: "bytes", limit: size, reason, raise_with: null }];
}
