/** Finds basic blocks by where they start. */
export class BlockStarts {
  readonly #starts: Int32Array;
  /** For each page of code space, the first block that starts in it or behind it. */
  readonly #ofPage: Int32Array;

  /** `starts` ascend; `size` is that of code space. */
  constructor(starts: Int32Array, size: number) {
    this.#starts = starts;
    this.#ofPage = new Int32Array((size >> PAGE_BITS) + 1);
    for (let page = 0, block = 0; page < this.#ofPage.length; page++) {
      while (block < starts.length && (starts[block] as number) < page << PAGE_BITS) block++;
      this.#ofPage[page] = block;
    }
  }

  /** The block that starts at `offset`, -1 when none does. */
  at(offset: number): number {
    const starts = this.#starts;
    let block = this.#ofPage[offset >> PAGE_BITS] ?? starts.length;
    while (block < starts.length && (starts[block] as number) < offset) block++;
    return starts[block] === offset ? block : -1;
  }
}

/** Few blocks start in 64 bytes. */
const PAGE_BITS = 6;
