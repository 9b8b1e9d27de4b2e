/** Call sites as facts: what a function calls, and who calls it. */
import type { CallFact } from "../../contracts/facts.ts";
import { textAt } from "../../engine/columns.ts";
import { REFERENCE_KINDS, type ReferenceTable } from "../../engine/program.ts";
import type { Addresses } from "./address-space.ts";
import { Callees, isCall } from "./callees.ts";
import { functionAt, functionHolding, rangesOf, rowsWithin } from "./code-map.ts";
import { sharedTextAt } from "./parts/shared-texts.ts";
import { functionName, withOffset, type CodePlaces } from "./places.ts";
import { unresolvedSites } from "./procedures.ts";

export interface CallSources extends CodePlaces {
  readonly references: ReferenceTable;
  readonly addresses: Addresses;
}

/** By site; sites whose target is computed at run time have no callee. */
export function callsFrom(sources: CallSources, index: number): CallFact[] {
  const { functions, references, addresses } = sources;
  const resolver = new Callees(functions, sources.imports);
  const caller = { address: addresses.text(functions.rva[index] ?? 0), name: functionName(sources, index) };
  const sites: Site[] = [];
  for (const range of rangesOf(functions, index)) {
    const { first, end } = rowsWithin(references.from, range);
    for (let row = first; row < end; row++) {
      if (!isCall(references.kind[row] ?? 0)) continue;
      if (functionHolding(functions, references.from[row] ?? 0) !== index) continue;
      sites.push({ rva: references.from[row] ?? 0, row });
    }
  }
  for (const { rva, kind } of unresolvedSites(functions, index)) if (kind === "call") sites.push({ rva, row: -1 });
  sites.sort((left, right) => left.rva - right.rva || left.row - right.row);
  return sites.map(({ rva, row }) => {
    if (row < 0) return { site: addresses.text(rva), caller, callee: null, kind: "indirect" };
    return { site: addresses.text(rva), caller, ...calleeFact(sources, resolver, row) };
  });
}

/** By site. Of an import, calls through each of its stubs and slots; the jumps inside its stubs are left out. */
export function callsTo(sources: CallSources, rva: number): CallFact[] {
  const { functions, references, addresses } = sources;
  const resolver = new Callees(functions, sources.imports);
  const callee = resolver.at(rva);
  const imported = callee < 0 ? -1 : resolver.importOf(callee);
  const rows = entriesOf(sources, rva, imported).flatMap((entry) => rowsTo(references, entry));
  const calls: CallFact[] = [];
  for (const row of rows.sort((left, right) => left - right)) {
    if (!isCall(references.kind[row] ?? 0)) continue;
    const site = references.from[row] ?? 0;
    const owner = functionHolding(functions, site);
    if (imported >= 0 && owner >= 0 && resolver.importOfStub(owner) === imported) continue;
    const caller =
      owner < 0
        ? { address: addresses.text(site), name: `loc_${addresses.text(site).slice(2)}` }
        : { address: addresses.text(functions.rva[owner] ?? 0), name: functionName(sources, owner) };
    calls.push({ site: addresses.text(site), caller, ...calleeFact(sources, resolver, row) });
  }
  return calls;
}

/** Where an import is shown to be: its stub, else its first slot or its placeholder; -1 when it has none. */
export function importRva({ imports }: Pick<CodePlaces, "imports">, row: number): number {
  const stub = imports.stub[row] ?? -1;
  if (stub >= 0) return stub;
  const slot = imports.slotImport.indexOf(row);
  return slot < 0 ? (imports.placeholder[row] ?? -1) : (imports.slot[slot] ?? -1);
}

/** A row of the reference table, or -1 for a call whose target is not known. */
interface Site {
  readonly rva: number;
  readonly row: number;
}

function calleeFact(sources: CallSources, resolver: Callees, row: number): Pick<CallFact, "callee" | "kind"> {
  const to = sources.references.to[row] ?? 0;
  const kind = REFERENCE_KINDS[sources.references.kind[row] ?? 0];
  const isTail = kind === "tail_call" || kind === "import_jump";
  const callee = resolver.at(to);
  const imported = callee < 0 ? -1 : resolver.importOf(callee);
  if (imported >= 0) return { callee: importPlace(sources, imported), kind: isTail ? "tail" : "import" };
  return { callee: { ...codePlace(sources, to), library: null }, kind: isTail ? "tail" : "direct" };
}

function importPlace(sources: CallSources, row: number): NonNullable<CallFact["callee"]> {
  const { imports, addresses } = sources;
  return {
    address: addresses.text(importRva(sources, row)),
    name: textAt(imports.shown, row),
    library: sharedTextAt(imports.library, row) || null,
  };
}

function codePlace(sources: CallSources, rva: number): { address: string; name: string } {
  const { functions, addresses } = sources;
  const address = addresses.text(rva);
  const exact = functionAt(functions, rva);
  if (exact >= 0) return { address, name: functionName(sources, exact) };
  const owner = functionHolding(functions, rva);
  if (owner < 0) return { address, name: `loc_${address.slice(2)}` };
  return { address, name: withOffset(functionName(sources, owner), rva - (functions.rva[owner] ?? 0)) };
}

/** Every rva that reaches the import, or `rva` alone when it is none. */
function entriesOf({ functions, imports }: CodePlaces, rva: number, imported: number): number[] {
  if (imported < 0) return [rva];
  const entries = new Set<number>();
  for (let index = functions.import.indexOf(imported); index >= 0;) {
    entries.add(functions.rva[index] ?? 0);
    index = functions.import.indexOf(imported, index + 1);
  }
  for (let slot = imports.slotImport.indexOf(imported); slot >= 0;) {
    entries.add(imports.slot[slot] ?? 0);
    slot = imports.slotImport.indexOf(imported, slot + 1);
  }
  const placeholder = imports.placeholder[imported] ?? -1;
  if (placeholder >= 0) entries.add(placeholder);
  return [...entries];
}

/** Rows of the references to exactly `rva`. */
function rowsTo({ byTarget, to }: ReferenceTable, rva: number): number[] {
  const rows: number[] = [];
  for (let at = firstByTarget(byTarget, to, rva); at < byTarget.length; at++) {
    const row = byTarget[at] ?? 0;
    if (to[row] !== rva) break;
    rows.push(row);
  }
  return rows;
}

/** First position of `byTarget` whose target is at least `rva`. */
export function firstByTarget(byTarget: Uint32Array, to: ArrayLike<number>, rva: number): number {
  let low = 0;
  let high = byTarget.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((to[byTarget[middle] ?? 0] ?? 0) < rva) low = middle + 1;
    else high = middle;
  }
  return low;
}
