/** Reading and writing the column types of a program. */
import type { RvaColumn, TextColumn } from "./program.ts";

/** The text at `index`; empty when the column has no such row. */
export function textAt(column: TextColumn, index: number): string {
  const start = column.offsets[index];
  const end = column.offsets[index + 1];
  if (start === undefined || end === undefined || start === end) return "";
  return Buffer.from(column.bytes.buffer, column.bytes.byteOffset + start, end - start).toString("utf8");
}

/** Packs texts in the given order. */
export function textColumn(texts: readonly string[]): TextColumn {
  const offsets = new Uint32Array(texts.length + 1);
  const batches: Buffer[] = [];
  let size = 0;
  for (let first = 0; first < texts.length; first += BATCH) {
    const batch = texts.slice(first, first + BATCH);
    const bytes = Buffer.from(batch.join(""));
    batches.push(bytes);
    let units = 0;
    for (let index = 0; index < batch.length; index++) units += batch[index]?.length ?? 0;
    const isAscii = bytes.length === units;
    for (let index = 0; index < batch.length; index++) {
      const text = batch[index] ?? "";
      size += isAscii ? text.length : Buffer.byteLength(text);
      offsets[first + index + 1] = size;
    }
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const batch of batches) {
    bytes.set(batch, at);
    at += batch.length;
  }
  return { bytes, offsets };
}

/** Texts that are encoded by one call, which costs more than a text of usual length. */
const BATCH = 1024;

/** The narrowest column that holds `values` exactly. Values are integers; a negative one needs the wide form. */
export function rvaColumn(values: ArrayLike<number>): RvaColumn {
  if (values instanceof Uint32Array) return values.slice();
  for (let index = 0; index < values.length; index++) {
    const value = values[index] ?? 0;
    if (value < 0 || value > 0xffff_ffff) return new Float64Array(values);
  }
  return new Uint32Array(values);
}

/** Room for `length` integers from `lowest` to `highest`, as narrow as that allows. */
export function roomForRvas(length: number, lowest: number, highest: number): RvaColumn {
  return lowest >= 0 && highest <= 0xffff_ffff ? new Uint32Array(length) : new Float64Array(length);
}

/** `length` numbers, each given by `at`: what the `from` of typed arrays does, several times faster. */
export function uint32Of(length: number, at: (index: number) => number): Uint32Array {
  const column = new Uint32Array(length);
  for (let index = 0; index < length; index++) column[index] = at(index);
  return column;
}

/** As `uint32Of`, for signed numbers. */
export function int32Of(length: number, at: (index: number) => number): Int32Array {
  const column = new Int32Array(length);
  for (let index = 0; index < length; index++) column[index] = at(index);
  return column;
}

/** As `uint32Of`, for integers up to 2^53. */
export function float64Of(length: number, at: (index: number) => number): Float64Array {
  const column = new Float64Array(length);
  for (let index = 0; index < length; index++) column[index] = at(index);
  return column;
}

/** Index of the last entry that is at most `value`, -1 when there is none. `column` ascends. */
export function lastAtMost(column: ArrayLike<number>, value: number): number {
  let low = 0;
  let high = column.length - 1;
  let found = -1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    if ((column[middle] ?? 0) <= value) {
      found = middle;
      low = middle + 1;
    } else high = middle - 1;
  }
  return found;
}

/** Index of the first entry that is at least `value`, the length when there is none. `column` ascends. */
export function firstAtLeast(column: ArrayLike<number>, value: number): number {
  let low = 0;
  let high = column.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((column[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
