import { expect, test } from "vitest";
import type { Region } from "../image.ts";
import { joined, words } from "../elf/file-builder.ts";
import { Memory } from "../memory.ts";
import { AddressSpace, Words } from "../words.ts";
import { delayStubs } from "./delay-stubs.ts";

const CODE = 0x1000;
const SLOTS = 0x2000;

/** Stubs of one library whose two slots hold `cells`; the code at `CODE` is `code`. */
function stubs(bits: 32 | 64, code: readonly number[], cells: Uint8Array, delayed = true): readonly number[][] {
  const file = joined(Uint8Array.from(code), cells);
  const permissions = { read: true, write: false, execute: true };
  const text = { rva: CODE, size: code.length, fileOffset: 0, fileSize: code.length, permissions };
  const data = { rva: SLOTS, size: cells.length, fileOffset: code.length, fileSize: cells.length };
  const regions: Region[] = [
    { name: ".text", ...text, content: "code" },
    { name: ".data", ...data, permissions: { ...permissions, execute: false }, content: "data" },
  ];
  const memory = new Memory({ regions, patches: [], endian: "little" }, file);
  const functions = [
    { name: "first", slot: SLOTS },
    { name: "second", slot: SLOTS + bits / 8 },
  ];
  const other = { library: "other.dll", delayed: false, functions: [{ name: "zeroth", slot: 0x5000 }] };
  const space = new AddressSpace(new Words(bits), 0x40_0000n);
  const found = delayStubs([other, { library: "late.dll", delayed, functions }], memory, space).stubs;
  return Array.from(found?.rva ?? [], (rva, row) => [rva, found?.size[row] ?? 0, found?.import[row] ?? -1]);
}

const CODE_64 = [
  ...[0x48, 0x8d, 0x05, 0xf9, 0x0f, 0x00, 0x00, 0xe9, 0, 0, 0, 0], // 1000: lea rax, [2000]; jmp
  ...[0x48, 0x8d, 0x05, 0xf5, 0x0f, 0x00, 0x00, 0xeb, 0], // 100c: lea rax, [2008]; jmp
];

test("the code that a slot leads to is a stub of its import when it takes the address of the slot and jumps", () => {
  expect(stubs(64, CODE_64, words(8, 0x40_1000, 0x40_100c))).toEqual([
    [0x1000, 12, 1],
    [0x100c, 9, 2],
  ]);
});

test("in 32-bit code the address is an immediate", () => {
  const code = [0xb8, 0x00, 0x20, 0x40, 0x00, 0xe9, 0, 0, 0, 0, 0xb8, 0x04, 0x20, 0x40, 0x00, 0xc3];

  expect(stubs(32, code, words(4, 0x40_1000, 0x40_100a))).toEqual([[0x1000, 10, 1]]);
});

test("slots that lead to code for another slot, to nothing mapped or to cut code, and imports that are not delayed have no stubs", () => {
  expect(stubs(64, CODE_64, words(8, 0x40_100c, 0x40_1000))).toEqual([]);
  expect(stubs(64, CODE_64, words(8, 0x40_1001, 0x7f_0000))).toEqual([]);
  expect(stubs(64, CODE_64, words(8, 0x40_1000, 0x40_100c), false)).toEqual([]);
  expect(stubs(64, CODE_64.slice(0, 7), words(8, 0x40_1000, 0x40_1000))).toEqual([]);
});
