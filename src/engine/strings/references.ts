/** Places that code or data points to, as far as they can be the start of a text. */
import { NumberList } from "../lists.ts";
import { REFERENCE_KINDS, type ReferenceTable } from "../program.ts";

const ADDRESS = REFERENCE_KINDS.indexOf("address");
const POINTER = REFERENCE_KINDS.indexOf("pointer");

/** Targets of `address` and `pointer` references, ascending, each once. */
export function referencedPlaces(references: ReferenceTable | undefined): Float64Array {
  if (references === undefined) return new Float64Array(0);
  const { kind, to, byTarget } = references;
  const places = new NumberList(1024);
  let last = -1;
  for (const row of byTarget) {
    const target = to[row] ?? 0;
    if (target === last || (kind[row] !== ADDRESS && kind[row] !== POINTER)) continue;
    places.push(target);
    last = target;
  }
  return places.view().slice();
}

/** Calls `visit` with each pointer slot of data and what it points to, ascending by slot. */
export function forEachPointer(references: ReferenceTable, visit: (slot: number, target: number) => void): void {
  const { kind, from, to } = references;
  for (let row = 0; row < kind.length; row++) {
    if (kind[row] === POINTER) visit(from[row] ?? 0, to[row] ?? 0);
  }
}
