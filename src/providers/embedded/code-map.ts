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

/** Starts, which ascend, and sizes. */
type Extents = Pick<CodeExtents, "rva" | "size">;

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
  const main = holding(functions, lastAtMost(functions.rva, rva), rva);
  const fragment = holding(fragments, lastAtMost(fragments.rva, rva), rva);
  return nearerOwner(functions, main, fragment);
}

/** The function of the later one of two starts; -1 stands for none. */
function nearerOwner({ rva, fragments }: CodeExtents, main: number, fragment: number): number {
  if (fragment < 0) return main;
  if (main >= 0 && (rva[main] ?? 0) >= (fragments.rva[fragment] ?? 0)) return main;
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
    if (rva < this.#from || rva >= this.#until) this.#look(rva);
    return this.#owner;
  }

  #look(rva: number): void {
    const functions = this.#functions;
    const { fragments } = functions;
    const nearest = lastAtMost(functions.rva, rva);
    const nearestFragment = lastAtMost(fragments.rva, rva);
    const main = holding(functions, nearest, rva);
    const fragment = holding(fragments, nearestFragment, rva);
    this.#owner = nearerOwner(functions, main, fragment);
    this.#from = rva;
    this.#until = Math.min(nextBound(functions, nearest, main), nextBound(fragments, nearestFragment, fragment));
  }
}

/** Where what holds an address may be others: the next start, or the end of the one that holds it. */
function nextBound({ rva, size }: Extents, nearest: number, index: number): number {
  const next = rva[nearest + 1] ?? Infinity;
  return index < 0 ? next : Math.min(next, (rva[index] ?? 0) + (size[index] ?? 0));
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

/** The last one up to `nearest`, the last that starts at or before `rva`, that holds `rva`; -1 when none does. */
function holding({ rva: starts, size }: Extents, nearest: number, rva: number): number {
  const lowest = Math.max(0, nearest - MAX_NESTING);
  for (let index = nearest; index >= lowest; index--) {
    if (rva < (starts[index] ?? 0) + (size[index] ?? 0)) return index;
  }
  return -1;
}
