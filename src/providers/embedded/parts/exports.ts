/** What the file offers to others, by address, then name. */
import { rvaColumn, textColumn } from "../../../engine/columns.ts";
import type { RvaColumn, TextColumn } from "../../../engine/program.ts";
import type { ImageExport } from "../../../formats/image.ts";
import type { ContainerValue } from "../../../store/container.ts";
import { ascending, reordered, sortEqualRuns } from "../row-order.ts";
import { exactCount } from "../address-space.ts";
import { Fields, storedText } from "./fields.ts";
import { compareNames, namesByPlace, type NameTable, type PlacedNames } from "./names.ts";
import { SYMBOL_KINDS } from "./symbols.ts";

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

export function storeExports(exports: readonly ImageExport[], names: NameTable, symbols: PlacedNames): ContainerValue {
  const addresses = new Float64Array(exports.length);
  const size = new Float64Array(exports.length);
  const kind = new Uint8Array(exports.length);
  for (const [index, row] of exports.entries()) {
    addresses[index] = row.rva;
    size[index] = exactCount(row.size);
    kind[index] = SYMBOL_KINDS.indexOf(row.kind);
  }
  const nameOf = (index: number): string => exports[index]?.name ?? "";
  const versionOf = (index: number): string => exports[index]?.version ?? "";
  const rows = ascending(addresses);
  sortEqualRuns(
    rows,
    addresses,
    (left, right) =>
      compareNames(nameOf(left), nameOf(right)) || compareNames(versionOf(left), versionOf(right)) || left - right,
  );
  const rva = rvaColumn(reordered(addresses, rows));
  return {
    rva,
    size: reordered(size, rows),
    kind: reordered(kind, rows),
    name: namesByPlace(names, symbols, { count: rows.length, rva, nameAt: (index) => nameOf(rows[index] ?? 0) }),
    version: storedText(textColumn(Array.from(rows, versionOf))),
    forwarder: storedText(textColumn(Array.from(rows, (row) => exports[row]?.forwarder ?? ""))),
  };
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
