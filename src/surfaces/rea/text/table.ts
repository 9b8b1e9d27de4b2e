/** Rows in aligned columns. Only the last column gives way to the width of a terminal; addresses are never cut. */
import { printable } from "../../../base/printable.ts";
import type { Sheet } from "./sheet.ts";
import type { Style } from "./style.ts";
import { displayWidth, padEnd, padStart } from "./width.ts";

export interface Column<T> {
  /** Upper-case heading. */
  readonly title: string;
  /** Raw text of a cell; the table escapes it. */
  readonly cell: (item: T) => string;
  readonly align?: "right";
  readonly paint?: keyof Style;
}

const GAP = "  ";

/** The heading and one line a row; a column without any text is left out, unless it is the last. */
export function* table<T>(
  columns: readonly Column<T>[],
  items: readonly T[],
  sheet: Sheet,
  indent = "",
): Iterable<string> {
  if (items.length === 0) return;
  const texts = items.map((item) => columns.map((column) => printable(column.cell(item))));
  const shown = columns
    .map((column, index) => ({ column, index, width: widthOf(column, texts, index) }))
    .filter(({ width, index }) => width > 0 || index === columns.length - 1);
  const titles = columns.map(({ title }) => title);
  yield indent + sheet.style.dim(line(shown, titles, sheet, indent.length, false));
  for (const row of texts) yield indent + line(shown, row, sheet, indent.length, true);
}

interface Shown<T> {
  readonly column: Column<T>;
  readonly index: number;
  readonly width: number;
}

/** Zero when every cell is empty. */
function widthOf<T>(column: Column<T>, rows: readonly (readonly string[])[], index: number): number {
  let widest = 0;
  for (const row of rows) widest = Math.max(widest, displayWidth(row[index] ?? ""));
  return widest === 0 ? 0 : Math.max(widest, column.title.length);
}

function line<T>(
  shown: readonly Shown<T>[],
  row: readonly string[],
  sheet: Sheet,
  indent: number,
  painted: boolean,
): string {
  const last = shown.length - 1;
  let used = indent;
  const cells = shown.map(({ column, index, width }, place) => {
    const text = row[index] ?? "";
    const padded = place === last ? sheet.fit(text, used) : pad(text, width, column.align);
    used += width + GAP.length;
    return painted && column.paint !== undefined ? sheet.style[column.paint](padded) : padded;
  });
  return cells.join(GAP).trimEnd();
}

function pad(text: string, width: number, align: "right" | undefined): string {
  return align === "right" ? padStart(text, width) : padEnd(text, width);
}
