/** Lists of numbers that grow: what passes over code push to, without an object for each entry. */

/** 32-bit integers. */
export class IntList {
  #items: Int32Array;
  #length = 0;

  constructor(capacity = 64) {
    this.#items = new Int32Array(capacity);
  }

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#items.length) this.#items = grown(this.#items, new Int32Array(larger(this.#length)));
    this.#items[this.#length++] = value;
  }

  /** The entry at `index`; 0 past the end. */
  at(index: number): number {
    return index < this.#length ? (this.#items[index] ?? 0) : 0;
  }

  set(index: number, value: number): void {
    if (index < this.#length) this.#items[index] = value;
  }

  /** Removes and returns the last entry; -1 when there is none. */
  pop(): number {
    if (this.#length === 0) return -1;
    const last = this.#items[--this.#length] ?? -1;
    if (this.#length === 0) this.clear();
    return last;
  }

  /** Removes all entries, and gives up the memory of many. */
  clear(): void {
    this.#length = 0;
    if (this.#items.length > LONG) this.#items = new Int32Array(64);
  }

  /** The entries; valid until the next push. */
  view(): Int32Array {
    return this.#items.subarray(0, this.#length);
  }
}

/** Integers up to 2^53. */
export class NumberList {
  #items: Float64Array;
  #length = 0;

  constructor(capacity = 64) {
    this.#items = new Float64Array(capacity);
  }

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#items.length) this.#items = grown(this.#items, new Float64Array(larger(this.#length)));
    this.#items[this.#length++] = value;
  }

  at(index: number): number {
    return index < this.#length ? (this.#items[index] ?? 0) : 0;
  }

  set(index: number, value: number): void {
    if (index < this.#length) this.#items[index] = value;
  }

  /** The entries; valid until the next push. */
  view(): Float64Array {
    return this.#items.subarray(0, this.#length);
  }
}

/** Integers up to 2^53, in half the memory as long as none needs more than 32 bits. */
export class AddressList {
  #items: Uint32Array | Float64Array;
  #length = 0;

  constructor(capacity = 64) {
    this.#items = new Uint32Array(capacity);
  }

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#items.length || this.#isTooNarrow(value)) this.#makeRoom(value);
    this.#items[this.#length++] = value;
  }

  at(index: number): number {
    return index < this.#length ? (this.#items[index] ?? 0) : 0;
  }

  set(index: number, value: number): void {
    if (this.#isTooNarrow(value)) this.#makeRoom(value);
    if (index < this.#length) this.#items[index] = value;
  }

  /** Removes all entries and gives up their memory. */
  clear(): void {
    this.#length = 0;
    this.#items = new Uint32Array(64);
  }

  /** The entries; valid until the next push or set. */
  view(): Uint32Array | Float64Array {
    return this.#items.subarray(0, this.#length);
  }

  #isTooNarrow(value: number): boolean {
    return value !== value >>> 0 && this.#items instanceof Uint32Array;
  }

  #makeRoom(value: number): void {
    const narrow = this.#items instanceof Uint32Array && value === value >>> 0;
    const capacity = larger(this.#length);
    this.#items = grown(
      this.#items.subarray(0, this.#length),
      narrow ? new Uint32Array(capacity) : new Float64Array(capacity),
    );
  }
}

/** Bytes. */
export class ByteList {
  #items: Uint8Array;
  #length = 0;

  constructor(capacity = 64) {
    this.#items = new Uint8Array(capacity);
  }

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#items.length) this.#items = grown(this.#items, new Uint8Array(larger(this.#length)));
    this.#items[this.#length++] = value;
  }

  /** Removes all entries and gives up their memory. */
  clear(): void {
    this.#length = 0;
    this.#items = new Uint8Array(64);
  }

  at(index: number): number {
    return index < this.#length ? (this.#items[index] ?? 0) : 0;
  }

  set(index: number, value: number): void {
    if (index < this.#length) this.#items[index] = value;
  }

  /** The entries; valid until the next push. */
  view(): Uint8Array {
    return this.#items.subarray(0, this.#length);
  }
}

/** Entries to have room for behind `length`. Long lists grow by less, so that what they do not use stays small beside them. */
export function larger(length: number): number {
  return length < LONG ? 64 + length * 2 : length + (length >> 2);
}

const LONG = 1 << 20;

/** `to`, which has more room, with what is in `from`. */
export function grown<T extends { set(source: T): void }>(from: T, to: T): T {
  to.set(from);
  return to;
}
