/** Which function starts at or holds an rva, and where its code lies. */
import { firstAtLeast, lastAtMost } from "../../engine/columns.ts";
import type { RvaColumn } from "../../engine/program.ts";
import type { FragmentTable } from "./parts/fragments.ts";

/** The columns that say where functions are. */
export interface CodeExtents {
  readonly rva: RvaColumn;
  readonly size: Uint32Array;
  readonly fragments: FragmentTable;
}

export interface Range {
  readonly rva: number;
  readonly size: number;
}

/** Index of the function that starts at `rva`, -1 when none does. */
export function functionAt(functions: Pick<CodeExtents, "rva">, rva: number): number {
  const index = lastAtMost(functions.rva, rva);
  return index >= 0 && functions.rva[index] === rva ? index : -1;
}

/** Index of the function whose code holds `rva`, -1 when none does. The nearest start wins where code is shared. */
export function functionHolding(functions: CodeExtents, rva: number): number {
  const { fragments } = functions;
  const main = holding(functions.rva, functions.size, rva);
  const fragment = holding(fragments.rva, fragments.size, rva);
  if (fragment < 0) return main;
  if (main >= 0 && (functions.rva[main] ?? 0) >= (fragments.rva[fragment] ?? 0)) return main;
  return fragments.function[fragment] ?? -1;
}

/** `functionHolding` for addresses that ascend: what it found holds as far as no start or end lies in between. */
export class AscendingOwners {
  readonly #functions: CodeExtents;
  #owner = -1;
  #from = Infinity;
  #until = -Infinity;

  constructor(functions: CodeExtents) {
    this.#functions = functions;
  }

  holding(rva: number): number {
    if (rva < this.#from || rva >= this.#until) {
      const { rva: starts, size, fragments } = this.#functions;
      this.#owner = functionHolding(this.#functions, rva);
      this.#from = rva;
      this.#until = Math.min(nextBound(starts, size, rva), nextBound(fragments.rva, fragments.size, rva));
    }
    return this.#owner;
  }
}

/** Where the extents that hold `rva` may be others: the next start, or the end of the one that holds it. */
function nextBound(starts: RvaColumn, sizes: Uint32Array, rva: number): number {
  const next = starts[lastAtMost(starts, rva) + 1] ?? Infinity;
  const index = holding(starts, sizes, rva);
  return index < 0 ? next : Math.min(next, (starts[index] ?? 0) + (sizes[index] ?? 0));
}

/** Every run of the function's code: the one that holds its start first, the others by rva. */
export function rangesOf(functions: CodeExtents, index: number): Range[] {
  const { fragments } = functions;
  const ranges: Range[] = [{ rva: functions.rva[index] ?? 0, size: functions.size[index] ?? 0 }];
  let at = fragments.function.indexOf(index);
  while (at >= 0) {
    ranges.push({ rva: fragments.rva[at] ?? 0, size: fragments.size[at] ?? 0 });
    at = fragments.function.indexOf(index, at + 1);
  }
  return ranges;
}

/** Rows `[first, end)` of an ascending column whose values lie in the range. */
export function rowsWithin(column: ArrayLike<number>, { rva, size }: Range): { first: number; end: number } {
  return { first: firstAtLeast(column, rva), end: firstAtLeast(column, rva + size) };
}

/** Extents that may enclose the one that starts nearest below an address; hostile tables nest more. */
const MAX_NESTING = 32;

function holding(starts: RvaColumn, sizes: Uint32Array, rva: number): number {
  const nearest = lastAtMost(starts, rva);
  const lowest = Math.max(0, nearest - MAX_NESTING);
  for (let index = nearest; index >= lowest; index--) {
    if (rva < (starts[index] ?? 0) + (sizes[index] ?? 0)) return index;
  }
  return -1;
}
