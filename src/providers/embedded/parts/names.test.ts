import { expect, test } from "vitest";
import { textAt } from "../../../engine/columns.ts";
import { NameSlices } from "../../../formats/name-slices.ts";
import { NameTable, namesByPlace } from "./names.ts";

test("a name that is asked for again has its row again, however many there are", () => {
  const table = new NameTable();
  const texts = Array.from({ length: 5000 }, (_, number) => `name${number}`);
  const names = NameSlices.of([...texts, ...texts.toReversed(), ""]);

  const rows = Array.from({ length: names.length }, (_, row) => table.rowOf(names, row));

  const column = table.column();
  expect(rows.map((row) => textAt(column, row))).toEqual([...texts, ...texts.toReversed(), ""]);
  expect(column.offsets).toHaveLength(5000 + 2);
  expect(rows.at(-1)).toBe(0);
});

test("things share the names of what is at their addresses", () => {
  const table = new NameTable();
  const known = { rva: [0x10, 0x20, 0x20], name: Uint32Array.from(["a", "b", "c"], (name) => table.add(name)) };
  const names = NameSlices.of(["b", "a", "c", "c", "new", "a"]);

  const rows = namesByPlace(table, known, { rows: Uint32Array.of(1, 0, 2, 3, 4, 5), rva: [0x10, 0x20, 0x20], names });

  const column = table.column();
  expect([...rows].map((row) => textAt(column, row))).toEqual(["a", "b", "c", "c", "new", "a"]);
  expect([...rows.slice(0, 4)]).toEqual([1, 2, 3, 3]);
});
