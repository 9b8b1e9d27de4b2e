/** Ranges of code that tables of the file give to functions: unwind entries, Go's function table, sized symbols. */
import type { Image } from "../../formats/image.ts";
import { FUNCTION, PIECE } from "../../formats/symbol-list.ts";
import type { CodeSpace } from "../code-space.ts";
import { ByteList, IntList } from "../lists.ts";
import { orderOf } from "../radix-sort.ts";

/** Disjoint ranges of code space, ascending. */
export class Extents {
  readonly start: Int32Array;
  readonly end: Int32Array;
  /** 1 for a piece (`.cold`) of a function that starts elsewhere. */
  readonly fragment: Uint8Array;
  /** For each page of code space, the last row that starts in front of it; -1 when none does. */
  readonly #beforePage: Int32Array;

  /** `size` is that of code space. */
  constructor(start: Int32Array, end: Int32Array, fragment: Uint8Array, size: number) {
    this.start = start;
    this.end = end;
    this.fragment = fragment;
    this.#beforePage = new Int32Array((size >> PAGE_BITS) + 1);
    let row = -1;
    for (let page = 0; page < this.#beforePage.length; page++) {
      while (row + 1 < start.length && (start[row + 1] as number) < page << PAGE_BITS) row++;
      this.#beforePage[page] = row;
    }
  }

  get count(): number {
    return this.start.length;
  }

  /** Row of the range that holds `offset`, -1 when none does. */
  at(offset: number): number {
    let row = this.#beforePage[offset >> PAGE_BITS] ?? -1;
    while (row + 1 < this.start.length && (this.start[row + 1] as number) <= offset) row++;
    return row >= 0 && offset < (this.end[row] as number) ? row : -1;
  }

  /** Start of the range that holds `offset`, -1 when none does. */
  startAt(offset: number): number {
    const row = this.at(offset);
    return row < 0 ? -1 : (this.start[row] ?? -1);
  }

  /** End of the range that starts at `offset`, 0 when none does. */
  endOf(offset: number): number {
    const row = this.at(offset);
    return row >= 0 && this.start[row] === offset ? (this.end[row] ?? 0) : 0;
  }

  inFragment(offset: number): boolean {
    const row = this.at(offset);
    return row >= 0 && this.fragment[row] === 1;
  }

  /** Whether a function may start at `offset`: no range holds it, or one starts there. */
  allowsStart(offset: number): boolean {
    const start = this.startAt(offset);
    return start === -1 || start === offset;
  }
}

/** Few functions start in 256 bytes. */
const PAGE_BITS = 8;

/** Which tables to believe. */
export interface Sources {
  readonly unwind: boolean;
  readonly symbols: boolean;
}

/**
 * Where two ranges overlap, Go's table wins over unwind entries and those over symbols; then the first. Each range is cut
 * at the start of the next; one inside another of no worse rank is dropped.
 */
export function readExtents(image: Image, space: CodeSpace, sources: Sources): Extents {
  const ranges = new Ranges(space);
  if (sources.unwind) {
    for (const { rva, size, source, fragment } of image.functionHints) {
      if (size !== undefined && size > 0) ranges.add(rva, size, fragment, source === "go_pclntab" ? 0 : 1);
    }
  }
  if (sources.symbols) {
    const { rva, size, kind, piece, length } = image.symbols;
    for (let row = 0; row < length; row++) {
      if (kind[row] !== FUNCTION || Number.isNaN(rva[row]) || size[row] === 0) continue;
      ranges.add(rva[row] as number, size[row] as number, piece[row] === PIECE.cold, 2);
    }
  }
  return ranges.disjoint();
}

/** Ranges in any order, as tables give them. */
class Ranges {
  readonly #space: CodeSpace;
  readonly #start = new IntList(1024);
  readonly #end = new IntList(1024);
  /** Rank, lower is better, and the bit `FRAGMENT`. */
  readonly #sort = new ByteList(1024);

  constructor(space: CodeSpace) {
    this.#space = space;
  }

  add(rva: number, size: number, fragment: boolean, rank: number): void {
    const start = this.#space.offsetOf(rva);
    if (start < 0) return;
    this.#start.push(start);
    this.#end.push(Math.min(start + size, this.#space.runAt(start).end));
    this.#sort.push(rank | (fragment ? FRAGMENT : 0));
  }

  disjoint(): Extents {
    const { length } = this.#start;
    const starts = this.#start.view();
    const order = orderOf(new Uint32Array(starts));
    const start = new Int32Array(length);
    const end = new Int32Array(length);
    const sort = new Uint8Array(length);
    let count = 0;
    for (let next = 0; next < length;) {
      const first = next;
      let row = order[next++] as number;
      for (; next < length && starts[order[next] as number] === starts[order[first] as number]; next++) {
        if (this.#isBetter(order[next] as number, row)) row = order[next] as number;
      }
      const from = starts[row] as number;
      if (count > 0 && from < (end[count - 1] as number)) {
        if ((this.#sort.at(row) & RANK) >= ((sort[count - 1] as number) & RANK)) continue;
        end[count - 1] = from;
      }
      start[count] = from;
      end[count] = this.#end.at(row);
      sort[count++] = this.#sort.at(row);
    }
    const fragment = sort.slice(0, count).map((bits) => (bits & FRAGMENT) >> FRAGMENT_SHIFT);
    return new Extents(start.slice(0, count), end.slice(0, count), fragment, this.#space.size);
  }

  /** Of two ranges with one start: the better rank, then the longer. */
  #isBetter(row: number, other: number): boolean {
    const worse = (this.#sort.at(row) & RANK) - (this.#sort.at(other) & RANK);
    return worse < 0 || (worse === 0 && this.#end.at(row) > this.#end.at(other));
  }
}

const RANK = 3;
const FRAGMENT_SHIFT = 2;
const FRAGMENT = 1 << FRAGMENT_SHIFT;
