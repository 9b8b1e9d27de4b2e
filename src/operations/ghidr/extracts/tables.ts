/** The forms in which the store keeps extracts: containers of texts and columns. */
import { isRecord } from "../../../base/record.ts";
import type { Extractor } from "../../../providers/ghidra/extracts.ts";
import { decodeContainer } from "../../../store/container.ts";
import type { AddressColumns, Space } from "./addresses.ts";

/** A list as JSON texts, each ended by a line feed. A type and no interface: it is a value of a container. */
export type RowsTable = {
  readonly text: Uint8Array;
  /** Where the text of each row ends. */
  readonly ends: Uint32Array;
};

/** Rows of functions, and the ranges of their bodies. */
export type DetailTable = RowsTable & {
  readonly spaces: readonly string[];
  readonly starts: ColumnsOfAddresses;
  /** Last address of each range. */
  readonly finishes: ColumnsOfAddresses;
  /** Row of the function that has the range. */
  readonly functions: Int32Array;
};

export type ReferencesTable = {
  readonly spaces: readonly SpaceRecord[];
  readonly types: readonly string[];
  readonly from: ColumnsOfAddresses;
  readonly to: ColumnsOfAddresses;
  readonly type: Uint16Array;
  readonly operand: Int32Array;
  /** Row of the function that holds the source, or -1. */
  readonly holder: Int32Array;
};

export type CallsTable = {
  readonly spaces: readonly SpaceRecord[];
  readonly flows: readonly string[];
  readonly site: ColumnsOfAddresses;
  readonly target: ColumnsOfAddresses;
  readonly flow: Uint16Array;
  readonly caller: Int32Array;
  readonly callee: Int32Array;
  /** Index in `UNRESOLVED_REASONS`, or -1. */
  readonly reason: Int32Array;
};

/** What an interface says, as a value of a container. */
type ColumnsOfAddresses = { readonly [K in keyof AddressColumns]: AddressColumns[K] };
type SpaceRecord = { readonly [K in keyof Space]: Space[K] };

export interface Tables {
  readonly inspect: RowsTable;
  readonly functions: RowsTable;
  readonly strings: RowsTable;
  readonly function: DetailTable;
  readonly xrefs: ReferencesTable;
  readonly calls: CallsTable;
}

/** The table in bytes whose digest was right; `undefined` when they are no container. */
export function decodeTable(bytes: Uint8Array): Tables[Extractor] | undefined {
  const value = decodeContainer(bytes);
  // Whoever has the right digest was packed by this version.
  return isRecord(value) ? (value as unknown as Tables[Extractor]) : undefined;
}

/** A row of a list, as it was checked when it was packed. */
export function rowOf({ text, ends }: RowsTable, row: number): unknown {
  const start = row === 0 ? 0 : (ends[row - 1] ?? 0) + 1;
  return JSON.parse(Buffer.from(text.buffer, text.byteOffset + start, (ends[row] ?? 0) - start).toString());
}

/** The rows from `start` to before `end`. */
export function rowsOf(table: RowsTable, start: number, end: number): unknown[] {
  return Array.from({ length: end - start }, (_, index) => rowOf(table, start + index));
}

/** Rows whose text holds `needle`, in order: searching costs a fraction of parsing. */
export function rowsHolding({ text, ends }: RowsTable, needle: string): number[] {
  const bytes = Buffer.from(text.buffer, text.byteOffset, text.length);
  const rows: number[] = [];
  let row = 0;
  for (let at = bytes.indexOf(needle); at !== -1; at = bytes.indexOf(needle, ends[row - 1] ?? 0)) {
    while ((ends[row] ?? Infinity) < at) row++;
    rows.push(row++);
    if (row >= ends.length) break;
  }
  return rows;
}
