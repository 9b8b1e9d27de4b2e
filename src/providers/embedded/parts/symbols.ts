/** Symbols of the file, by address, then name; the ones without an address last. */
import { float64Of, rvaColumn } from "../../../engine/columns.ts";
import type { RvaColumn } from "../../../engine/program.ts";
import { SYMBOL_SOURCES, type SymbolList } from "../../../formats/symbol-list.ts";
import type { ContainerValue } from "../../../store/container.ts";
import { exactCount } from "../address-space.ts";
import { ascending, reordered, sortEqualRuns } from "../row-order.ts";
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

/** The columns in the order of the part. `functions` of the program are mostly named after symbols. */
export function symbolColumns(symbols: SymbolList, names: NameTable, functions: PlacedNames): SymbolRows & PlacedNames {
  const { rows, placed, twins } = inOrder(symbols);
  const rva = rvaColumn(reordered(symbols.rva, rows.subarray(0, placed)));
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
  /** Rows behind the first so many have no address. */
  readonly placed: number;
  /** Rows that were found to have the same name: most symbols are in two tables of the file. */
  readonly twins: Int32Array;
}

/** By address, then name, then source. */
function inOrder({ rva, name, source }: SymbolList): Ordered {
  let lowest = 0;
  let highest = 0;
  let placed = 0;
  for (let row = 0; row < rva.length; row++) {
    const value = rva[row] as number;
    if (Number.isNaN(value)) continue;
    placed++;
    if (value < lowest) lowest = value;
    if (value > highest) highest = value;
  }
  // Symbols may lie below the image base; the ones without an address go behind all.
  const places = float64Of(rva.length, (row) => {
    const value = rva[row] as number;
    return (Number.isNaN(value) ? highest + 1 : value) - lowest;
  });
  const rows = ascending(places);
  const twins = new Int32Array(rows.length).fill(-1);
  sortEqualRuns(rows, places, (left, right) => {
    const byName = name.compare(left, right);
    if (byName !== 0) return byName;
    twins[left] = right;
    twins[right] = left;
    return (SOURCE_ORDER[source[left] ?? 0] ?? 0) - (SOURCE_ORDER[source[right] ?? 0] ?? 0) || left - right;
  });
  return { rows, placed, twins };
}

/** By name. */
const SOURCE_ORDER = SYMBOL_SOURCES.map((source) => [...SYMBOL_SOURCES].sort().indexOf(source));
