/** References as facts, with the function they come from and the name of what they lead to. */
import type { ReferenceFact } from "../../contracts/facts.ts";
import { REFERENCE_KINDS, type ReferenceTable } from "../../engine/program.ts";
import type { Addresses } from "./address-space.ts";
import { firstByTarget } from "./calls.ts";
import { functionHolding, rangesOf, rowsWithin, type Range } from "./code-map.ts";
import { functionName, referenceName, type Places } from "./places.ts";

export interface ReferenceSources {
  readonly places: Places;
  readonly references: ReferenceTable;
  readonly addresses: Addresses;
}

/** Whose target lies in the range, by (from, to). */
export function referencesTo(sources: ReferenceSources, range: Range): ReferenceFact[] {
  return factsOf(sources, rowsInto(sources.references, range));
}

/** Whose source lies in the range, by (from, to). */
export function referencesFrom(sources: ReferenceSources, range: Range): ReferenceFact[] {
  return factsOf(sources, rowsOutOf(sources.references, range));
}

/** Out of every range of the function, by (from, to). */
export function referencesOf(sources: ReferenceSources, index: number): ReferenceFact[] {
  return factsOf(sources, rowsOfFunction(sources.references, sources.places.functions, index));
}

/** Rows of the references out of the function, ascending. */
export function rowsOfFunction(
  references: ReferenceTable,
  functions: Places["functions"],
  index: number,
): readonly number[] {
  const rows = rangesOf(functions, index).flatMap((range) => rowsOutOf(references, range));
  return rows.sort((left, right) => left - right);
}

function rowsOutOf(references: ReferenceTable, range: Range): number[] {
  const { first, end } = rowsWithin(references.from, range);
  return Array.from({ length: end - first }, (_, distance) => first + distance);
}

function rowsInto({ byTarget, to }: ReferenceTable, range: Range): number[] {
  const first = firstByTarget(byTarget, to, range.rva);
  const end = firstByTarget(byTarget, to, range.rva + range.size);
  return Array.from(byTarget.subarray(first, end)).sort((left, right) => left - right);
}

function factsOf(sources: ReferenceSources, rows: readonly number[]): ReferenceFact[] {
  return rows.map((row) => factOf(sources, row));
}

function factOf({ places, references, addresses }: ReferenceSources, row: number): ReferenceFact {
  const from = references.from[row] ?? 0;
  const to = references.to[row] ?? 0;
  const owner = functionHolding(places.functions, from);
  return {
    from: addresses.text(from),
    to: addresses.text(to),
    kind: REFERENCE_KINDS[references.kind[row] ?? 0] ?? "address",
    from_function:
      owner < 0
        ? null
        : { address: addresses.text(places.functions.rva[owner] ?? 0), name: functionName(places, owner) },
    to_name: referenceName(places, to) ?? null,
  };
}
