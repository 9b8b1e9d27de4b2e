import { expect, test } from "vitest";
import { rowOf, rowsHolding, type RowsTable } from "./tables.ts";

/** A list as the store keeps it. */
function table(...values: readonly unknown[]): RowsTable {
  const lines = values.map((value) => JSON.stringify(value));
  const text = Buffer.from(lines.map((line) => `${line}\n`).join(""));
  let at = -1;
  const ends = Uint32Array.from(lines, (line) => (at += Buffer.byteLength(line) + 1));
  return { text, ends };
}

test("rows are found by what they hold, each once and in order", () => {
  const values = ["main", "", "amain", { a: "main", b: "main" }, "é", "mai", "n", "main"];
  const rows = table(...values);

  expect(rowsHolding(rows, "main")).toEqual([0, 2, 3, 7]);
  expect(rowsHolding(rows, '"')).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect(rowsHolding(rows, "é")).toEqual([4]);
  expect(rowsHolding(rows, "none")).toEqual([]);
  expect(rowsHolding(table(), "x")).toEqual([]);
  values.forEach((value, row) => expect(rowOf(rows, row)).toEqual(value));
});
