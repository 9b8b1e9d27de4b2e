/** How many functions each function calls, and how often each import is called. */
import { forEachPair } from "../../engine/flow/calls.ts";
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
  references: ReferenceTable,
): CallCounts {
  const resolver = new Callees(functions, imports);
  const calleeOf = calleesOfRows(resolver, references);
  const owners = new AscendingOwners(functions);
  const count = functions.rva.length;
  const importCalls = new Uint32Array(imports.placeholder.length);
  const calls = { caller: new IntList(1024), callee: new IntList(1024) };
  for (let row = 0; row < references.from.length; row++) {
    const callee = calleeOf[row] ?? -1;
    if (callee < 0) continue;
    const caller = owners.holding(references.from[row] ?? 0);
    if (caller >= 0) {
      calls.caller.push(caller);
      calls.callee.push(callee);
    }
    const imported = resolver.importOf(callee);
    if (imported < 0 || (caller >= 0 && resolver.importOfStub(caller) === imported)) continue;
    importCalls[imported] = (importCalls[imported] ?? 0) + 1;
  }
  const callees = new Uint32Array(count);
  forEachPair(calls.caller.view(), calls.callee.view(), count + importCalls.length, (caller) => {
    callees[caller] = (callees[caller] ?? 0) + 1;
  });
  return { callees, importCalls };
}

/** The callee of each row of the table, -1 where there is no call; each target is looked up once. */
function calleesOfRows(resolver: Callees, { to, kind, byTarget }: ReferenceTable): Int32Array {
  const callees = new Int32Array(to.length).fill(-1);
  let target = -1;
  let callee = -1;
  for (let place = 0; place < byTarget.length; place++) {
    const row = byTarget[place] ?? 0;
    if (!isCall(kind[row] ?? 0)) continue;
    const next = to[row] ?? 0;
    if (next !== target) callee = resolver.at(next);
    target = next;
    callees[row] = callee;
  }
  return callees;
}
