/** Calls between functions, read off the references. */
import type { Descent } from "../discovery/descent.ts";
import { MARK } from "../discovery/marks.ts";
import { NumberList } from "../lists.ts";
import type { BlockRows } from "./block-rows.ts";
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
  const pairs = new NumberList(1024);
  for (let row = 0; row < references.count; row++) {
    const kind = references.kind.at(row);
    if (kind !== KIND.call && kind !== KIND.tail_call) continue;
    const callee = index.startingAt(references.to.at(row));
    const caller = callee < 0 ? -1 : index.holding(references.from.at(row));
    if (caller >= 0) pairs.push(callee * 2 ** 26 + caller);
  }
  const sorted = pairs.view().sort();
  for (let position = 0; position < sorted.length; position++) {
    const pair = sorted[position] ?? 0;
    if (sorted[position - 1] === pair) continue;
    const callee = Math.floor(pair / 2 ** 26);
    callers[callee] = (callers[callee] ?? 0) + 1;
  }
  return callers;
}

/**
 * Looks functions up by the blocks they own. `owners` gives the row of each block's function in `rows`; the owner
 * column of `descent` has been given up to `edgeTargets`.
 */
export function functionIndex(
  descent: Descent,
  blocks: BlockRows,
  owners: Int32Array,
  rows: readonly { readonly rva: number; readonly found: number }[],
): FunctionIndex {
  const { space } = descent.ground;
  const standIns = new Map<number, number>();
  for (const [row, { rva, found }] of rows.entries()) if (found < 0) standIns.set(rva, row);
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
      const at = descent.owner[offset] ?? -1;
      return starts[at] === offset ? (owners[at] ?? -1) : -1;
    },
  };
}
