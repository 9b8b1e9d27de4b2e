/** Symbols of the file, by address, then name; the ones without an address last. */
import { float64Of, rvaColumn } from "../../../engine/columns.ts";
import type { RvaColumn } from "../../../engine/program.ts";
import { SYMBOL_SOURCES, type SymbolList } from "../../../formats/symbol-list.ts";
import type { ContainerValue } from "../../../store/container.ts";
import { exactCount } from "../address-space.ts";
import { reordered, sortEqualRuns } from "../row-order.ts";
import { Fields } from "./fields.ts";
import { namesByPlace, type NameTable, type PlacedNames } from "./names.ts";

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

/**
 * The columns in the order of the part. `placed` are the symbols with an address, ascending by it; `functions` of the
 * program are mostly named after symbols.
 */
export function symbolColumns(
  symbols: SymbolList,
  placed: Uint32Array,
  names: NameTable,
  functions: PlacedNames,
): SymbolRows & PlacedNames {
  const { rows, twins } = inOrder(symbols, placed);
  const rva = rvaColumn(reordered(symbols.rva, rows.subarray(0, placed.length)));
  return {
    rva,
    size: float64Of(rows.length, (index) => exactCount(symbols.size[rows[index] ?? 0] ?? 0)),
    kind: reordered(symbols.kind, rows),
    binding: reordered(symbols.binding, rows),
    source: reordered(symbols.source, rows),
    name: namesByPlace(names, functions, { rva, names: symbols.name, rows, twins }),
    names: symbols.name,
    rows,
  };
}

export function storeSymbols({ rva, size, kind, binding, source, name }: SymbolRows): ContainerValue {
  return { rva, size, kind, binding, source, name };
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

interface Ordered {
  readonly rows: Uint32Array;
  /** Rows that were found to have the same name: most symbols are in two tables of the file. */
  readonly twins: Int32Array;
}

/** By address, then name, then source; behind the ones in `placed`, which ascend by address, those without one. */
function inOrder({ rva, name, source }: SymbolList, placed: Uint32Array): Ordered {
  const rows = new Uint32Array(rva.length);
  rows.set(placed);
  let count = placed.length;
  for (let row = 0; row < rva.length; row++) if (Number.isNaN(rva[row])) rows[count++] = row;
  const twins = new Int32Array(rows.length).fill(-1);
  const compare = (left: number, right: number): number => {
    const byName = name.compare(left, right);
    if (byName !== 0) return byName;
    twins[left] = right;
    twins[right] = left;
    return (SOURCE_ORDER[source[left] ?? 0] ?? 0) - (SOURCE_ORDER[source[right] ?? 0] ?? 0) || left - right;
  };
  sortEqualRuns(rows.subarray(0, placed.length), rva, compare);
  rows.subarray(placed.length).sort(compare);
  return { rows, twins };
}

/** By name. */
const SOURCE_ORDER = SYMBOL_SOURCES.map((source) => [...SYMBOL_SOURCES].sort().indexOf(source));
