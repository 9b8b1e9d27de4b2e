/** Places that code or data points to, as far as they can be the start of a text. */
import { KIND } from "../flow/reference-rows.ts";
import { NumberList } from "../lists.ts";
import type { ReferenceTable } from "../program.ts";

/** Targets of `address` and `pointer` references, ascending, each once. */
export function referencedPlaces(references: ReferenceTable | undefined): Float64Array {
  if (references === undefined) return new Float64Array(0);
  const { kind, to, byTarget } = references;
  const places = new NumberList(1024);
  let last = -1;
  for (let place = 0; place < byTarget.length; place++) {
    const row = byTarget[place] as number;
    if (kind[row] !== KIND.address && kind[row] !== KIND.pointer) continue;
    const target = to[row] as number;
    if (target === last) continue;
    places.push(target);
    last = target;
  }
  return places.view().slice();
}

/** Calls `visit` with each pointer slot of data and what it points to, ascending by slot. */
export function forEachPointer(references: ReferenceTable, visit: (slot: number, target: number) => void): void {
  const { kind, from, to } = references;
  for (let row = 0; row < kind.length; row++) {
    if (kind[row] === KIND.pointer) visit(from[row] ?? 0, to[row] ?? 0);
  }
}
