/** A read-only view of a range of a file, with checked multi-byte reads in the file's own byte order. */

export type Endian = "little" | "big";

/**
 * Bytes of a sample. A `window` that the file does not hold is `undefined`; a read past the end of a window is a
 * fault of this program and throws, so check once per record with `window` and then read its fields freely.
 */
export class Bytes {
  readonly data: Uint8Array;
  readonly endian: Endian;
  /** Offset in the file of the first byte of this view. */
  readonly fileOffset: number;
  readonly #view: DataView;
  readonly #little: boolean;

  constructor(data: Uint8Array, endian: Endian = "little", fileOffset = 0) {
    this.data = data;
    this.endian = endian;
    this.fileOffset = fileOffset;
    this.#view = new DataView(data.buffer, data.byteOffset, data.byteLength);
    this.#little = endian === "little";
  }

  get length(): number {
    return this.data.length;
  }

  /** The `size` bytes at `offset`, or `undefined` when they are not all there. Both are non-negative integers. */
  window(offset: number, size: number): Bytes | undefined {
    if (!Number.isSafeInteger(offset) || !Number.isSafeInteger(size)) return undefined;
    if (offset < 0 || size < 0 || offset + size > this.data.length) return undefined;
    return new Bytes(this.data.subarray(offset, offset + size), this.endian, this.fileOffset + offset);
  }

  /** The part of `[offset, offset + size)` that the file holds; possibly empty. */
  clamp(offset: number, size: number): Bytes {
    const start = Math.min(Math.max(offset, 0), this.data.length);
    const end = Math.min(Math.max(offset + size, start), this.data.length);
    return new Bytes(this.data.subarray(start, end), this.endian, this.fileOffset + start);
  }

  /** The same bytes read in another byte order. */
  withEndian(endian: Endian): Bytes {
    return endian === this.endian ? this : new Bytes(this.data, endian, this.fileOffset);
  }

  u8(offset: number): number {
    return this.#view.getUint8(offset);
  }

  u16(offset: number): number {
    return this.#view.getUint16(offset, this.#little);
  }

  u32(offset: number): number {
    return this.#view.getUint32(offset, this.#little);
  }

  i32(offset: number): number {
    return this.#view.getInt32(offset, this.#little);
  }

  u64(offset: number): bigint {
    return this.#view.getBigUint64(offset, this.#little);
  }

  i64(offset: number): bigint {
    return this.#view.getBigInt64(offset, this.#little);
  }

  /**
   * The text at `offset` up to a NUL, the end of the view or `limit` bytes, and
   * whether a NUL ended it. Decoded by `textOf`.
   */
  cString(offset: number, limit = 65_536): { readonly text: string; readonly terminated: boolean } {
    const start = Math.min(Math.max(offset, 0), this.data.length);
    const cap = Math.min(start + limit, this.data.length);
    let end = this.data.indexOf(0, start);
    const terminated = end !== -1 && end < cap;
    if (!terminated) end = cap;
    return { text: textOf(this.data.subarray(start, end)), terminated };
  }
}

/** Decodes bytes as UTF-8; bytes that are not valid UTF-8 make the whole text Latin-1, so that nothing is lost. */
export function textOf(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = buffer.toString("utf8");
  return text.includes("\ufffd") ? buffer.toString("latin1") : text;
}
