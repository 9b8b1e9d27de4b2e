/** Turns symbol tables into the names, imports and exports of an image. */
import type { ImageExport, ImageImport, ImageSymbol } from "../image.ts";
import { SECTION_INDEX, type SymbolTable } from "./symbols.ts";
import type { SymbolVersion } from "./versions.ts";

/** Imports, and which symbol of the table each one is. */
export interface ImportTable {
  readonly imports: ImageImport[];
  /** Index in `imports` by symbol index. */
  readonly byIndex: ReadonlyMap<number, number>;
}

/** The symbols that say something: those with a name, sections left out. */
export function imageSymbols({ symbols }: SymbolTable): ImageSymbol[] {
  return symbols.filter(({ name, kind }, index) => index !== 0 && name !== "" && kind !== "section");
}

/** Undefined symbols of a table; `placeholder` gives their address where the format has one. */
export function importsOf(table: SymbolTable, placeholder?: (index: number) => number): ImportTable {
  const { symbols, sections, versions } = table;
  const imports: ImageImport[] = [];
  const byIndex = new Map<number, number>();
  for (const [index, symbol] of symbols.entries()) {
    if (index === 0 || sections[index] !== SECTION_INDEX.undefined || symbol.name === "") continue;
    byIndex.set(index, imports.length);
    imports.push(importOf(symbol, versions?.of(index), placeholder?.(imports.length)));
  }
  return { imports, byIndex };
}

/** Symbols that other files may bind to. The address of a thread-local one is that of its initial value. */
export function exportsOf(table: SymbolTable, threadLocalStart: number | undefined): ImageExport[] {
  const exports: ImageExport[] = [];
  for (const [index, symbol] of table.symbols.entries()) {
    if (!isExported(symbol, table.sections[index] ?? 0)) continue;
    const { name, size, kind, version } = symbol;
    const rva = kind === "tls" ? (threadLocalStart ?? 0) + (table.values[index] ?? 0) : symbol.rva;
    if (rva === undefined) continue;
    exports.push(version === undefined ? { name, rva, size, kind } : { name, version, rva, size, kind });
  }
  return exports;
}

function importOf(symbol: ImageSymbol, version: SymbolVersion | undefined, rva: number | undefined): ImageImport {
  const { name, kind, binding } = symbol;
  const result: { -readonly [Key in keyof ImageImport]: ImageImport[Key] } = { name, kind, weak: binding === "weak" };
  if (version !== undefined) result.version = version.name;
  if (version?.library !== undefined) result.library = version.library;
  if (rva !== undefined) result.rva = rva;
  return result;
}

const EXPORTED_BINDINGS: ReadonlySet<string> = new Set(["global", "weak", "unique"]);

function isExported({ name, kind, binding, visibility }: ImageSymbol, section: number): boolean {
  if (section === SECTION_INDEX.undefined || section === SECTION_INDEX.absolute || name === "") return false;
  if (kind === "section" || kind === "file" || visibility === "hidden" || visibility === "internal") return false;
  return EXPORTED_BINDINGS.has(binding);
}
