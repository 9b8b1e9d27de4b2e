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

test("a known slice and a known twin have their name without a look at it", () => {
  const table = new NameTable();
  const names = NameSlices.of(["a", "also a", "also a"]);
  const known = { rva: [0x10], name: Uint32Array.of(table.add("known")), names, rows: [0] };
  const twins = Int32Array.of(1, 0, -1);

  const rows = namesByPlace(table, known, { rva: [0x10, 0x10], names, rows: Uint32Array.of(1, 0, 2), twins });

  expect([...rows]).toEqual([1, 1, 2]);
});

test("things share the names of what is at their addresses", () => {
  const table = new NameTable();
  const known = {
    rva: [0x10, 0x20, 0x20],
    name: Uint32Array.from(["a", "b", "c"], (name) => table.add(name)),
    names: NameSlices.of(["c"]),
    rows: [-1, -1, 0],
  };
  const names = NameSlices.of(["b", "a", "c", "c", "new", "a"]);

  const rows = namesByPlace(table, known, { rva: [0x10, 0x20, 0x20], names, rows: Uint32Array.of(1, 0, 2, 3, 4, 5) });

  const column = table.column();
  expect([...rows].map((row) => textAt(column, row))).toEqual(["a", "b", "c", "c", "new", "a"]);
  expect([...rows.slice(0, 4)]).toEqual([1, 2, 3, 3]);
});
