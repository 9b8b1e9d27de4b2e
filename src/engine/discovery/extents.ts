/** Ranges of code that tables of the file give to functions: unwind entries, Go's function table, sized symbols. */
import type { Image } from "../../formats/image.ts";
import type { CodeSpace } from "../code-space.ts";
import { lastAtMost } from "../columns.ts";

/** Disjoint ranges of code space, ascending. */
export class Extents {
  readonly start: Int32Array;
  readonly end: Int32Array;
  /** 1 for a piece (`.cold`) of a function that starts elsewhere. */
  readonly fragment: Uint8Array;

  constructor(rows: readonly Extent[]) {
    this.start = Int32Array.from(rows, (row) => row.start);
    this.end = Int32Array.from(rows, (row) => row.end);
    this.fragment = Uint8Array.from(rows, (row) => (row.fragment ? 1 : 0));
  }

  get count(): number {
    return this.start.length;
  }

  /** Row of the range that holds `offset`, -1 when none does. */
  at(offset: number): number {
    const row = lastAtMost(this.start, offset);
    return row >= 0 && offset < (this.end[row] ?? 0) ? row : -1;
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

export interface Extent {
  readonly start: number;
  readonly end: number;
  readonly fragment: boolean;
}

/** Which tables to believe. */
export interface Sources {
  readonly unwind: boolean;
  readonly symbols: boolean;
}

/** Names that compilers give to the part of a function that they move away as unlikely. */
export const COLD_NAME = /\.cold(?:\.\d+)?$/;

/** Where two ranges overlap, Go's table wins over unwind entries and those over symbols; then the first. */
export function readExtents(image: Image, space: CodeSpace, sources: Sources): Extents {
  const rows: (Extent & { readonly rank: number })[] = [];
  const add = (rva: number, size: number, fragment: boolean, rank: number): void => {
    const start = space.offsetOf(rva);
    if (start < 0) return;
    rows.push({ start, end: Math.min(start + size, space.runAt(start).end), fragment, rank });
  };
  if (sources.unwind) {
    for (const { rva, size, source, fragment } of image.functionHints) {
      if (size !== undefined && size > 0) add(rva, size, fragment, source === "go_pclntab" ? 0 : 1);
    }
  }
  if (sources.symbols) {
    for (const { rva, size, kind, name } of image.symbols) {
      if (rva !== undefined && size > 0 && kind === "function") add(rva, size, COLD_NAME.test(name), 2);
    }
  }
  rows.sort((left, right) => left.start - right.start || left.rank - right.rank || right.end - left.end);
  return new Extents(withoutOverlap(rows));
}

/** Cuts each range at the start of the next; a range inside another of better rank is dropped. */
function withoutOverlap(rows: readonly (Extent & { readonly rank: number })[]): Extent[] {
  const kept: (Extent & { readonly rank: number })[] = [];
  for (const row of rows) {
    const last = kept.at(-1);
    if (last !== undefined && row.start < last.end) {
      if (row.start === last.start || row.rank >= last.rank) continue;
      kept[kept.length - 1] = { ...last, end: row.start };
    }
    kept.push(row);
  }
  return kept;
}
