/** What the file offers to others, by address, then name. */
import { float64Of, rvaColumn, uint32Of } from "../../../engine/columns.ts";
import type { RvaColumn } from "../../../engine/program.ts";
import type { ExportList } from "../../../formats/export-list.ts";
import type { ContainerValue } from "../../../store/container.ts";
import { ascending, reordered, sortEqualRuns } from "../row-order.ts";
import { exactCount } from "../address-space.ts";
import { Fields } from "./fields.ts";
import { namesByPlace, type NameTable, type PlacedNames } from "./names.ts";
import { readSharedTexts, shareTexts, storedSharedTexts, type SharedTexts } from "./shared-texts.ts";

export interface ExportRows {
  readonly rva: RvaColumn;
  readonly size: Float64Array;
  /** Index in `SYMBOL_KINDS`. */
  readonly kind: Uint8Array;
  /** Row in the part `names`. */
  readonly name: Uint32Array;
  /** Empty when it has none. */
  readonly version: SharedTexts;
  /** Empty when the file itself serves it. */
  readonly forwarder: SharedTexts;
}

export function storeExports(exports: ExportList, names: NameTable, symbols: PlacedNames): ContainerValue {
  const { name, version, versions, forwarders } = exports;
  const distinct = shareTexts(versions);
  const versionOf = (row: number): number => distinct.index[version[row] ?? 0] ?? 0;
  const rows = ascending(exports.rva);
  sortEqualRuns(
    rows,
    exports.rva,
    (left, right) => name.compare(left, right) || versionOf(left) - versionOf(right) || left - right,
  );
  const rva = rvaColumn(reordered(exports.rva, rows));
  return {
    rva,
    size: float64Of(rows.length, (index) => exactCount(exports.size[rows[index] ?? 0] ?? 0)),
    kind: reordered(exports.kind, rows),
    name: namesByPlace(names, symbols, { rva, names: name, rows }),
    version: storedSharedTexts(
      versions.length > 1
        ? { index: uint32Of(rows.length, (index) => versionOf(rows[index] ?? 0)), texts: distinct.texts }
        : emptyTexts(rows.length),
    ),
    forwarder: storedSharedTexts(
      forwarders.size > 0 ? shareTexts(Array.from(rows, (row) => forwarders.get(row) ?? "")) : emptyTexts(rows.length),
    ),
  };
}

function emptyTexts(count: number): SharedTexts {
  return { index: new Uint32Array(count), texts: { bytes: new Uint8Array(0), offsets: new Uint32Array(2) } };
}

export function readExports(value: ContainerValue): ExportRows {
  const fields = new Fields("exports", value);
  return {
    rva: fields.rva("rva"),
    size: fields.f64("size"),
    kind: fields.u8("kind"),
    name: fields.u32("name"),
    version: readSharedTexts(fields.table("version")),
    forwarder: readSharedTexts(fields.table("forwarder")),
  };
}
