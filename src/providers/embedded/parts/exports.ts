/** What the file offers to others, by address, then name. */
import { rvaColumn, textColumn } from "../../../engine/columns.ts";
import type { RvaColumn, TextColumn } from "../../../engine/program.ts";
import type { ImageExport } from "../../../formats/image.ts";
import type { ContainerValue } from "../../../store/container.ts";
import { ascending, itemsAt, sortEqualRuns } from "../row-order.ts";
import { exactCount } from "../address-space.ts";
import { Fields, storedText } from "./fields.ts";
import { compareNames, SYMBOL_KINDS } from "./symbols.ts";

export interface ExportRows {
  readonly rva: RvaColumn;
  readonly size: Float64Array;
  /** Index in `SYMBOL_KINDS`. */
  readonly kind: Uint8Array;
  readonly raw: TextColumn;
  /** Demangled name; empty when it is the raw one. */
  readonly shown: TextColumn;
  /** Empty when it has none. */
  readonly version: TextColumn;
  /** Empty when the file itself serves it. */
  readonly forwarder: TextColumn;
}

export function storeExports(exports: readonly ImageExport[], shownName: (raw: string) => string): ContainerValue {
  const rows = inOrder(exports);
  const shown = rows.map(({ name }) => {
    const text = shownName(name);
    return text === name ? "" : text;
  });
  return {
    rva: rvaColumn(rows.map(({ rva }) => rva)),
    size: Float64Array.from(rows, ({ size }) => exactCount(size)),
    kind: Uint8Array.from(rows, ({ kind }) => SYMBOL_KINDS.indexOf(kind)),
    raw: storedText(textColumn(rows.map(({ name }) => name))),
    shown: storedText(textColumn(shown)),
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
    raw: fields.text("raw"),
    shown: fields.text("shown"),
    version: fields.text("version"),
    forwarder: fields.text("forwarder"),
  };
}

function inOrder(exports: readonly ImageExport[]): ImageExport[] {
  const addresses = exports.map(({ rva }) => rva);
  const rows = ascending(addresses);
  sortEqualRuns(rows, addresses, (left, right) => compareExports(exports[left], exports[right]) || left - right);
  return itemsAt(exports, rows);
}

function compareExports(left: ImageExport | undefined, right: ImageExport | undefined): number {
  return compareNames(left?.name ?? "", right?.name ?? "") || compareNames(left?.version ?? "", right?.version ?? "");
}
