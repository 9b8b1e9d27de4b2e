/** Symbols, imports and exports as facts, and the places that a name stands for. */
import type { ExportFact, ImportFact, NameFact } from "../../contracts/facts.ts";
import type { Window } from "../../contracts/page.ts";
import { textAt } from "../../engine/columns.ts";
import { rvaOfPlace } from "../../engine/names.ts";
import { SYMBOL_BINDINGS, SYMBOL_KINDS, SYMBOL_SOURCES } from "../../formats/symbol-list.ts";
import type { NamedPlace, Slice, TextMatch } from "../provider.ts";
import type { Addresses } from "./address-space.ts";
import { importRva } from "./calls.ts";
import { functionAt } from "./code-map.ts";
import type { ExportRows } from "./parts/exports.ts";
import type { ImportRows } from "./parts/imports.ts";
import { namePair, rowsNamed, type AllNames, type Names } from "./parts/names.ts";
import { sharedTextAt } from "./parts/shared-texts.ts";
import type { SymbolRows } from "./parts/symbols.ts";
import { functionName, symbolAt, symbolName, type NamedPlaces } from "./places.ts";
import { kindOf } from "./procedures.ts";
import { allRows, cut, listedRows } from "./windows.ts";

export function listNames(
  symbols: SymbolRows,
  names: Names,
  addresses: Addresses,
  window: Window,
  match?: TextMatch,
): Slice<NameFact> {
  return cut(allRows(symbols.size.length), window, {
    make: (row) => nameFact(symbols, names, addresses, row),
    match,
    texts: (row) => bothNames(names, symbols.name[row] ?? 0),
  });
}

export function listImports(
  imports: ImportRows,
  addresses: Addresses,
  window: Window,
  match?: TextMatch,
): Slice<ImportFact> {
  const slots = slotsByImport(imports);
  return cut(listedRows(imports.byName), window, {
    make: (row) => importFact(imports, slots.get(row) ?? [], addresses, row),
    match,
    texts: (row) => bothNames(namesOf(imports), row),
  });
}

export function listExports(
  exports: ExportRows,
  names: Names,
  addresses: Addresses,
  window: Window,
  match?: TextMatch,
): Slice<ExportFact> {
  return cut(allRows(exports.rva.length), window, {
    make: (row) => exportFact(exports, names, addresses, row),
    match,
    texts: (row) => bothNames(names, exports.name[row] ?? 0),
  });
}

/** Tables in which a name can be looked up among all. */
export interface SearchablePlaces extends NamedPlaces {
  readonly names: AllNames;
}

/**
 * Everything with exactly this name, shown or raw, each address once, by address. `name@plt` means the stub of the
 * import. An import without a stub stands for its slots.
 */
export function placesNamed(places: SearchablePlaces, addresses: Addresses, name: string): NamedPlace[] {
  const found = new Map<number, NamedPlace>();
  const add = (rva: number, shown: string, kind: NamedPlace["kind"]): void => {
    if (!found.has(rva)) found.set(rva, { address: addresses.absolute(rva), name: shown, kind });
  };
  const rows = rowsNamed([places.names.raw, places.names.shown], name);
  addFunctions(places, rows, add);
  addUnnamed(places, name, add);
  addImports(places, name.endsWith(STUB_SUFFIX) ? name.slice(0, -STUB_SUFFIX.length) : name, add);
  addSymbols(places, rows, add);
  return [...found].sort(([left], [right]) => left - right).map(([, place]) => place);
}

const STUB_SUFFIX = "@plt";

type AddPlace = (rva: number, shown: string, kind: NamedPlace["kind"]) => void;

function addFunctions(places: NamedPlaces, names: ReadonlySet<number>, add: AddPlace): void {
  const { functions } = places;
  for (let index = 0; names.size > 0 && index < functions.name.length; index++) {
    if (!names.has(functions.name[index] ?? 0)) continue;
    // Stubs carry the name of their import, which knows the one stub to show.
    if (kindOf(functions, index) === "import_stub" && (functions.import[index] ?? -1) >= 0) continue;
    add(functions.rva[index] ?? 0, functionName(places, index), "function");
  }
}

/** A function that nothing names is called by its address. */
function addUnnamed(places: NamedPlaces, name: string, add: AddPlace): void {
  const rva = rvaOfPlace(places.names.base, name);
  const index = rva === undefined ? -1 : functionAt(places.functions, rva);
  if (rva !== undefined && index >= 0 && functionName(places, index) === name) add(rva, name, "function");
}

function addImports(places: NamedPlaces, name: string, add: AddPlace): void {
  const { imports } = places;
  for (const row of [...rowsNamed([imports.raw, imports.shown], name)].sort((left, right) => left - right)) {
    const shown = textAt(imports.shown, row);
    const isStub = (imports.stub[row] ?? -1) >= 0;
    const rva = importRva(places, row);
    if (rva >= 0) add(rva, shown, isStub ? "import_stub" : "symbol");
  }
}

function addSymbols(places: NamedPlaces, names: ReadonlySet<number>, add: AddPlace): void {
  const { functions, symbols } = places;
  for (let row = 0; names.size > 0 && row < symbols.rva.length; row++) {
    const rva = names.has(symbols.name[row] ?? 0) ? symbols.rva[row] : undefined;
    if (rva === undefined || symbolAt(symbols, rva) < 0) continue;
    const index = functionAt(functions, rva);
    if (index < 0) add(rva, symbolName(places, row), "symbol");
    else add(rva, functionName(places, index), kindOf(functions, index) === "import_stub" ? "import_stub" : "function");
  }
}

type NameTexts = Pick<Names, "raw" | "shownAt">;

function bothNames({ raw, shownAt }: NameTexts, row: number): string[] {
  const names = [shownAt(row), textAt(raw, row)];
  return names.filter((name, index) => name !== "" && names.indexOf(name) === index);
}

function pairAt({ raw, shownAt }: NameTexts, row: number): { name: string; raw_name: string | null } {
  return namePair(textAt(raw, row), shownAt(row));
}

/** Imports are few and have their names beside them. */
function namesOf({ raw, shown }: ImportRows): NameTexts {
  return { raw, shownAt: (row) => textAt(shown, row) };
}

function nameFact(symbols: SymbolRows, names: Names, addresses: Addresses, row: number): NameFact {
  const rva = symbols.rva[row];
  return {
    address: rva === undefined ? null : addresses.text(rva),
    ...pairAt(names, symbols.name[row] ?? 0),
    kind: SYMBOL_KINDS[symbols.kind[row] ?? 0] ?? "other",
    binding: SYMBOL_BINDINGS[symbols.binding[row] ?? 0] ?? "other",
    source: SYMBOL_SOURCES[symbols.source[row] ?? 0] ?? "symtab",
    size: symbols.size[row] ?? 0,
  };
}

function importFact(imports: ImportRows, slots: readonly number[], addresses: Addresses, row: number): ImportFact {
  const stub = imports.stub[row] ?? -1;
  return {
    ...pairAt(namesOf(imports), row),
    library: sharedTextAt(imports.library, row) || null,
    version: sharedTextAt(imports.version, row) || null,
    kind: SYMBOL_KINDS[imports.kind[row] ?? 0] ?? "other",
    weak: imports.weak[row] === 1,
    stub: stub < 0 ? null : addresses.text(stub),
    slots: slots.map((rva) => addresses.text(rva)),
    calls: imports.calls[row] ?? 0,
  };
}

function exportFact(exports: ExportRows, names: Names, addresses: Addresses, row: number): ExportFact {
  const forwarder = sharedTextAt(exports.forwarder, row);
  return {
    address: addresses.text(exports.rva[row] ?? 0),
    ...pairAt(names, exports.name[row] ?? 0),
    version: sharedTextAt(exports.version, row) || null,
    kind: SYMBOL_KINDS[exports.kind[row] ?? 0] ?? "other",
    size: exports.size[row] ?? 0,
    ...(forwarder === "" ? {} : { forwards_to: forwarder }),
  };
}

function slotsByImport({ slot, slotImport }: ImportRows): ReadonlyMap<number, readonly number[]> {
  const slots = new Map<number, number[]>();
  for (const [index, row] of slotImport.entries()) {
    const known = slots.get(row);
    if (known === undefined) slots.set(row, [slot[index] ?? 0]);
    else known.push(slot[index] ?? 0);
  }
  return slots;
}
