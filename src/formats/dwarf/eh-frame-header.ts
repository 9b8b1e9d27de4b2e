/** The search table of `.eh_frame_hdr` (Linux Standard Base Core, section 10.6.2). */
import type { Bytes } from "../../base/bytes.ts";
import { Cursor } from "../cursor.ts";
import type { AddressSpace } from "../words.ts";
import {
  DATA_RELATIVE_INT32,
  POINTER_OMITTED,
  readEncodedPointer,
  readEncodedValue,
  type PointerPlace,
} from "./encoded-pointer.ts";

export interface FrameIndex {
  /** Rva of `.eh_frame`; absent when it is not given. */
  readonly frames: number | undefined;
  /** Rva of each frame description, in table order. */
  readonly entries: readonly number[];
}

/** Reads the header at `rva`; `undefined` when its version is unknown. Entries are those that the bytes hold. */
export function readFrameIndex(header: Bytes, rva: number, space: AddressSpace): FrameIndex | undefined {
  const cursor = new Cursor(header);
  const place = { space, rva, dataRva: rva };
  const version = cursor.u8();
  const [framesEncoding, countEncoding, tableEncoding] = [cursor.u8(), cursor.u8(), cursor.u8()];
  if (cursor.failed || version !== 1) return undefined;
  const frames = framesEncoding === POINTER_OMITTED ? undefined : readEncodedPointer(cursor, framesEncoding, place);
  return { frames, entries: readEntries(cursor, countEncoding, tableEncoding, place) };
}

function readEntries(
  cursor: Cursor,
  countEncoding: number,
  tableEncoding: number,
  place: Required<PointerPlace>,
): number[] {
  if (countEncoding === POINTER_OMITTED || tableEncoding === POINTER_OMITTED) return [];
  const count = readEncodedValue(cursor, countEncoding, place.space);
  if (cursor.failed) return [];
  if (tableEncoding === DATA_RELATIVE_INT32 && place.space.words.bits === 64) {
    return relativeEntries(cursor.bytes.clamp(cursor.at, count * 8), place.dataRva);
  }
  const entries: number[] = [];
  for (let index = 0; index < count && !cursor.failed; index++) {
    readEncodedPointer(cursor, tableEncoding, place);
    const entry = readEncodedPointer(cursor, tableEncoding, place);
    if (entry !== undefined && !cursor.failed) entries.push(entry);
  }
  return entries;
}

/** Entries as nearly all linkers write them, read without asking about each field. */
function relativeEntries(table: Bytes, rva: number): number[] {
  const entries: number[] = [];
  for (let at = 4; at + 4 <= table.length; at += 8) {
    const distance = table.i32(at);
    if (distance !== 0) entries.push(rva + distance);
  }
  return entries;
}
