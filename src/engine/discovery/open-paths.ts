/** Paths still to be followed, last in first out: the function that each is a part of, and where it begins. */
export class OpenPaths {
  /** Pairs. */
  #items = new Int32Array(SMALL);
  #length = 0;

  get isEmpty(): boolean {
    return this.#length === 0;
  }

  push(index: number, offset: number): void {
    const length = this.#length;
    if (length === this.#items.length) this.#grow();
    this.#items[length] = index;
    this.#items[length + 1] = offset;
    this.#length = length + 2;
  }

  /** Function of the last path. */
  get index(): number {
    return this.#items[this.#length - 2] ?? -1;
  }

  /** Offset in code space of the last path. */
  get offset(): number {
    return this.#items[this.#length - 1] ?? -1;
  }

  /** Takes the last path off; gives up the memory of many when none is left. */
  drop(): void {
    this.#length -= 2;
    if (this.#length === 0 && this.#items.length > LARGE) this.#items = new Int32Array(SMALL);
  }

  #grow(): void {
    const { length } = this.#items;
    const items = new Int32Array(length < LARGE ? length * 2 : (length + (length >> 2)) & ~1);
    items.set(this.#items);
    this.#items = items;
  }
}

const SMALL = 2048;
const LARGE = 1 << 20;
