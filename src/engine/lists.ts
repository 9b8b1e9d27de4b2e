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
    if (this.#length === this.#items.length) this.#items = grown(this.#items, new Int32Array(this.#length * 2));
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
    return this.#length === 0 ? -1 : (this.#items[--this.#length] ?? -1);
  }

  clear(): void {
    this.#length = 0;
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
    if (this.#length === this.#items.length) this.#items = grown(this.#items, new Float64Array(this.#length * 2));
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

/** Bytes. */
export class ByteList {
  #items = new Uint8Array(64);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#items.length) this.#items = grown(this.#items, new Uint8Array(this.#length * 2));
    this.#items[this.#length++] = value;
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

function grown<T extends { set(source: T): void }>(from: T, to: T): T {
  to.set(from);
  return to;
}
