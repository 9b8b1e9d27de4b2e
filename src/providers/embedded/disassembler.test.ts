import { expect, test } from "vitest";
import { loadDisassembler } from "./disassembler.ts";

function wordsOf(...words: readonly number[]): Uint8Array {
  const code = new Uint8Array(words.length * 4);
  const view = new DataView(code.buffer);
  for (const [index, word] of words.entries()) view.setUint32(index * 4, word, true);
  return code;
}

test("AArch64 code is written as LLVM and GNU tools write it, with the addresses that it makes", async () => {
  const disassemble = await loadDisassembler("arm64");
  // stp, adrp, add, bl, b.ne, ldp, ret of a small function
  const code = wordsOf(0xa9bf7bfd, 0x90003e80, 0x9136b000, 0x94000010, 0x54000041, 0xa8c17bfd, 0xd65f03c0);

  const lines = disassemble(code, 0x41_2345_6780n, "intel");

  expect(lines.map((line) => `${line.mnemonic} ${line.operands}`.trim())).toEqual([
    "stp x29, x30, [sp, #-0x10]!",
    "adrp x0, #0x4123c26000",
    "add x0, x0, #0xdac",
    "bl #0x41234567cc",
    "b.ne #0x4123456798",
    "ldp x29, x30, [sp], #0x10",
    "ret",
  ]);
  expect(lines[2]?.reference).toBe(0x41_23c2_6dacn);
  expect(lines[3]?.target).toBe(0x41_2345_67ccn);
  expect(lines[4]?.target).toBe(0x41_2345_6798n);
});

test("words that are no AArch64 instruction are shown as data, a cut one not at all", async () => {
  const disassemble = await loadDisassembler("arm64");

  const lines = disassemble(wordsOf(0xffff_ffff, 0xd503201f).subarray(0, 7), 0x1000n, "intel");

  expect(lines).toEqual([{ address: 0x1000n, length: 4, mnemonic: ".word", operands: "0xffffffff" }]);
});

test("addresses of the upper half of memory are whole", async () => {
  const disassemble = await loadDisassembler("arm64");

  const [line] = disassemble(wordsOf(0x94000010), 0xffff_8000_0800_0000n, "intel");

  expect(line).toMatchObject({ operands: "#0xffff800008000040", target: 0xffff_8000_0800_0040n });
});

test("x86 code is read in the mode of its architecture", async () => {
  const [wide, narrow] = await Promise.all([loadDisassembler("x86_64"), loadDisassembler("x86")]);
  // 48 is a prefix in 64-bit mode and `dec eax` in 32-bit mode.
  const code = Uint8Array.of(0x48, 0x89, 0xe5);

  expect(wide(code, 0n, "intel").map((line) => line.mnemonic)).toEqual(["mov"]);
  expect(narrow(code, 0n, "intel").map((line) => line.mnemonic)).toEqual(["dec", "mov"]);
});

test("nothing is written for code of an architecture that cannot be decoded", async () => {
  const disassemble = await loadDisassembler("mips");

  expect(disassemble(Uint8Array.of(1, 2, 3, 4), 0n, "intel")).toEqual([]);
});
