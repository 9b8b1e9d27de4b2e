/** Calls between functions, read off the references. */
import type { Descent } from "../discovery/descent.ts";
import { MARK } from "../discovery/marks.ts";
import { IntList } from "../lists.ts";
import type { BlockRows } from "./block-rows.ts";
import type { BlockStarts } from "./block-starts.ts";
import { KIND } from "./reference-rows.ts";
import type { ReferenceRows } from "./reference-rows.ts";

/** Says which function holds the instruction at an rva and which one starts there; -1 for none. */
export interface FunctionIndex {
  /** Called with ascending rvas. */
  readonly holding: (rva: number) => number;
  readonly startingAt: (rva: number) => number;
}

/** Turns jumps and branches to the start of another function into tail calls, in place. */
export function markTailCalls(references: ReferenceRows, index: FunctionIndex): void {
  for (let row = 0; row < references.count; row++) {
    const kind = references.kind.at(row);
    if (kind !== KIND.jump && kind !== KIND.branch) continue;
    const target = index.startingAt(references.to.at(row));
    if (target >= 0 && target !== index.holding(references.from.at(row))) references.kind.set(row, KIND.tail_call);
  }
}

/** Number of distinct functions that call or tail-call each of `count` functions. */
export function countCallers(references: ReferenceRows, index: FunctionIndex, count: number): Uint32Array {
  const callers = new Uint32Array(count);
  const { caller, callee } = callsBetween(references, index);
  forEachPair(caller.view(), callee.view(), count, (_, called) => {
    callers[called] = (callers[called] ?? 0) + 1;
  });
  return callers;
}

/** Visits every pair of rows once, by caller; `count` is more than every number in the columns. */
export function forEachPair(
  caller: Int32Array,
  callee: Int32Array,
  count: number,
  visit: (caller: number, callee: number) => void,
): void {
  const lastCaller = new Int32Array(count).fill(-1);
  const { order, first } = byCaller(caller, count);
  for (let at = 0; at < count; at++) {
    for (let place = first[at] ?? 0; place < (first[at + 1] ?? 0); place++) {
      const called = callee[order[place] ?? 0] ?? 0;
      if (lastCaller[called] === at) continue;
      lastCaller[called] = at;
      visit(at, called);
    }
  }
}

/** Caller and callee of each call and tail call between functions. */
function callsBetween(references: ReferenceRows, index: FunctionIndex): { caller: IntList; callee: IntList } {
  const calls = { caller: new IntList(1024), callee: new IntList(1024) };
  for (let row = 0; row < references.count; row++) {
    const kind = references.kind.at(row);
    if (kind !== KIND.call && kind !== KIND.tail_call) continue;
    const callee = index.startingAt(references.to.at(row));
    const caller = callee < 0 ? -1 : index.holding(references.from.at(row));
    if (caller < 0) continue;
    calls.caller.push(caller);
    calls.callee.push(callee);
  }
  return calls;
}

/** Rows by caller, and where those of each of `count` callers begin: a counting sort. */
function byCaller(caller: Int32Array, count: number): { order: Uint32Array; first: Uint32Array } {
  const first = new Uint32Array(count + 2);
  for (let row = 0; row < caller.length; row++) {
    const behind = (caller[row] ?? 0) + 2;
    first[behind] = (first[behind] ?? 0) + 1;
  }
  for (let row = 2; row < first.length; row++) first[row] = (first[row] ?? 0) + (first[row - 1] ?? 0);
  const order = new Uint32Array(caller.length);
  // What begins behind a caller's rows moves to their end, which is where those of the next begin.
  for (let row = 0; row < caller.length; row++) {
    const next = (caller[row] ?? 0) + 1;
    const place = first[next] ?? 0;
    order[place] = row;
    first[next] = place + 1;
  }
  return { order, first };
}

/** Looks functions up by the blocks they own. `owners` gives the row of each block's function in `rows`. */
export function functionIndex(
  descent: Descent,
  blocks: BlockRows,
  blockStarts: BlockStarts,
  owners: Int32Array,
  rows: { readonly rva: Float64Array; readonly found: Int32Array },
): FunctionIndex {
  const { space } = descent.ground;
  const standIns = new Map<number, number>();
  for (let row = 0; row < rows.found.length; row++) {
    if ((rows.found[row] ?? 0) < 0) standIns.set(rows.rva[row] ?? 0, row);
  }
  const starts = blocks.start.view();
  const ends = blocks.end.view();
  let block = 0;
  return {
    holding(rva) {
      const offset = space.offsetOf(rva);
      if (offset < (starts[block] ?? 0)) block = 0;
      while (block + 1 < starts.length && (starts[block + 1] ?? 0) <= offset) block++;
      return offset >= (starts[block] ?? 0) && offset < (ends[block] ?? 0) ? (owners[block] ?? -1) : -1;
    },
    startingAt(rva) {
      const offset = space.offsetOf(rva);
      if (offset < 0) return standIns.get(rva) ?? -1;
      if (((descent.marks[offset] ?? 0) & MARK.FUNCTION) === 0) return -1;
      return owners[blockStarts.at(offset)] ?? -1;
    },
  };
}
