/** What stands at an address: function, import, symbol or string. */
import { printable } from "../../base/printable.ts";
import { firstAtLeast, lastAtMost, textAt } from "../../engine/columns.ts";
import { placeName } from "../../engine/names.ts";
import { SYMBOL_KINDS } from "../../formats/symbol-list.ts";
import { hexadecimal } from "./address-space.ts";
import { functionAt, functionHolding } from "./code-map.ts";
import type { FunctionRows } from "./parts/functions.ts";
import { importInSlot, type ImportRows } from "./parts/imports.ts";
import { shownName, type Names } from "./parts/names.ts";
import type { Parts } from "./parts.ts";
import type { StringRows } from "./parts/strings.ts";
import type { SymbolRows } from "./parts/symbols.ts";

/** Tables that name code. */
export interface CodePlaces {
  readonly functions: FunctionRows;
  readonly names: Names;
  readonly imports: ImportRows;
}

/** Tables in which names are looked up. */
export interface NamedPlaces extends CodePlaces {
  readonly symbols: SymbolRows;
}

/** Tables that name code and data. */
export interface Places extends NamedPlaces {
  readonly strings: StringRows;
}

export async function codePlaces(parts: Parts): Promise<CodePlaces> {
  const [functions, names, imports] = await Promise.all([parts.functions(), parts.names(), parts.imports()]);
  return { functions, names, imports };
}

export async function namedPlaces(parts: Parts): Promise<NamedPlaces> {
  const [code, symbols] = await Promise.all([codePlaces(parts), parts.symbols()]);
  return { ...code, symbols };
}

export async function allPlaces(parts: Parts): Promise<Places> {
  const [named, strings] = await Promise.all([namedPlaces(parts), parts.strings()]);
  return { ...named, strings };
}

/** Never empty. */
export function functionName({ functions, names }: Pick<CodePlaces, "functions" | "names">, index: number): string {
  return shownName(names, functions.name[index] ?? 0) || placeName(names.base, functions.rva[index] ?? 0);
}

export function symbolName({ symbols, names }: Pick<NamedPlaces, "symbols" | "names">, row: number): string {
  return shownName(names, symbols.name[row] ?? 0);
}

/** Function, import slot or symbol that starts exactly at `rva`. */
export function startingName(places: NamedPlaces, rva: number): string | undefined {
  const index = functionAt(places.functions, rva);
  if (index >= 0) return functionName(places, index);
  const slot = importInSlot(places.imports, rva);
  if (slot >= 0) return textAt(places.imports.shown, slot);
  const row = symbolAt(places.symbols, rva);
  return row < 0 ? undefined : symbolName(places, row);
}

/** The name for a reference to `rva`: `name`, `name+0x10` inside a function or symbol, or a string in quotes. */
export function referenceName(places: Places, rva: number): string | undefined {
  const exact = startingName(places, rva);
  if (exact !== undefined) return exact;
  const owner = functionHolding(places.functions, rva);
  if (owner >= 0) return withOffset(functionName(places, owner), rva - (places.functions.rva[owner] ?? 0));
  const text = quotedStringAt(places.strings, rva);
  if (text !== undefined) return text;
  const row = symbolHolding(places.symbols, rva);
  return row < 0 ? undefined : withOffset(symbolName(places, row), rva - (places.symbols.rva[row] ?? 0));
}

/** `name+0x10`; `name` alone at distance 0, `name-0x10` before it. */
export function withOffset(name: string, distance: number): string {
  if (distance === 0) return name;
  return distance > 0 ? `${name}+${hexadecimal(distance)}` : `${name}-${hexadecimal(-distance)}`;
}

/** Row of the symbol that names `rva` best, -1 when none starts there. Section and file symbols name nothing. */
export function symbolAt(symbols: SymbolRows, rva: number): number {
  let best = -1;
  const first = firstAtLeast(symbols.rva, rva);
  for (let row = first; symbols.rva[row] === rva && row < first + MAX_SHARED; row++) {
    if (isPlace(symbols, row) && (best < 0 || rank(symbols, row) < rank(symbols, best))) best = row;
  }
  return best;
}

/** Row of the symbol whose extent holds `rva`, -1 when there is none. */
export function symbolHolding(symbols: SymbolRows, rva: number): number {
  const nearest = lastAtMost(symbols.rva, rva);
  const lowest = Math.max(0, nearest - MAX_NESTING);
  for (let row = nearest; row >= lowest; row--) {
    const start = symbols.rva[row] ?? 0;
    if (isPlace(symbols, row) && rva < start + (symbols.size[row] ?? 0)) return symbolAt(symbols, start);
  }
  return -1;
}

/** Row of the string that holds `rva`, -1 when there is none. */
export function stringHolding(strings: StringRows, rva: number): number {
  const row = lastAtMost(strings.rva, rva);
  return row >= 0 && rva < (strings.rva[row] ?? 0) + (strings.size[row] ?? 0) ? row : -1;
}

/** The text from `rva` to the end of its string, quoted and escaped; at most 80 characters of it. */
export function quotedStringAt(strings: StringRows, rva: number): string | undefined {
  const row = stringHolding(strings, rva);
  return row < 0 ? undefined : quoted(tail(strings, row, rva - (strings.rva[row] ?? 0)));
}

/** In quotes with control characters escaped; longer texts end in `...` after the quote. */
export function quoted(text: string): string {
  const cut = text.length > MAX_QUOTED;
  const shown = (cut ? text.slice(0, MAX_QUOTED) : text).replaceAll(/["\\]/gu, (character) => `\\${character}`);
  return `"${printable(shown)}"${cut ? "..." : ""}`;
}

const MAX_QUOTED = 80;
/** Bounds for tables that are made to slow a reader down: symbols around and at one address that are looked at. */
const MAX_NESTING = 32;
const MAX_SHARED = 256;
const WIDE_ENCODING = 2;

/** The text from a distance in bytes on. ASCII and UTF-8 texts are stored as they lie in the file. */
function tail(strings: StringRows, row: number, distance: number): string {
  if ((strings.encoding[row] ?? 0) >= WIDE_ENCODING) return textAt(strings.value, row).slice(distance >> 1);
  const start = (strings.value.offsets[row] ?? 0) + distance;
  const end = strings.value.offsets[row + 1] ?? 0;
  return Buffer.from(strings.value.bytes.subarray(start, end)).toString("utf8");
}

function isPlace(symbols: SymbolRows, row: number): boolean {
  const kind = SYMBOL_KINDS[symbols.kind[row] ?? 0];
  return kind !== "section" && kind !== "file" && kind !== "tls";
}

/** Lower is better: kinds before bindings, in the order of their lists. */
function rank(symbols: SymbolRows, row: number): number {
  return (symbols.kind[row] ?? 0) * 16 + (symbols.binding[row] ?? 0);
}
