/** Sequential reads of variable-length fields (DWARF 5, section 7.6, "Variable Length Data"). */
import type { Bytes } from "../base/bytes.ts";

/**
 * A place in some bytes that moves with each read. A read past the end gives zero and sets `failed`, so that a parser
 * asks once at the end of a record instead of at each field.
 */
export class Cursor {
  readonly bytes: Bytes;
  at: number;
  /** End of the readable bytes. */
  end: number;
  failed = false;

  constructor(bytes: Bytes, at = 0, end = bytes.length) {
    this.bytes = bytes;
    this.at = at;
    this.end = Math.min(end, bytes.length);
  }

  /** Starts afresh on another record of the same bytes. */
  moveTo(at: number, end: number): void {
    this.at = at;
    this.end = Math.min(end, this.bytes.length);
    this.failed = false;
  }

  u8(): number {
    return this.#take(1) ? this.bytes.u8(this.at - 1) : 0;
  }

  u16(): number {
    return this.#take(2) ? this.bytes.u16(this.at - 2) : 0;
  }

  u32(): number {
    return this.#take(4) ? this.bytes.u32(this.at - 4) : 0;
  }

  i32(): number {
    return this.#take(4) ? this.bytes.i32(this.at - 4) : 0;
  }

  /** Unsigned LEB128; above 2^53 the value is rounded. */
  uleb(): number {
    let value = 0;
    let scale = 1;
    for (let count = 0; count < LEB_LIMIT; count++) {
      const byte = this.u8();
      value += (byte & 0x7f) * scale;
      scale *= 128;
      if ((byte & 0x80) === 0) return value;
    }
    this.failed = true;
    return value;
  }

  /** Signed LEB128; beyond 2^53 either way the value is rounded. */
  sleb(): number {
    let value = 0;
    let scale = 1;
    for (let count = 0; count < LEB_LIMIT; count++) {
      const byte = this.u8();
      value += (byte & 0x7f) * scale;
      scale *= 128;
      if ((byte & 0x80) === 0) return (byte & 0x40) === 0 ? value : value - scale;
    }
    this.failed = true;
    return value;
  }

  /** Moves past `size` bytes. */
  skip(size: number): void {
    this.#take(size);
  }

  #take(size: number): boolean {
    if (this.failed || size > this.end - this.at) {
      this.failed = true;
      return false;
    }
    this.at += size;
    return true;
  }
}

/** Longest LEB128 that is read: twice what 64 bits need, since padding is allowed. */
const LEB_LIMIT = 20;
