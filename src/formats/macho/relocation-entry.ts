/** Entries of relocation tables (Mach-O: `mach-o/reloc.h`, `struct relocation_info`). */
import type { Bytes } from "../../base/bytes.ts";

export interface RelocationEntry {
  /** Where it applies: a distance whose start depends on the table. */
  readonly address: number;
  /** Index of a symbol when `external`, or else the number of a section. */
  readonly symbol: number;
  readonly external: boolean;
  readonly relative: boolean;
  /** Bytes of the field: 1, 2, 4 or 8. */
  readonly size: number;
  readonly type: number;
}

export const RELOCATION_SIZE = 8;

/** The entry at `at`; `undefined` for scattered ones, which only 32-bit objects have. */
export function readRelocation(table: Bytes, at: number): RelocationEntry | undefined {
  const address = table.i32(at);
  const info = table.u32(at + 4);
  if (address < 0) return undefined;
  const little = table.endian === "little";
  // The fields are C bit fields: big-endian compilers lay them out from the top.
  const low = little ? info >>> 24 : reversed(info & 0xff);
  return {
    address,
    symbol: little ? info & 0xff_ffff : info >>> 8,
    relative: (low & 1) === 1,
    size: 1 << ((low >> 1) & 3),
    external: ((low >> 3) & 1) === 1,
    type: low >> 4,
  };
}

/** The fields of a big-endian byte (relative, length, external, type from the top) in little-endian places. */
function reversed(byte: number): number {
  return ((byte >> 7) & 1) | (((byte >> 5) & 3) << 1) | (((byte >> 4) & 1) << 3) | ((byte & 15) << 4);
}
