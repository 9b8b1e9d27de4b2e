/** Encoded pointers of unwind tables (Linux Standard Base Core, section 10.5, "DWARF Extensions"). */
import type { Cursor } from "../cursor.ts";
import type { AddressSpace } from "../words.ts";

/** The encoding that says "no pointer here". */
export const POINTER_OMITTED = 0xff;

/** Encodings of four signed bytes: the distance from where they stand, and from the start of the data. */
export const PC_RELATIVE_INT32 = 0x1b;
export const DATA_RELATIVE_INT32 = 0x3b;

const FORMAT_MASK = 0x0f;
const APPLICATION_MASK = 0x70;
const APPLICATION = { absolute: 0x00, pcRelative: 0x10, dataRelative: 0x30 } as const;

/** Where encoded pointers stand. */
export interface PointerPlace {
  readonly space: AddressSpace;
  /** Rva of offset 0 of the cursor's bytes. */
  readonly rva: number;
  /** What data-relative pointers count from. */
  readonly dataRva?: number;
}

/** Reads a pointer as an rva; `undefined` when it is null, indirect, or of a kind that needs more than the table. */
export function readEncodedPointer(cursor: Cursor, encoding: number, place: PointerPlace): number | undefined {
  const { space } = place;
  const at = cursor.at;
  const application = encoding & APPLICATION_MASK;
  if (application === APPLICATION.absolute && (encoding & FORMAT_MASK) === 0) {
    cursor.skip(space.words.size);
    return cursor.failed ? undefined : space.read(cursor.bytes, at);
  }
  const value = readEncodedValue(cursor, encoding, space);
  if (value === 0 || encoding >= 0x80) return undefined;
  switch (application) {
    case APPLICATION.absolute:
      return value - Number(space.base);
    case APPLICATION.pcRelative:
      return wrapped(place.rva + at + value, space);
    case APPLICATION.dataRelative:
      return place.dataRva === undefined ? undefined : wrapped(place.dataRva + value, space);
    default:
      return undefined;
  }
}

/** Reads the number alone, as lengths are stored; beyond 2^53 it is rounded. */
export function readEncodedValue(cursor: Cursor, encoding: number, space: AddressSpace): number {
  const at = cursor.at;
  switch (encoding & FORMAT_MASK) {
    case 0x00:
      cursor.skip(space.words.size);
      return cursor.failed ? 0 : space.words.signed(cursor.bytes, at);
    case 0x01:
      return cursor.uleb();
    case 0x02:
      return cursor.u16();
    case 0x03:
      return cursor.u32();
    case 0x04:
    case 0x0c: {
      cursor.skip(8);
      return cursor.failed ? 0 : Number(cursor.bytes.i64(at));
    }
    case 0x09:
      return cursor.sleb();
    case 0x0a:
      return (cursor.u16() << 16) >> 16;
    case 0x0b:
      return cursor.i32();
    default:
      cursor.failed = true;
      return 0;
  }
}

/** Addresses of 32-bit files wrap at 4 GiB. */
function wrapped(rva: number, space: AddressSpace): number {
  if (space.words.bits === 64) return rva;
  const base = Number(space.base);
  return ((rva + base) % 2 ** 32) - base;
}
