/** How many functions each function calls, and how often each import is called. */
import { countPartners } from "../../engine/flow/calls.ts";
import { IntList } from "../../engine/lists.ts";
import type { ReferenceTable } from "../../engine/program.ts";
import { type Callable, Callees, isCall } from "./callees.ts";
import { AscendingOwners } from "./code-map.ts";
import type { ImportRows } from "./parts/imports.ts";

export interface CallCounts {
  /** Distinct callees of each function. */
  readonly callees: Uint32Array;
  /** Call sites of each import. */
  readonly importCalls: Uint32Array;
}

/** Counts over the whole table. A stub's own jump to its import is no call of the import. */
export function countCalls(
  functions: Callable,
  imports: Pick<ImportRows, "slot" | "slotImport" | "placeholder">,
  { from, to, kind }: ReferenceTable,
): CallCounts {
  const resolver = new Callees(functions, imports);
  const met = new MetTargets(resolver);
  const owners = new AscendingOwners(functions);
  const count = functions.rva.length;
  const importCalls = new Uint32Array(imports.placeholder.length);
  const calls = { caller: new IntList(1024), callee: new IntList(1024) };
  for (let row = 0; row < from.length; row++) {
    if (!isCall(kind[row] ?? 0)) continue;
    const callee = met.calleeAt(to[row] ?? 0);
    if (callee < 0) continue;
    const caller = owners.holding(from[row] ?? 0);
    if (caller >= 0) {
      calls.caller.push(caller);
      calls.callee.push(callee);
    }
    const imported = resolver.importOf(callee);
    if (imported < 0 || (caller >= 0 && resolver.importOfStub(caller) === imported)) continue;
    importCalls[imported] = (importCalls[imported] ?? 0) + 1;
  }
  const pairs = { caller: calls.caller.view(), callee: calls.callee.view() };
  const { callees } = countPartners(pairs, count + importCalls.length);
  return { callees: callees.subarray(0, count), importCalls };
}

/** Callees of targets that were met a short while ago: most are called again and again. */
class MetTargets {
  readonly #resolver: Callees;
  readonly #target = new Float64Array(MOST_MET).fill(-1);
  readonly #callee = new Int32Array(MOST_MET);

  constructor(resolver: Callees) {
    this.#resolver = resolver;
  }

  calleeAt(target: number): number {
    const place = (target ^ (target >>> 13)) & (MOST_MET - 1);
    if (this.#target[place] === target) return this.#callee[place] as number;
    const callee = this.#resolver.at(target);
    this.#target[place] = target;
    this.#callee[place] = callee;
    return callee;
  }
}

/** A power of two. */
const MOST_MET = 0x2000;
