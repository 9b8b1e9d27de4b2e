import { expect, test } from "vitest";
import type { FunctionHint, Image, ImageSymbol } from "../../formats/image.ts";
import { Memory } from "../../formats/memory.ts";
import { SymbolList } from "../../formats/symbol-list.ts";
import { CodeSpace } from "../code-space.ts";
import { PAGE, TEXT } from "../page-of-code.ts";
import { readExtents } from "./extents.ts";

function extents(hints: readonly Partial<FunctionHint>[], functions: readonly ImageSymbol[] = []) {
  const symbols = SymbolList.of(functions);
  const functionHints = hints.map((hint) => ({ source: "eh_frame", fragment: false, ...hint }));
  const image = { regions: [PAGE], patches: [], endian: "little", functionHints, symbols } as unknown as Image;
  const space = new CodeSpace(image, new Memory(image, new Uint8Array(0x1000)));
  const found = readExtents(image, space, { unwind: true, symbols: true });
  const rows = Array.from(found.start, (start, row) => [start, found.end[row], found.fragment[row]]);
  return { found, rows };
}

function sized(name: string, rva: number, size: number): ImageSymbol {
  return { name, rva, size, kind: "function", binding: "local", source: "symtab" };
}

test("ranges are given in order, whatever the order of the tables", () => {
  const { rows } = extents([
    { rva: TEXT + 0x80, size: 0x10 },
    { rva: TEXT + 0x10, size: 0x20, fragment: true },
  ]);

  expect(rows).toEqual([
    [0x10, 0x30, 1],
    [0x80, 0x90, 0],
  ]);
});

test("of ranges with one start the better table wins, then the longer range", () => {
  const symbol = sized("wide", TEXT + 0x10, 0x40);
  const { rows } = extents(
    [
      { rva: TEXT + 0x10, size: 0x10 },
      { rva: TEXT + 0x10, size: 0x20 },
    ],
    [symbol],
  );

  expect(rows).toEqual([[0x10, 0x30, 0]]);
});

test("a range is cut where one of a better table begins, and dropped inside one that is no worse", () => {
  const symbol = sized("outer", TEXT + 0x10, 0x40);
  const { rows } = extents(
    [
      { rva: TEXT + 0x20, size: 0x40 },
      { rva: TEXT + 0x30, size: 0x08 },
    ],
    [symbol],
  );

  expect(rows).toEqual([
    [0x10, 0x20, 0],
    [0x20, 0x60, 0],
  ]);
});

test("the range of an offset is found from its first byte to its last, across pages", () => {
  const { found } = extents([
    { rva: TEXT + 0x0f, size: 0x01 },
    { rva: TEXT + 0x10, size: 0x400 },
    { rva: TEXT + 0x700, size: 0x10 },
  ]);

  expect([0x0e, 0x0f, 0x10, 0x300, 0x40f, 0x410, 0x6ff, 0x70f, 0x710].map((offset) => found.at(offset))).toEqual([
    -1, 0, 1, 1, 1, -1, -1, 2, -1,
  ]);
});

test("a size past the end of the code is cut", () => {
  const { rows } = extents([{ rva: TEXT + 0xff0, size: 0xffff_ffff }]);

  expect(rows).toEqual([[0xff0, 0x1000, 0]]);
});

test.each([
  ["f.cold", 1],
  ["f.cold.12", 1],
  [".cold", 1],
  ["f.part.0.cold", 1],
  ["f.cold.", 0],
  ["f.colder", 0],
  ["f.cold1", 0],
  ["f.cold.1.2", 0],
  ["cold", 0],
  ["f.12", 0],
  ["12", 0],
])("a symbol with the name %j is a piece of another function: %d", (name, fragment) => {
  const { rows } = extents([], [sized(name, TEXT + 0x10, 0x10)]);

  expect(rows).toEqual([[0x10, 0x20, fragment]]);
});
