/** Exports of a file as columns. */
import type { ImageExport } from "./image.ts";
import { namedColumns, type NamedColumns, NamedList, namedRow } from "./symbol-list.ts";

/** Exports in the order of the file; to walk over them makes an object of each. */
export class ExportList extends NamedList {
  /** PE: number under which the export in a row may be imported. */
  readonly ordinals: ReadonlyMap<number, number>;
  /** PE: `LIBRARY.name` of the export that really serves the one in a row. */
  readonly forwarders: ReadonlyMap<number, string>;

  constructor(
    columns: NamedColumns,
    ordinals: ReadonlyMap<number, number> = new Map(),
    forwarders: ReadonlyMap<number, string> = new Map(),
  ) {
    super(columns);
    this.ordinals = ordinals;
    this.forwarders = forwarders;
  }

  static of(exports: readonly ImageExport[]): ExportList {
    return new ExportList(
      namedColumns(exports),
      new Map(exports.flatMap(({ ordinal }, row) => (ordinal === undefined ? [] : [[row, ordinal]]))),
      new Map(exports.flatMap(({ forwarder }, row) => (forwarder === undefined ? [] : [[row, forwarder]]))),
    );
  }

  *[Symbol.iterator](): Generator<ImageExport, undefined> {
    for (let row = 0; row < this.length; row++) {
      const ordinal = this.ordinals.get(row);
      const forwarder = this.forwarders.get(row);
      yield {
        ...namedRow(this, row),
        rva: this.rva[row] ?? 0,
        ...(ordinal === undefined ? {} : { ordinal }),
        ...(forwarder === undefined ? {} : { forwarder }),
      };
    }
  }
}
