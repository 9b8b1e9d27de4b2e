/** Which function each instruction belongs to. */

/**
 * Functions by the offsets of instructions. Those close to each other mostly belong to one function, so that four bytes
 * of code share a cell and the others are kept apart; where those become many, every byte gets a cell of its own.
 */
export class Owners {
  readonly #size: number;
  /** The function plus one, 0 for none; negative where an offset of the cell has another one. */
  #cells: Int32Array;
  /** Bits of an offset that do not choose the cell. */
  #shared = SHARED_BITS;
  readonly #apart = new Map<number, number>();

  /** `size` is that of code space. */
  constructor(size: number) {
    this.#size = size;
    this.#cells = new Int32Array((size >> SHARED_BITS) + 1);
  }

  /** The function that was set at `offset`; means nothing where none was. */
  at(offset: number): number {
    const cell = this.#cells[offset >> this.#shared] as number;
    return cell >= 0 ? cell - 1 : (this.#apart.get(offset) ?? -cell - 1);
  }

  set(offset: number, owner: number): void {
    const cell = this.#cells[offset >> this.#shared] as number;
    if (cell === owner + 1) return;
    if (cell === 0 || this.#shared === 0) this.#cells[offset >> this.#shared] = owner + 1;
    else this.#keepApart(offset, owner, cell);
  }

  /** Gives up all memory. */
  forget(): void {
    this.#cells = new Int32Array(0);
    this.#apart.clear();
  }

  #keepApart(offset: number, owner: number, cell: number): void {
    this.#cells[offset >> SHARED_BITS] = -Math.abs(cell);
    this.#apart.set(offset, owner);
    if (this.#apart.size > FEW + this.#size / RARE) this.#spread();
  }

  #spread(): void {
    const cells = new Int32Array(this.#size);
    for (let offset = 0; offset < cells.length; offset++) cells[offset] = this.at(offset) + 1;
    this.#cells = cells;
    this.#shared = 0;
    this.#apart.clear();
  }
}

const SHARED_BITS = 2;

/** Offsets that may be kept apart: some, and one in so many bytes of code. */
const FEW = 1024;
const RARE = 64;
