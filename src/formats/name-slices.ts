/** Names of a table as slices of bytes: one becomes a string only where it is shown. */
import { TextRows } from "./text-rows.ts";

/** Names in UTF-8; they may overlap. */
export class NameSlices {
  readonly bytes: Uint8Array;
  readonly start: Uint32Array;
  readonly end: Uint32Array;
  readonly #buffer: Buffer;

  constructor(bytes: Uint8Array, start: Uint32Array, end: Uint32Array) {
    this.bytes = bytes;
    this.#buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.start = start;
    this.end = end;
  }

  static of(names: readonly string[]): NameSlices {
    const texts = new TextRows();
    for (const name of names) texts.add(name);
    const { bytes, offsets } = texts.column();
    return new NameSlices(bytes, offsets.subarray(0, -1), offsets.subarray(1));
  }

  get length(): number {
    return this.start.length;
  }

  /** The name in `row`; empty past the end. */
  at(row: number): string {
    const start = this.start[row] ?? 0;
    const end = this.end[row] ?? 0;
    return start === end ? "" : this.#buffer.toString("utf8", start, end);
  }

  /** Bytes of the name in `row`; 0 past the end. */
  sizeAt(row: number): number {
    return (this.end[row] ?? 0) - (this.start[row] ?? 0);
  }

  /** How much later the slices of these bytes start in the bytes of `others`; not a number when they share no buffer. */
  distanceTo({ bytes }: NameSlices): number {
    return this.bytes.buffer === bytes.buffer ? this.bytes.byteOffset - bytes.byteOffset : Number.NaN;
  }

  /** Whether the name in `row` is what lies at `at` in `bytes`, as long as the name. */
  isAt(row: number, bytes: Uint8Array, at: number): boolean {
    const own = this.bytes;
    const start = this.start[row] as number;
    for (let distance = this.sizeAt(row) - 1; distance >= 0; distance--) {
      if (own[start + distance] !== bytes[at + distance]) return false;
    }
    return true;
  }

  /** Order by UTF-16 code units, as strings compare: negative when the name in `left` comes first. */
  compare(left: number, right: number): number {
    const { bytes } = this;
    const leftStart = this.start[left] as number;
    const rightStart = this.start[right] as number;
    const leftSize = this.sizeAt(left);
    const rightSize = this.sizeAt(right);
    const shorter = Math.min(leftSize, rightSize);
    let same = 0;
    while (same < shorter && bytes[leftStart + same] === bytes[rightStart + same]) same++;
    if (same === shorter) return leftSize - rightSize;
    return rankInUtf16(bytes[leftStart + same] as number) - rankInUtf16(bytes[rightStart + same] as number);
  }
}

/** Characters of four bytes are surrogates in UTF-16, which come before the last characters of three bytes. */
function rankInUtf16(byte: number): number {
  return byte === 0xee || byte === 0xef ? byte + 0x10 : byte;
}
