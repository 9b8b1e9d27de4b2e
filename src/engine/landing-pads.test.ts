import { expect, test } from "vitest";
import { Memory } from "../formats/memory.ts";
import { CodeSpace } from "./code-space.ts";
import { LandingPads } from "./landing-pads.ts";
import { PAGE, TEXT } from "./page-of-code.ts";

const image = { regions: [PAGE], patches: [], endian: "little" } as const;
const space = new CodeSpace(image as never, new Memory(image, new Uint8Array(0x1000)));

function pads(rows: readonly (readonly [start: number, end: number, pad: number])[], alignment = 1): LandingPads {
  const columns = {
    start: Float64Array.from(rows, ([start]) => TEXT + start),
    end: Float64Array.from(rows, ([, end]) => TEXT + end),
    pad: Float64Array.from(rows, ([, , pad]) => TEXT + pad),
    faults: new Uint8Array(rows.length),
  };
  return new LandingPads(columns, space, alignment);
}

/** Landing pads of `offset`, innermost first. */
function padsAt(index: LandingPads, offset: number): number[] {
  const found: number[] = [];
  for (let row = index.at(offset); row >= 0; row = index.outer(row, offset)) found.push(index.pad[row] ?? -1);
  return found;
}

test("code in nested ranges leads to the landing pads of all of them, innermost first", () => {
  const index = pads([
    [0x10, 0x80, 0x100],
    [0x20, 0x40, 0x110],
    [0x50, 0x60, 0x120],
  ]);

  expect(padsAt(index, 0x0f)).toEqual([]);
  expect(padsAt(index, 0x10)).toEqual([0x100]);
  expect(padsAt(index, 0x20)).toEqual([0x110, 0x100]);
  expect(padsAt(index, 0x40)).toEqual([0x100]);
  expect(padsAt(index, 0x5f)).toEqual([0x120, 0x100]);
  expect(padsAt(index, 0x80)).toEqual([]);
});

test("a range that code only touches has no bytes in common with it", () => {
  const index = pads([[0x10, 0x20, 0x100]]);

  expect([index.within(0x00, 0x10), index.within(0x00, 0x11), index.within(0x20, 0x30)]).toEqual([-1, 0, -1]);
});

test("landing pads outside code, or where no instruction can start, are left out", () => {
  expect(pads([[0x10, 0x20, 0x2000]]).count).toBe(0);
  expect(pads([[0x10, 0x20, 0x102]], 4).count).toBe(0);
  expect(pads([[0x10, 0x20, 0x104]], 4).count).toBe(1);
});

test("of ranges by the thousand around one place some are kept", () => {
  const index = pads(
    Array.from({ length: 10_000 }, (_, row) => [Math.floor(row / 10), 0xfff - (row % 10), 0x10 + (row % 16)]),
  );

  expect(index.count).toBe(16);
  expect(padsAt(index, 0xff0)).toHaveLength(16);
});

test("answers do not depend on what was asked before", () => {
  const rows = [
    [0x10, 0x20, 0x100],
    [0x20, 0x30, 0x110],
    [0x20, 0x28, 0x120],
    [0x50, 0x60, 0x130],
  ] as const;
  const asked = pads(rows);
  const offsets = Array.from({ length: 500 }, (_, step) => (step * 0x35) % 0x70);

  for (const offset of offsets) {
    const holding = rows.filter(([start, end]) => offset >= start && offset < end).map(([, , pad]) => pad);
    expect(padsAt(asked, offset)).toEqual(holding.toReversed());
  }
});
