/** Symbols of the file, by address, then name; the ones without an address last. */
import { float64Of, rvaColumn } from "../../../engine/columns.ts";
import type { RvaColumn } from "../../../engine/program.ts";
import type { ImageSymbol, SymbolBinding, SymbolKind } from "../../../formats/image.ts";
import type { ContainerValue } from "../../../store/container.ts";
import { exactCount } from "../address-space.ts";
import { ascending, reordered, sortEqualRuns } from "../row-order.ts";
import { Fields } from "./fields.ts";
import { compareNames, namesByPlace, type NameTable, type PlacedNames } from "./names.ts";

export const SYMBOL_KINDS: readonly SymbolKind[] = [
  "function",
  "object",
  "tls",
  "section",
  "file",
  "ifunc",
  "notype",
  "other",
];
export const SYMBOL_BINDINGS: readonly SymbolBinding[] = ["global", "unique", "weak", "local", "other"];
export const SYMBOL_SOURCES: readonly ImageSymbol["source"][] = ["symtab", "dynsym", "go_pclntab", "debug"];

export interface SymbolRows {
  /** Shorter than the other columns: the rows past its end have no address. */
  readonly rva: RvaColumn;
  readonly size: Float64Array;
  /** Index in `SYMBOL_KINDS`. */
  readonly kind: Uint8Array;
  /** Index in `SYMBOL_BINDINGS`. */
  readonly binding: Uint8Array;
  /** Index in `SYMBOL_SOURCES`. */
  readonly source: Uint8Array;
  /** Row in the part `names`. */
  readonly name: Uint32Array;
}

/** The columns of the symbols that have a name. `functions` of the program are mostly named after them. */
export function symbolColumns(symbols: readonly ImageSymbol[], names: NameTable, functions: PlacedNames): SymbolRows {
  const named = symbols.filter(({ name }) => name !== "");
  const columns = columnsOf(named);
  const { rows, placed } = inOrder(named, columns);
  const rva = rvaColumn(reordered(columns.rva, rows.subarray(0, placed)));
  return {
    rva,
    size: reordered(columns.size, rows),
    kind: reordered(columns.kind, rows),
    binding: reordered(columns.binding, rows),
    source: reordered(columns.source, rows),
    name: namesByPlace(names, functions, {
      count: rows.length,
      rva,
      nameAt: (index) => named[rows[index] ?? 0]?.name ?? "",
    }),
  };
}

export function storeSymbols({ rva, size, kind, binding, source, name }: SymbolRows): ContainerValue {
  return { rva, size, kind, binding, source, name };
}

interface Unordered extends Omit<SymbolRows, "name"> {
  /** Not a number where there is none. */
  readonly rva: Float64Array;
}

/** Of symbols in the order of the file, where they lie one behind the other in memory. */
function columnsOf(symbols: readonly ImageSymbol[]): Unordered {
  const columns = {
    rva: new Float64Array(symbols.length),
    size: new Float64Array(symbols.length),
    kind: new Uint8Array(symbols.length),
    binding: new Uint8Array(symbols.length),
    source: new Uint8Array(symbols.length),
  };
  for (const [index, { rva, size, kind, binding, source }] of symbols.entries()) {
    columns.rva[index] = rva ?? Number.NaN;
    columns.size[index] = exactCount(size);
    columns.kind[index] = SYMBOL_KINDS.indexOf(kind);
    columns.binding[index] = SYMBOL_BINDINGS.indexOf(binding);
    columns.source[index] = SYMBOL_SOURCES.indexOf(source);
  }
  return columns;
}

export function readSymbols(value: ContainerValue): SymbolRows {
  const fields = new Fields("symbols", value);
  return {
    rva: fields.rva("rva"),
    size: fields.f64("size"),
    kind: fields.u8("kind"),
    binding: fields.u8("binding"),
    source: fields.u8("source"),
    name: fields.u32("name"),
  };
}

/** By address, then name, then source; the ones behind the first `placed` have no address. */
function inOrder(
  symbols: readonly ImageSymbol[],
  { rva }: Unordered,
): { readonly rows: Uint32Array; readonly placed: number } {
  const compare = (left: number, right: number): number =>
    compareSymbols(symbols[left], symbols[right]) || left - right;
  const lowest = rva.reduce((least, value) => (value < least ? value : least), 0);
  const highest = rva.reduce((most, value) => (value > most ? value : most), 0);
  // Symbols may lie below the image base; the ones without an address go behind all.
  const places = float64Of(rva.length, (index) => {
    const value = rva[index] ?? Number.NaN;
    return (Number.isNaN(value) ? highest + 1 : value) - lowest;
  });
  const rows = ascending(places);
  sortEqualRuns(rows, places, compare);
  return { rows, placed: rva.reduce((count, value) => count + Number(!Number.isNaN(value)), 0) };
}

function compareSymbols(left: ImageSymbol | undefined, right: ImageSymbol | undefined): number {
  return compareNames(left?.name ?? "", right?.name ?? "") || compareNames(left?.source ?? "", right?.source ?? "");
}
