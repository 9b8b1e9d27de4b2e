/** What the file offers to others, by address, then name. */
import { float64Of, rvaColumn, textColumn } from "../../../engine/columns.ts";
import type { RvaColumn, TextColumn } from "../../../engine/program.ts";
import type { ExportList } from "../../../formats/export-list.ts";
import type { ContainerValue } from "../../../store/container.ts";
import { ascending, reordered, sortEqualRuns } from "../row-order.ts";
import { exactCount } from "../address-space.ts";
import { Fields, storedText } from "./fields.ts";
import { compareNames, namesByPlace, type NameTable, type PlacedNames } from "./names.ts";

export interface ExportRows {
  readonly rva: RvaColumn;
  readonly size: Float64Array;
  /** Index in `SYMBOL_KINDS`. */
  readonly kind: Uint8Array;
  /** Row in the part `names`. */
  readonly name: Uint32Array;
  /** Empty when it has none. */
  readonly version: TextColumn;
  /** Empty when the file itself serves it. */
  readonly forwarder: TextColumn;
}

export function storeExports(exports: ExportList, names: NameTable, symbols: PlacedNames): ContainerValue {
  const { name, version, versions, forwarders } = exports;
  const versionOf = (row: number): string => versions[version[row] ?? 0] ?? "";
  const rows = ascending(exports.rva);
  sortEqualRuns(
    rows,
    exports.rva,
    (left, right) => name.compare(left, right) || compareNames(versionOf(left), versionOf(right)) || left - right,
  );
  const rva = rvaColumn(reordered(exports.rva, rows));
  return {
    rva,
    size: float64Of(rows.length, (index) => exactCount(exports.size[rows[index] ?? 0] ?? 0)),
    kind: reordered(exports.kind, rows),
    name: namesByPlace(names, symbols, { rva, names: name, rows }),
    version: storedText(versions.length > 1 ? textColumn(Array.from(rows, versionOf)) : emptyTexts(rows.length)),
    forwarder: storedText(
      forwarders.size > 0 ? textColumn(Array.from(rows, (row) => forwarders.get(row) ?? "")) : emptyTexts(rows.length),
    ),
  };
}

function emptyTexts(count: number): TextColumn {
  return { bytes: new Uint8Array(0), offsets: new Uint32Array(count + 1) };
}

export function readExports(value: ContainerValue): ExportRows {
  const fields = new Fields("exports", value);
  return {
    rva: fields.rva("rva"),
    size: fields.f64("size"),
    kind: fields.u8("kind"),
    name: fields.u32("name"),
    version: fields.text("version"),
    forwarder: fields.text("forwarder"),
  };
}
