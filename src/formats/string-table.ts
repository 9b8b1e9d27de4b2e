/** Tables of NUL-terminated names (System V gABI, chapter 4, "String Table"). */
import { type Bytes, textOf } from "../base/bytes.ts";
import type { NameSlices } from "./name-slices.ts";
import { TextRows } from "./text-rows.ts";

/** Longest name that is read; what follows is cut. */
const NAME_LIMIT = 65_536;

/** What the names of a table may hold, as bits. */
export const HOLDS = { dot: 1, atSign: 2, beyondAscii: 4 } as const;

/**
 * Names of one table. All names together cost at most a small multiple of the table, so that a million symbols cannot
 * share one endless name.
 */
export class StringTable {
  readonly #bytes: Uint8Array;
  /** Names with other characters, in UTF-8, which the table may not have them in. */
  readonly #recoded = new TextRows();
  #budget: number;
  #faults = 0;
  /** Sum of `HOLDS` of the name that was looked at last. */
  #held = 0;

  /** `budget` is how many bytes all names together may have. */
  constructor({ data }: Bytes, budget = data.length * 8 + 65_536) {
    this.#bytes = data;
    this.#budget = budget;
  }

  /** How many names lay outside the table, had no terminator or were past the budget. */
  get faults(): number {
    return this.#faults;
  }

  /** The name at `offset`; empty when the table does not hold it. */
  at(offset: number): string {
    return textOf(this.#bytes.subarray(offset, this.#endOf(offset)));
  }

  /**
   * Makes the name at `offset`, which is empty when the table does not hold it, a slice of `slicedBytes`. Answers what
   * it holds: a sum of `HOLDS`.
   */
  slice(offset: number, row: number, into: Pick<NameSlices, "start" | "end">): number {
    const end = this.#endOf(offset);
    into.start[row] = offset;
    into.end[row] = end;
    if ((this.#held & HOLDS.beyondAscii) !== 0) {
      const recoded = this.#recoded.add(textOf(this.#bytes.subarray(offset, end)));
      into.start[row] = this.#bytes.length + this.#recoded.offsetOf(recoded);
      into.end[row] = this.#bytes.length + this.#recoded.offsetOf(recoded + 1);
    }
    return this.#held;
  }

  /** What `slice` cut the names of until now from. */
  slicedBytes(): Uint8Array {
    if (this.#recoded.count === 0) return this.#bytes;
    const { bytes } = this.#recoded.column();
    const all = new Uint8Array(this.#bytes.length + bytes.length);
    all.set(this.#bytes);
    all.set(bytes, this.#bytes.length);
    return all;
  }

  /** Where the name at `offset` ends; there itself when the table does not hold it. */
  #endOf(offset: number): number {
    const bytes = this.#bytes;
    this.#held = 0;
    if (offset === 0 && bytes[0] === 0) return 0;
    if (offset >= bytes.length || this.#budget <= 0) {
      this.#faults++;
      return offset;
    }
    // Some offsets are read as doubles, and V8 would count on from them in doubles.
    const start = offset >>> 0;
    const limit = Math.min(bytes.length, start + NAME_LIMIT);
    let end = start;
    let held = 0;
    for (; end < limit; end++) {
      const byte = bytes[end] as number;
      if (byte === 0) break;
      held |= HELD_BY[byte] as number;
    }
    this.#held = held;
    // A name of just the limit may end there.
    if (bytes[end] !== 0) this.#faults++;
    this.#budget -= end - start;
    return end;
  }
}

/** Sum of `HOLDS` for each byte. */
const HELD_BY = new Uint8Array(256).fill(HOLDS.beyondAscii, 0x80);
HELD_BY[0x2e] = HOLDS.dot;
HELD_BY[0x40] = HOLDS.atSign;
