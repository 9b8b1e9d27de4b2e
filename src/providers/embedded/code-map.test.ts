import { array, assert, nat, property, record, uniqueArray } from "fast-check";
import { expect, test } from "vitest";
import { AscendingOwners, functionAt, functionHolding, rangesOf, rowsWithin, type CodeExtents } from "./code-map.ts";

/** Functions at 0x100 and 0x200, a piece of the first one at 0x40 and one of the second at 0x300. */
const CODE: CodeExtents = {
  rva: Uint32Array.of(0x100, 0x200),
  size: Uint32Array.of(0x20, 0x10),
  fragments: {
    rva: Uint32Array.of(0x40, 0x300),
    size: Uint32Array.of(8, 8),
    function: Uint32Array.of(0, 1),
  },
};

test.each([
  [0x3f, -1],
  [0x40, 0],
  [0x47, 0],
  [0x48, -1],
  [0x100, 0],
  [0x11f, 0],
  [0x120, -1],
  [0x200, 1],
  [0x307, 1],
  [0x308, -1],
])("0x%s belongs to function %i", (rva, index) => {
  expect(functionHolding(CODE, rva)).toBe(index);
});

test("a function that lies inside another one owns its bytes", () => {
  const nested: CodeExtents = { ...CODE, rva: Uint32Array.of(0x100, 0x110), size: Uint32Array.of(0x40, 8) };

  expect([0x10f, 0x110, 0x117, 0x118].map((rva) => functionHolding(nested, rva))).toEqual([0, 1, 1, 0]);
});

test("ascending addresses have the owners that each has by itself, nested and empty functions among them", () => {
  const extents = array(record({ start: nat(60), size: nat(20) }), { maxLength: 12 });
  assert(
    property(extents, extents, uniqueArray(nat(90)), (functions, fragments, addresses) => {
      const byStart = (left: { start: number }, right: { start: number }): number => left.start - right.start;
      const code: CodeExtents = {
        rva: Uint32Array.from(functions.sort(byStart), ({ start }) => start),
        size: Uint32Array.from(functions, ({ size }) => size),
        fragments: {
          rva: Uint32Array.from(fragments.sort(byStart), ({ start }) => start),
          size: Uint32Array.from(fragments, ({ size }) => size),
          function: Uint32Array.from(fragments.keys()),
        },
      };
      const ascending = addresses.sort((left, right) => left - right);
      const owners = new AscendingOwners(code);

      expect(ascending.map((rva) => owners.holding(rva))).toEqual(ascending.map((rva) => functionHolding(code, rva)));
    }),
    { numRuns: 2000 },
  );
});

test("only the exact start is a start", () => {
  expect([0xff, 0x100, 0x101, 0x40].map((rva) => functionAt(CODE, rva))).toEqual([-1, 0, -1, -1]);
});

test("the range with the start comes first, lower pieces too come after it", () => {
  expect(rangesOf(CODE, 0)).toEqual([
    { rva: 0x100, size: 0x20 },
    { rva: 0x40, size: 8 },
  ]);
});

test("rows of a range include its first address and not its end", () => {
  expect(rowsWithin([1, 4, 4, 8, 9], { rva: 4, size: 5 })).toEqual({ first: 1, end: 4 });
});
