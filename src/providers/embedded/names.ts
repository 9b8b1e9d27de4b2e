/** Symbols, imports and exports as facts, and the places that a name stands for. */
import type { ExportFact, ImportFact, NameFact } from "../../contracts/facts.ts";
import type { Window } from "../../contracts/page.ts";
import { textAt } from "../../engine/columns.ts";
import type { TextColumn } from "../../engine/program.ts";
import type { NamedPlace, Slice, TextMatch } from "../provider.ts";
import type { Addresses } from "./address-space.ts";
import { importRva } from "./calls.ts";
import { functionAt } from "./code-map.ts";
import type { ExportRows } from "./parts/exports.ts";
import type { ImportRows } from "./parts/imports.ts";
import { SYMBOL_BINDINGS, SYMBOL_KINDS, SYMBOL_SOURCES, type SymbolRows } from "./parts/symbols.ts";
import { functionName, symbolAt, symbolName, type NamedPlaces } from "./places.ts";
import { kindOf } from "./procedures.ts";
import { allRows, cut, listedRows } from "./windows.ts";

export function listNames(
  symbols: SymbolRows,
  addresses: Addresses,
  window: Window,
  match?: TextMatch,
): Slice<NameFact> {
  return cut(allRows(symbols.size.length), window, {
    make: (row) => nameFact(symbols, addresses, row),
    match,
    texts: (row) => bothNames(symbols, row),
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
    texts: (row) => bothNames(imports, row),
  });
}

export function listExports(
  exports: ExportRows,
  addresses: Addresses,
  window: Window,
  match?: TextMatch,
): Slice<ExportFact> {
  return cut(allRows(exports.rva.length), window, {
    make: (row) => exportFact(exports, addresses, row),
    match,
    texts: (row) => bothNames(exports, row),
  });
}

/**
 * Everything with exactly this name, shown or raw, each address once, by address. `name@plt` means the stub of the
 * import. An import without a stub stands for its slots.
 */
export function placesNamed(places: NamedPlaces, addresses: Addresses, name: string): NamedPlace[] {
  const found = new Map<number, NamedPlace>();
  const add = (rva: number, shown: string, kind: NamedPlace["kind"]): void => {
    if (!found.has(rva)) found.set(rva, { address: addresses.absolute(rva), name: shown, kind });
  };
  addFunctions(places, name, add);
  addImports(places, name.endsWith(STUB_SUFFIX) ? name.slice(0, -STUB_SUFFIX.length) : name, add);
  addSymbols(places, name, add);
  return [...found].sort(([left], [right]) => left - right).map(([, place]) => place);
}

const STUB_SUFFIX = "@plt";

type AddPlace = (rva: number, shown: string, kind: NamedPlace["kind"]) => void;

function addFunctions(places: NamedPlaces, name: string, add: AddPlace): void {
  const { functions, names } = places;
  for (const index of rowsWithText(name, names.shown, names.raw)) {
    // Stubs carry the name of their import, which knows the one stub to show.
    if (kindOf(functions, index) === "import_stub" && (functions.import[index] ?? -1) >= 0) continue;
    add(functions.rva[index] ?? 0, functionName(places, index), "function");
  }
}

function addImports(places: NamedPlaces, name: string, add: AddPlace): void {
  const { imports } = places;
  for (const row of rowsWithText(name, imports.shown, imports.raw)) {
    const shown = textAt(imports.shown, row);
    const isStub = (imports.stub[row] ?? -1) >= 0;
    const rva = importRva(places, row);
    if (rva >= 0) add(rva, shown, isStub ? "import_stub" : "symbol");
  }
}

function addSymbols(places: NamedPlaces, name: string, add: AddPlace): void {
  const { functions, symbols } = places;
  for (const row of rowsWithText(name, symbols.shown, symbols.raw)) {
    const rva = symbols.rva[row];
    if (rva === undefined || symbolAt(symbols, rva) < 0) continue;
    const index = functionAt(functions, rva);
    if (index < 0) add(rva, symbolName(symbols, row), "symbol");
    else add(rva, functionName(places, index), kindOf(functions, index) === "import_stub" ? "import_stub" : "function");
  }
}

/** Rows that hold exactly `text` in one of the columns, ascending; compared as bytes, so that no row is decoded. */
function rowsWithText(text: string, ...columns: readonly TextColumn[]): readonly number[] {
  const wanted = Buffer.from(text);
  if (wanted.length === 0) return [];
  const rows = new Set<number>();
  for (const { bytes, offsets } of columns) {
    for (let row = 0; row + 1 < offsets.length; row++) {
      const start = offsets[row] ?? 0;
      const end = offsets[row + 1] ?? 0;
      if (end - start !== wanted.length || bytes[start] !== wanted[0]) continue;
      if (wanted.compare(bytes, start, end) === 0) rows.add(row);
    }
  }
  return [...rows].sort((left, right) => left - right);
}

interface NameColumns {
  readonly raw: TextColumn;
  /** Empty where it is the raw one. */
  readonly shown: TextColumn;
}

function bothNames({ raw, shown }: NameColumns, row: number): string[] {
  const names = [textAt(shown, row), textAt(raw, row)];
  return names.filter((name, index) => name !== "" && names.indexOf(name) === index);
}

/** The name to show and, when it differs, the raw one. */
function namePair({ raw, shown }: NameColumns, row: number): { name: string; raw_name: string | null } {
  const text = textAt(raw, row);
  const name = textAt(shown, row) || text;
  return { name, raw_name: name === text ? null : text };
}

function nameFact(symbols: SymbolRows, addresses: Addresses, row: number): NameFact {
  const rva = symbols.rva[row];
  return {
    address: rva === undefined ? null : addresses.text(rva),
    ...namePair(symbols, row),
    kind: SYMBOL_KINDS[symbols.kind[row] ?? 0] ?? "other",
    binding: SYMBOL_BINDINGS[symbols.binding[row] ?? 0] ?? "other",
    source: SYMBOL_SOURCES[symbols.source[row] ?? 0] ?? "symtab",
    size: symbols.size[row] ?? 0,
  };
}

function importFact(imports: ImportRows, slots: readonly number[], addresses: Addresses, row: number): ImportFact {
  const stub = imports.stub[row] ?? -1;
  return {
    ...namePair(imports, row),
    library: textAt(imports.library, row) || null,
    version: textAt(imports.version, row) || null,
    kind: SYMBOL_KINDS[imports.kind[row] ?? 0] ?? "other",
    weak: imports.weak[row] === 1,
    stub: stub < 0 ? null : addresses.text(stub),
    slots: slots.map((rva) => addresses.text(rva)),
    calls: imports.calls[row] ?? 0,
  };
}

function exportFact(exports: ExportRows, addresses: Addresses, row: number): ExportFact {
  const forwarder = textAt(exports.forwarder, row);
  return {
    address: addresses.text(exports.rva[row] ?? 0),
    ...namePair(exports, row),
    version: textAt(exports.version, row) || null,
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
