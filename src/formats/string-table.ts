/** String tables (System V gABI, chapter 4, "String Table"). */
import type { Bytes } from "../base/bytes.ts";

/** Longest name that is read; what follows is cut. */
const NAME_LIMIT = 65_536;

/**
 * Names of one table. Each offset is decoded once, and all names together cost at most a small multiple of the table,
 * so that a million symbols cannot share one endless name.
 */
export class StringTable {
  readonly #buffer: Buffer;
  readonly #known = new Map<number, string>();
  #budget: number;
  #faults = 0;

  constructor(bytes: Bytes) {
    this.#buffer = Buffer.from(bytes.data.buffer, bytes.data.byteOffset, bytes.data.byteLength);
    this.#budget = bytes.length * 8 + 65_536;
  }

  /** How many names lay outside the table, had no terminator or were past the budget. */
  get faults(): number {
    return this.#faults;
  }

  /** The name at `offset`; empty when the table does not hold it. */
  at(offset: number): string {
    if (offset === 0 && this.#buffer[0] === 0) return "";
    const known = this.#known.get(offset);
    if (known !== undefined) return known;
    const name = this.#decode(offset);
    this.#known.set(offset, name);
    return name;
  }

  #decode(offset: number): string {
    if (offset >= this.#buffer.length || this.#budget <= 0) {
      this.#faults++;
      return "";
    }
    let end = this.#buffer.indexOf(0, offset);
    if (end === -1 || end - offset > NAME_LIMIT) {
      this.#faults++;
      end = Math.min(this.#buffer.length, offset + NAME_LIMIT);
    }
    this.#budget -= end - offset;
    const text = this.#buffer.toString("utf8", offset, end);
    return text.includes("\ufffd") ? this.#buffer.toString("latin1", offset, end) : text;
  }
}
