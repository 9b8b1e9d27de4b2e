/** Tables of NUL-terminated names (System V gABI, chapter 4, "String Table"). */
import { isAscii } from "node:buffer";
import type { Bytes } from "../base/bytes.ts";

/** Longest name that is read; what follows is cut. */
const NAME_LIMIT = 65_536;

/**
 * Names of one table, which is decoded once when it is plain ASCII. All names together cost at most a small multiple
 * of the table, so that a million symbols cannot share one endless name.
 */
export class StringTable {
  readonly #buffer: Buffer;
  /** The whole table, one character a byte; absent when it holds other than ASCII. */
  readonly #text: string | undefined;
  #budget: number;
  #faults = 0;

  constructor(bytes: Bytes) {
    this.#buffer = Buffer.from(bytes.data.buffer, bytes.data.byteOffset, bytes.data.byteLength);
    this.#text = isAscii(bytes.data) ? this.#buffer.toString("latin1") : undefined;
    this.#budget = bytes.length * 8 + 65_536;
  }

  /** How many names lay outside the table, had no terminator or were past the budget. */
  get faults(): number {
    return this.#faults;
  }

  /** The name at `offset`; empty when the table does not hold it. */
  at(offset: number): string {
    const buffer = this.#buffer;
    if (offset === 0 && buffer[0] === 0) return "";
    if (offset >= buffer.length || this.#budget <= 0) {
      this.#faults++;
      return "";
    }
    const end = this.#endOf(offset);
    this.#budget -= end - offset;
    if (this.#text !== undefined) return this.#text.slice(offset, end);
    const text = buffer.toString("utf8", offset, end);
    return text.includes("\ufffd") ? buffer.toString("latin1", offset, end) : text;
  }

  #endOf(offset: number): number {
    const end = this.#text === undefined ? this.#buffer.indexOf(0, offset) : this.#text.indexOf("\0", offset);
    if (end !== -1 && end - offset <= NAME_LIMIT) return end;
    this.#faults++;
    return Math.min(this.#buffer.length, offset + NAME_LIMIT);
  }
}
