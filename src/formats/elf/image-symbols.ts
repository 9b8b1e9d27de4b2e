/** Turns symbol tables into the names, imports and exports of an image. */
import { ExportList } from "../export-list.ts";
import type { ImageImport } from "../image.ts";
import {
  type ChosenRows,
  gathered,
  SECTION,
  SYMBOL_BINDINGS,
  SYMBOL_KINDS,
  SYMBOL_VISIBILITIES,
  type SymbolList,
} from "../symbol-list.ts";
import { SECTION_INDEX, type SymbolTable } from "./symbols.ts";
import type { SymbolVersion } from "./versions.ts";

/** Imports, and which symbol of the table each one is. */
export interface ImportTable {
  readonly imports: ImageImport[];
  /** Index in `imports` by symbol index. */
  readonly byIndex: ReadonlyMap<number, number>;
}

/** The symbols that say something: those with a name, sections left out. */
export function imageSymbols({ symbols }: SymbolTable): ChosenRows {
  const rows = new Uint32Array(symbols.length);
  let count = 0;
  for (let row = 1; row < symbols.length; row++) {
    if (symbols.name.sizeAt(row) > 0 && symbols.kind[row] !== SECTION) rows[count++] = row;
  }
  return { symbols, rows: rows.subarray(0, count) };
}

/** Undefined symbols of a table; `placeholder` gives their address where the format has one. */
export function importsOf(table: SymbolTable, placeholder?: (index: number) => number): ImportTable {
  const { symbols, sections, versions } = table;
  const imports: ImageImport[] = [];
  const byIndex = new Map<number, number>();
  for (let row = 1; row < sections.length; row++) {
    if (sections[row] !== SECTION_INDEX.undefined || symbols.name.sizeAt(row) === 0) continue;
    byIndex.set(row, imports.length);
    imports.push(importOf(symbols, row, versions?.of(row), placeholder?.(imports.length)));
  }
  return { imports, byIndex };
}

/** Symbols that other files may bind to. The address of a thread-local one is that of its initial value. */
export function exportsOf(
  { symbols, sections, values }: SymbolTable,
  threadLocalStart: number | undefined,
): ExportList {
  const rows = new Uint32Array(symbols.length);
  const rvas = symbols.rva.slice();
  let count = 0;
  for (let row = 0; row < symbols.length; row++) {
    if (!isExported(symbols, row, sections[row] as number)) continue;
    if (symbols.kind[row] === TLS) rvas[row] = (threadLocalStart ?? 0) + (values[row] as number);
    if (!Number.isNaN(rvas[row])) rows[count++] = row;
  }
  return new ExportList(gathered([{ symbols: symbols.placedAt(rvas), rows: rows.subarray(0, count) }]));
}

function importOf(
  symbols: SymbolList,
  row: number,
  version: SymbolVersion | undefined,
  rva: number | undefined,
): ImageImport {
  return {
    name: symbols.name.at(row),
    kind: SYMBOL_KINDS[symbols.kind[row] ?? 0] ?? "other",
    weak: symbols.binding[row] === WEAK,
    ...(version === undefined ? {} : { version: version.name }),
    ...(version?.library === undefined ? {} : { library: version.library }),
    ...(rva === undefined ? {} : { rva }),
  };
}

function isExported({ name, kind, binding, visibility }: SymbolList, row: number, section: number): boolean {
  if (section === SECTION_INDEX.undefined || section === SECTION_INDEX.absolute || name.sizeAt(row) === 0) return false;
  if (kind[row] === SECTION || kind[row] === FILE || visibility[row] === HIDDEN || visibility[row] === INTERNAL)
    return false;
  return binding[row] === GLOBAL || binding[row] === WEAK || binding[row] === UNIQUE;
}

const FILE = SYMBOL_KINDS.indexOf("file");
const TLS = SYMBOL_KINDS.indexOf("tls");
const HIDDEN = SYMBOL_VISIBILITIES.indexOf("hidden");
const INTERNAL = SYMBOL_VISIBILITIES.indexOf("internal");
const GLOBAL = SYMBOL_BINDINGS.indexOf("global");
const WEAK = SYMBOL_BINDINGS.indexOf("weak");
const UNIQUE = SYMBOL_BINDINGS.indexOf("unique");
