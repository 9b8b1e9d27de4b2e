/** What the file offers to others, by address, then name. */
import { float64Of, rvaColumn, textColumn } from "../../../engine/columns.ts";
import type { RvaColumn, TextColumn } from "../../../engine/program.ts";
import type { ImageExport } from "../../../formats/image.ts";
import type { ContainerValue } from "../../../store/container.ts";
import { ascending, itemsAt, sortEqualRuns } from "../row-order.ts";
import { exactCount } from "../address-space.ts";
import { Fields, storedText } from "./fields.ts";
import type { NameTable } from "./names.ts";
import { compareNames, SYMBOL_KINDS } from "./symbols.ts";

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

export function storeExports(exports: readonly ImageExport[], names: NameTable): ContainerValue {
  const rows = inOrder(exports);
  const columns = {
    size: new Float64Array(rows.length),
    kind: new Uint8Array(rows.length),
    name: new Uint32Array(rows.length),
  };
  for (const [row, { name, size, kind }] of rows.entries()) {
    columns.size[row] = exactCount(size);
    columns.kind[row] = SYMBOL_KINDS.indexOf(kind);
    columns.name[row] = names.rowOf(name);
  }
  return {
    rva: rvaColumn(float64Of(rows.length, (row) => rows[row]?.rva ?? 0)),
    ...columns,
    version: storedText(textColumn(rows.map(({ version }) => version ?? ""))),
    forwarder: storedText(textColumn(rows.map(({ forwarder }) => forwarder ?? ""))),
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

function inOrder(exports: readonly ImageExport[]): ImageExport[] {
  const addresses = float64Of(exports.length, (index) => exports[index]?.rva ?? 0);
  const rows = ascending(addresses);
  sortEqualRuns(rows, addresses, (left, right) => compareExports(exports[left], exports[right]) || left - right);
  return itemsAt(exports, rows);
}

function compareExports(left: ImageExport | undefined, right: ImageExport | undefined): number {
  return compareNames(left?.name ?? "", right?.name ?? "") || compareNames(left?.version ?? "", right?.version ?? "");
}
