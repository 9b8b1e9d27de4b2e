/** Whole analyses of AArch64 code: one executable segment without section headers or unwind tables. */
import { expect, test } from "vitest";
import { buildElf, words } from "../../formats/elf/file-builder.ts";
import { loadImage } from "../../formats/load.ts";
import { Memory } from "../../formats/memory.ts";
import { analyzeImage } from "../analyze.ts";
import { textAt } from "../columns.ts";
import { EDGE_KINDS, FUNCTION_FLAGS, REFERENCE_KINDS } from "../program.ts";
import type { Program } from "../program.ts";

/** What GNU as and ld make of it is given beside the instructions. */
const PROGRAM = [
  ...[0xa9bf7bfd, 0x94000003, 0xa8c17bfd, 0x14000011], // 00: stp; bl 10; ldp; b 50
  ...[0x7100_0c1f, 0x54000168], // 10: cmp w0, #3; b.hi 40
  ...[0x90000001, 0x91024021], // 18: adrp x1, 0; add x1, x1, #0x90
  ...[0x38604820, 0x10000061, 0x8b208820, 0xd61f0000], // 20: ldrb; adr x1, 30; add x0, x1, w0, sxtb #2; br x0
  ...[0x52800020, 0xd65f03c0, 0x52800040, 0xd65f03c0], // 30: mov; ret; 38: mov; ret
  ...[0x52800000, 0xd65f03c0, 0xd503201f, 0xd503201f], // 40: mov; ret; nop; nop
  ...[0xd10043ff, 0x90000000, 0x91025000, 0x10000129], // 50: sub sp; adrp x0, 0; add x0, x0, #0x94; adr x9, 80
  ...[0xf90003e9, 0x94000003, 0xd503201f, 0xd503201f], // 60: str x9, [sp]; bl 70; nop; nop
  ...[0xd4200020, 0xd503201f, 0xd503201f, 0xd503201f], // 70: brk; nop; nop; nop
  ...[0xa9bf7bfd, 0xa8c17bfd, 0xd65f03c0, 0xd503201f], // 80: stp; ldp; ret; nop
  ...[0x04000200, 0x6c6c6568, 0x6874206f, 0x00657265], // 90: .byte 0, 2, 0, 4; .asciz "hello there"
];

test("calls, tail calls, taken addresses and functions that never return are told apart", () => {
  const { functions } = analysed(PROGRAM);

  expect([...functions.rva]).toEqual([0x00, 0x10, 0x50, 0x70, 0x80]);
  const never = [...functions.flags].map((flags) => (flags & FUNCTION_FLAGS.noReturn) !== 0);
  expect(never).toEqual([true, false, true, true, false]);
});

test("a table of bytes leads to the cases of its switch", () => {
  const program = analysed(PROGRAM);

  expect(program.counts.jumpTables).toBe(1);
  expect(references(program, "jump_table")).toEqual(["2c 90"]);
  expect(references(program, "switch")).toEqual(["2c 30", "2c 38", "2c 40"]);
  const switches = [...program.edges.kind].filter((kind) => EDGE_KINDS[kind] === "switch");
  expect(switches).toHaveLength(3);
});

test("an address that two instructions make is a reference of the second, and its text is found", () => {
  const program = analysed(PROGRAM);

  expect(references(program, "address")).toEqual(["1c 90", "24 30", "58 94", "5c 80"]);
  expect(Array.from(program.strings.rva, (_, row) => textAt(program.strings.value, row))).toEqual(["hello there"]);
});

test("an address from before a loop is known in all of its rounds, and forgotten where another path brings none", () => {
  const program = analysed([
    ...[0x90000013, 0x91010273], // 00: adrp x19, 0; add x19, x19, #0x40
    ...[0xb9400661, 0x94000008, 0xb5ffffc0], // 08: ldr w1, [x19, #4]; bl 2c; cbnz x0, 08
    ...[0xb4000041, 0xd2800013], // 14: cbz x1, 1c; mov x19, #0
    ...[0xb9400662, 0xd65f03c0], // 1c: ldr w2, [x19, #4]; ret
    ...[0xd503201f, 0xd503201f], // 24: nop; nop
    ...[0xd65f03c0, 0, 0, 0, 0], // 2c: ret
    ...[1, 2, 3, 4], // 40: data
  ]);

  expect(references(program, "read")).toEqual(["8 44"]);
});

test("code that is not aligned, switches to themselves and noise end in bounded time", () => {
  let seed = 7;
  const noise = Array.from({ length: 0x8000 }, () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) | 0;
    return seed >>> 0;
  });
  // adr x1, itself; ldrb w0, [x1, w0, uxtw]; add x0, x1, w0, sxtb #2; br x0
  const self = [0x10000001, 0x38604820, 0x8b208820, 0xd61f0000];

  const program = analysed([...self, ...noise]);

  expect(program.functions.rva[0]).toBe(0);
  expect([...program.functions.rva].every((rva) => rva % 4 === 0)).toBe(true);
});

function references({ references: { from, to, kind } }: Program, wanted: (typeof REFERENCE_KINDS)[number]): string[] {
  const rows = Array.from(from, (place, row) => ({
    place,
    target: to[row] ?? 0,
    kind: REFERENCE_KINDS[kind[row] ?? 0],
  }));
  return rows
    .filter((row) => row.kind === wanted)
    .map(({ place, target }) => `${place.toString(16)} ${target.toString(16)}`);
}

function analysed(code: readonly number[]): Program {
  const file = buildElf({
    type: 2,
    machine: 183,
    entry: 0x401000,
    segments: [{ type: 1, flags: 5, address: 0x401000, data: words(4, ...code) }],
  });
  const loaded = loadImage(file);
  if (loaded.kind !== "image") throw new Error("not loaded");
  return analyzeImage(loaded.image, new Memory(loaded.image, file));
}
