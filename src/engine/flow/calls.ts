/** Calls between functions, read off the references. */
import type { Descent } from "../discovery/descent.ts";
import { MARK } from "../discovery/marks.ts";
import { IntList } from "../lists.ts";
import type { BlockRows } from "./block-rows.ts";
import type { BlockStarts } from "./block-starts.ts";
import { KIND, TO_START } from "./reference-rows.ts";
import type { ReferenceRows } from "./reference-rows.ts";

/** Says which function holds the instruction at an rva and which one starts there; -1 for none. */
export interface FunctionIndex {
  /** Called with ascending rvas. */
  readonly holding: (rva: number) => number;
  readonly startingAt: (rva: number) => number;
}

/** Calls and tail calls between functions, by the rows of both. */
export interface Calls {
  readonly caller: Int32Array;
  readonly callee: Int32Array;
}

/** Reads the calls off the references; jumps and branches to the start of another function become tail calls there. */
export function readCalls({ count, from, to, kind }: ReferenceRows, index: FunctionIndex): Calls {
  const calls = { caller: new IntList(1024), callee: new IntList(1024) };
  for (let row = nextCall(kind, 0, count); row < count; row = nextCall(kind, row + 1, count)) {
    const known = kind[row] as number;
    const callee = index.startingAt(to[row] as number);
    const caller = callee < 0 ? -1 : index.holding(from[row] as number);
    if (known >= TO_START) {
      const staysInside = callee < 0 || callee === caller;
      kind[row] = staysInside ? known - TO_START : KIND.tail_call;
      if (staysInside) continue;
    }
    if (caller < 0) continue;
    calls.caller.push(caller);
    calls.callee.push(callee);
  }
  return { caller: calls.caller.view(), callee: calls.callee.view() };
}

/** The first row from `from` on that is a call, or a jump to the start of a function. */
function nextCall(kind: Uint8Array, from: number, count: number): number {
  let row = from;
  while (row < count && (kind[row] as number) > KIND.tail_call && (kind[row] as number) < TO_START) row++;
  return row;
}

/** Distinct callers of each of `count` functions, and distinct callees. */
export interface Partners {
  readonly callers: Uint32Array;
  readonly callees: Uint32Array;
}

/** Counts over all calls; `count` is more than every number in the columns. */
export function countPartners({ caller, callee }: Calls, count: number): Partners {
  const callers = new Uint32Array(count);
  const callees = new Uint32Array(count);
  const lastCaller = new Int32Array(count).fill(-1);
  const { order, first } = byCaller(caller, count);
  for (let at = 0; at < count; at++) {
    for (let place = first[at] as number; place < (first[at + 1] as number); place++) {
      const called = callee[order[place] as number] as number;
      if (lastCaller[called] === at) continue;
      lastCaller[called] = at;
      callers[called] = (callers[called] as number) + 1;
      callees[at] = (callees[at] as number) + 1;
    }
  }
  return { callers, callees };
}

/** Rows by caller, and where those of each of `count` callers begin: a counting sort. */
function byCaller(caller: Int32Array, count: number): { order: Uint32Array; first: Uint32Array } {
  const first = new Uint32Array(count + 2);
  for (let row = 0; row < caller.length; row++) {
    const behind = (caller[row] as number) + 2;
    first[behind] = (first[behind] as number) + 1;
  }
  for (let row = 2; row < first.length; row++) first[row] = (first[row] as number) + (first[row - 1] as number);
  const order = new Uint32Array(caller.length);
  // What begins behind a caller's rows moves to their end, which is where those of the next begin.
  for (let row = 0; row < caller.length; row++) {
    const next = (caller[row] as number) + 1;
    const place = first[next] as number;
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
  const { count, start: starts, end: ends } = blocks;
  let block = 0;
  return {
    holding(rva) {
      const offset = space.offsetOf(rva);
      if (offset < (starts[block] ?? 0)) block = 0;
      while (block + 1 < count && (starts[block + 1] as number) <= offset) block++;
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
