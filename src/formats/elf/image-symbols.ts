/** Turns symbol tables into the names, imports and exports of an image. */
import type { ImageExport, ImageImport, ImageSymbol } from "../image.ts";
import { SECTION_INDEX, type SymbolTable, type TableSymbol } from "./symbols.ts";
import type { SymbolVersion, Versions } from "./versions.ts";

/** Imports, and which symbol of the table each one is. */
export interface ImportTable {
  readonly imports: ImageImport[];
  /** Index in `imports` by symbol index. */
  readonly byIndex: ReadonlyMap<number, number>;
}

/** The symbols that say something: those with a name, and section symbols left out. */
export function imageSymbols(table: SymbolTable, versions: Versions | undefined): ImageSymbol[] {
  const symbols: ImageSymbol[] = [];
  for (const [index, symbol] of table.symbols.entries()) {
    if (index === 0 || symbol.name === "" || symbol.kind === "section") continue;
    symbols.push(imageSymbol(symbol, table.source, versions?.of(index)?.name));
  }
  return symbols;
}

/** Undefined symbols of a table; `placeholder` gives their address where the format has one. */
export function importsOf(
  symbols: readonly TableSymbol[],
  versions: Versions | undefined,
  placeholder?: (index: number) => number,
): ImportTable {
  const imports: ImageImport[] = [];
  const byIndex = new Map<number, number>();
  for (const [index, symbol] of symbols.entries()) {
    if (index === 0 || symbol.section !== SECTION_INDEX.undefined || symbol.name === "") continue;
    byIndex.set(index, imports.length);
    imports.push(importOf(symbol, versions?.of(index), placeholder?.(imports.length)));
  }
  return { imports, byIndex };
}

/** Symbols that other files may bind to. The address of a thread-local one is that of its initial value. */
export function exportsOf(
  symbols: readonly TableSymbol[],
  versions: Versions | undefined,
  threadLocalStart: number | undefined,
): ImageExport[] {
  const exports: ImageExport[] = [];
  for (const [index, symbol] of symbols.entries()) {
    if (!isExported(symbol)) continue;
    const rva = symbol.kind === "tls" ? (threadLocalStart ?? 0) + symbol.value : symbol.rva;
    if (rva === undefined) continue;
    const { name, size, kind } = symbol;
    const version = versions?.of(index)?.name;
    exports.push(version === undefined ? { name, rva, size, kind } : { name, version, rva, size, kind });
  }
  return exports;
}

function imageSymbol(symbol: TableSymbol, source: SymbolTable["source"], version: string | undefined): ImageSymbol {
  const { rva, size, kind, binding, visibility } = symbol;
  const split = version === undefined && source === "symtab" ? splitVersion(symbol.name) : undefined;
  const name = split?.name ?? symbol.name;
  const from = version ?? split?.version;
  const result: { -readonly [Key in keyof ImageSymbol]: ImageSymbol[Key] } = { name, size, kind, binding, source };
  if (rva !== undefined) result.rva = rva;
  if (from !== undefined) result.version = from;
  if (visibility !== "default") result.visibility = visibility;
  return result;
}

/** Linkers write the version of a symbol into its name in `.symtab`: `printf@GLIBC_2.2.5`, `memcpy@@GLIBC_2.14`. */
function splitVersion(text: string): { readonly name: string; readonly version: string } | undefined {
  const at = text.indexOf("@");
  if (at <= 0 || text.startsWith("?")) return undefined;
  const version = text.slice(text[at + 1] === "@" ? at + 2 : at + 1);
  return version === "" ? undefined : { name: text.slice(0, at), version };
}

function importOf(symbol: TableSymbol, version: SymbolVersion | undefined, rva: number | undefined): ImageImport {
  const { name, kind, binding } = symbol;
  const result: { -readonly [Key in keyof ImageImport]: ImageImport[Key] } = { name, kind, weak: binding === "weak" };
  if (version !== undefined) result.version = version.name;
  if (version?.library !== undefined) result.library = version.library;
  if (rva !== undefined) result.rva = rva;
  return result;
}

const EXPORTED_BINDINGS: ReadonlySet<string> = new Set(["global", "weak", "unique"]);

function isExported(symbol: TableSymbol): boolean {
  if (symbol.section === SECTION_INDEX.undefined || symbol.name === "") return false;
  if (symbol.section === SECTION_INDEX.absolute || symbol.kind === "section" || symbol.kind === "file") return false;
  if (symbol.visibility === "hidden" || symbol.visibility === "internal") return false;
  return EXPORTED_BINDINGS.has(symbol.binding);
}
