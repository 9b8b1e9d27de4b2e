/** Symbols of the file, by address, then name; the ones without an address last. */
import { rvaColumn, float64Of } from "../../../engine/columns.ts";
import type { RvaColumn } from "../../../engine/program.ts";
import type { ImageSymbol, SymbolBinding, SymbolKind } from "../../../formats/image.ts";
import type { ContainerValue } from "../../../store/container.ts";
import { exactCount } from "../address-space.ts";
import { ascending, itemsAt, sortEqualRuns } from "../row-order.ts";
import { Fields } from "./fields.ts";
import type { NameTable } from "./names.ts";

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

/** Nameless symbols are left out. */
export function storeSymbols(symbols: readonly ImageSymbol[], names: NameTable): ContainerValue {
  const { rows, addresses } = inOrder(symbols.filter(({ name }) => name !== ""));
  const columns = {
    size: new Float64Array(rows.length),
    kind: new Uint8Array(rows.length),
    binding: new Uint8Array(rows.length),
    source: new Uint8Array(rows.length),
    name: new Uint32Array(rows.length),
  };
  // One pass: what costs is to fetch a symbol, not to read it.
  for (const [row, { name, size, kind, binding, source }] of rows.entries()) {
    columns.size[row] = exactCount(size);
    columns.kind[row] = SYMBOL_KINDS.indexOf(kind);
    columns.binding[row] = SYMBOL_BINDINGS.indexOf(binding);
    columns.source[row] = SYMBOL_SOURCES.indexOf(source);
    columns.name[row] = names.rowOf(name);
  }
  return { rva: rvaColumn(addresses), ...columns };
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

interface OrderedSymbols {
  readonly rows: readonly ImageSymbol[];
  /** Of the first rows; the others have none. */
  readonly addresses: ArrayLike<number>;
}

/** By address, then name, then source; without an address last. */
function inOrder(symbols: readonly ImageSymbol[]): OrderedSymbols {
  const placed: ImageSymbol[] = [];
  const others: ImageSymbol[] = [];
  for (const symbol of symbols) (symbol.rva === undefined ? others : placed).push(symbol);
  const addresses = float64Of(placed.length, (index) => placed[index]?.rva ?? 0);
  const order = ascending(addresses);
  sortEqualRuns(order, addresses, (left, right) => compareSymbols(placed[left], placed[right]) || left - right);
  return {
    rows: [...itemsAt(placed, order), ...others.sort(compareSymbols)],
    addresses: float64Of(order.length, (row) => addresses[order[row] ?? 0] ?? 0),
  };
}

function compareSymbols(left: ImageSymbol | undefined, right: ImageSymbol | undefined): number {
  return compareNames(left?.name ?? "", right?.name ?? "") || compareNames(left?.source ?? "", right?.source ?? "");
}

/** Order by UTF-16 code units: the same on every machine. */
export function compareNames(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
