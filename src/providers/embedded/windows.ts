/** Cutting ordered tables to the wanted window without making the items outside it. */
import type { Window } from "../../contracts/page.ts";
import type { Slice, TextMatch } from "../provider.ts";

/** Rows of a table in the order of an answer. */
export interface Rows {
  readonly length: number;
  /** Row at a position of the order. */
  row(position: number): number;
}

export function allRows(length: number): Rows {
  return { length, row: (position) => position };
}

export function listedRows(rows: ArrayLike<number>): Rows {
  return { length: rows.length, row: (position) => rows[position] ?? 0 };
}

/** What makes a row an item of the answer. */
export interface Selection<T> {
  readonly make: (row: number) => T;
  /** Rows that stay; absent keeps all. */
  readonly keep?: ((row: number) => boolean) | undefined;
  readonly match?: TextMatch | undefined;
  /** Texts of a row that `match` looks at; one that matches is enough. */
  readonly texts: (row: number) => readonly string[];
}

/**
 * The window over the rows that are kept. All are counted, so `total` is exact, unless the match gives up: then the
 * answer holds what was found so far and the limit that stopped it.
 */
export function cut<T>(rows: Rows, window: Window, selection: Selection<T>): Slice<T> {
  const end = window.limit === null ? Infinity : window.offset + window.limit;
  if (selection.keep === undefined && selection.match === undefined) {
    return cutAll(rows, window.offset, Math.min(end, rows.length), selection.make);
  }
  const items: T[] = [];
  let total = 0;
  for (let position = 0; position < rows.length; position++) {
    const row = rows.row(position);
    const wanted = isWanted(selection, row);
    const limit = selection.match?.exhausted;
    if (limit !== undefined) return { items, total: null, more: true, limits: [limit] };
    if (!wanted) continue;
    if (total >= window.offset && total < end) items.push(selection.make(row));
    total++;
  }
  return { items, total, more: window.offset + items.length < total, limits: [] };
}

function isWanted<T>({ keep, match, texts }: Selection<T>, row: number): boolean {
  if (keep !== undefined && !keep(row)) return false;
  return match === undefined || texts(row).some((text) => match.matches(text));
}

function cutAll<T>(rows: Rows, start: number, end: number, make: (row: number) => T): Slice<T> {
  const items: T[] = [];
  for (let position = start; position < end; position++) items.push(make(rows.row(position)));
  return { items, total: rows.length, more: end < rows.length, limits: [] };
}
