/** Ordering rows of a column without moving them. */
import { rvaColumn } from "../../engine/columns.ts";
import { orderOf } from "../../engine/radix-sort.ts";

/** Rows by ascending value, equal ones by row. Values are whole numbers. */
export function ascending(values: ArrayLike<number>): Uint32Array {
  return orderOf(rvaColumn(values));
}

/** Rows by descending value, equal ones by row. */
export function descending(values: Uint32Array): Uint32Array {
  const largest = values.reduce((most, value) => Math.max(most, value), 0);
  return ascending(values.map((value) => largest - value));
}

/** The values of a column in the order of `rows`. */
export function reordered<T extends Uint8Array | Uint32Array | Float64Array>(column: T, rows: Uint32Array): T {
  const moved = column.slice(0, rows.length) as T;
  for (let row = 0; row < moved.length; row++) moved[row] = column[rows[row] ?? 0] ?? 0;
  return moved;
}

/** Reorders runs of rows with equal values by what `compare` says of two rows. */
export function sortEqualRuns(
  rows: Uint32Array,
  values: ArrayLike<number>,
  compare: (left: number, right: number) => number,
): void {
  let start = 0;
  for (let end = 1; end <= rows.length; end++) {
    if (end < rows.length && values[rows[end] ?? 0] === values[rows[start] ?? 0]) continue;
    if (end - start > SHORT_RUN) rows.subarray(start, end).sort(compare);
    else if (end - start > 1) sortShortRun(rows, start, end, compare);
    start = end;
  }
}

/** Most runs are a symbol in both tables of a file, under one name or two. */
const SHORT_RUN = 8;

/** By insertion. */
function sortShortRun(
  rows: Uint32Array,
  start: number,
  end: number,
  compare: (left: number, right: number) => number,
): void {
  for (let next = start + 1; next < end; next++) {
    const row = rows[next] as number;
    let at = next;
    for (; at > start && compare(rows[at - 1] as number, row) > 0; at--) rows[at] = rows[at - 1] as number;
    rows[at] = row;
  }
}
