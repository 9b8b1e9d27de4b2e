/** Relocation tables: REL and RELA (System V gABI, chapter 4, "Relocation") and RELR (gABI draft, "SHT_RELR"). */
import type { Bytes } from "../../base/bytes.ts";
import { RVA_LIMIT, type AddressSpace } from "../words.ts";

/** One table of relocations against one symbol table. */
export interface RelocationTable {
  readonly bytes: Bytes;
  readonly form: "rel" | "rela" | "relr";
}

/** What one relocation changes; the same object is handed out for each, read it at once. */
export interface Relocation {
  /** File offset of the entry. */
  entry: number;
  /** Place as an rva in linked files, as an offset in the section in relocatable ones. NaN when it is out of reach. */
  place: number;
  type: number;
  symbol: number;
  /** Signed; meaningless in `rel` tables, whose addend stands in the place. Rounded above 2^53. */
  addend: number;
  /** The addend as an rva, for relocations that store an address; NaN when it is out of reach. */
  addendRva: number;
}

/** Calls `visit` for each whole entry of a REL or RELA table, in file order. */
export function forEachRelocation(
  table: RelocationTable,
  space: AddressSpace,
  placesAreOffsets: boolean,
  visit: (relocation: Relocation) => void,
): void {
  const { bytes, form } = table;
  const { words } = space;
  const w = words.size;
  const size = form === "rela" ? 3 * w : 2 * w;
  const relocation: Relocation = { entry: 0, place: 0, type: 0, symbol: 0, addend: 0, addendRva: 0 };
  const [typeAt, symbolAt] = bytes.endian === "little" ? [w, w + 4] : [w + 4, w];
  for (let at = 0; at + size <= bytes.length; at += size) {
    relocation.entry = bytes.fileOffset + at;
    relocation.place = placesAreOffsets ? words.unsigned(bytes, at) : (space.read(bytes, at) ?? Number.NaN);
    if (w === 4) {
      const info = bytes.u32(at + 4);
      relocation.type = info & 0xff;
      relocation.symbol = info >>> 8;
    } else {
      relocation.type = bytes.u32(at + typeAt);
      relocation.symbol = bytes.u32(at + symbolAt);
    }
    if (form === "rela") {
      relocation.addend = words.signed(bytes, at + 2 * w);
      relocation.addendRva = space.read(bytes, at + 2 * w) ?? Number.NaN;
    }
    visit(relocation);
  }
}

/** Calls `visit` with the rva of each word that a RELR table moves, ascending within a run. */
export function forEachRelativeWord(bytes: Bytes, space: AddressSpace, visit: (rva: number) => void): void {
  const w = space.words.size;
  let next = Number.NaN;
  for (let at = 0; at + w <= bytes.length; at += w) {
    const low = bytes.u32(at + (w === 8 && bytes.endian === "big" ? 4 : 0));
    if ((low & 1) === 0) {
      next = space.read(bytes, at) ?? Number.NaN;
      if (next >= 0 && next < RVA_LIMIT) visit(next);
      next += w;
    } else {
      visitBitmap(bytes, at, w, next, visit);
      next += (w * 8 - 1) * w;
    }
  }
}

/** Bit n of the bitmap, counted from 1, stands for the word n - 1 after `next`. */
function visitBitmap(bytes: Bytes, at: number, w: number, next: number, visit: (rva: number) => void): void {
  if (!(next >= 0 && next < RVA_LIMIT)) return;
  const lowAt = w === 8 && bytes.endian === "big" ? at + 4 : at;
  const halves = w === 4 ? [bytes.u32(at)] : [bytes.u32(lowAt), bytes.u32(lowAt === at ? at + 4 : at)];
  for (const [half, value] of halves.entries()) {
    for (let bits = half === 0 ? value & ~1 : value, rest = bits; rest !== 0; rest &= rest - 1) {
      const bit = half * 32 + 31 - Math.clz32(rest & -rest);
      visit(next + (bit - 1) * w);
    }
  }
}
