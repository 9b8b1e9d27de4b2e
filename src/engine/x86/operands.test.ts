import { describe, expect, test } from "vitest";
import { OUT_SIZE } from "../instruction.ts";
import { ACCESS } from "../instruction-set.ts";
import { decode } from "./decoder.ts";
import { absoluteOf, accessOf, baseOf, destinationOf, immediateOf, indexOf, NO_REGISTER, scaleOf } from "./operands.ts";

const out = new Int32Array(OUT_SIZE);

function decodeHex(hex: string): number {
  const code = new Uint8Array(32);
  code.set(Buffer.from(hex, "hex"));
  return decode(code, 0, out);
}

const UPDATE = ACCESS.READ | ACCESS.WRITE;

describe("access to the memory operand", () => {
  test.each([
    ["8b05", ACCESS.READ, "mov eax, [m]"],
    ["8905", ACCESS.WRITE, "mov [m], eax"],
    ["c705", ACCESS.WRITE, "mov [m], imm32"],
    ["0105", UPDATE, "add [m], eax"],
    ["0305", ACCESS.READ, "add eax, [m]"],
    ["3905", ACCESS.READ, "cmp [m], eax"],
    ["833d", ACCESS.READ, "cmp [m], imm8"],
    ["8305", UPDATE, "add [m], imm8"],
    ["8505", ACCESS.READ, "test [m], eax"],
    ["f605", ACCESS.READ, "test [m], imm8"],
    ["f71d", UPDATE, "neg [m]"],
    ["8705", UPDATE, "xchg [m], eax"],
    ["ff05", UPDATE, "inc [m]"],
    ["ff15", ACCESS.READ, "call [m]"],
    ["ff25", ACCESS.READ, "jmp [m]"],
    ["ff35", ACCESS.READ, "push [m]"],
    ["8f05", ACCESS.WRITE, "pop [m]"],
    ["488d05", ACCESS.NONE, "lea rax, [m]"],
    ["0f1f05", ACCESS.NONE, "nop [m]"],
    ["0f9405", ACCESS.WRITE, "sete [m]"],
    ["f00fb10d", UPDATE, "lock cmpxchg [m], ecx"],
    ["0fba25", ACCESS.READ, "bt [m], imm8"],
    ["0fba2d", UPDATE, "bts [m], imm8"],
    ["d91d", ACCESS.WRITE, "fstp [m]"],
    ["d905", ACCESS.READ, "fld [m]"],
    ["0f1005", ACCESS.READ, "movups xmm0, [m]"],
    ["0f1105", ACCESS.WRITE, "movups [m], xmm0"],
    ["f30f7e05", ACCESS.READ, "movq xmm0, [m]"],
    ["660f7e05", ACCESS.WRITE, "movd [m], xmm0"],
    ["c5fe7f05", ACCESS.WRITE, "vmovdqu [m], ymm0"],
    ["c5fe6f05", ACCESS.READ, "vmovdqu ymm0, [m]"],
    ["62f17e483105", ACCESS.READ, "EVEX map 1"],
    ["62f27e483105", ACCESS.WRITE, "vpmovdb [m], zmm0"],
    ["0f38f005", ACCESS.READ, "movbe eax, [m]"],
    ["0f38f105", ACCESS.WRITE, "movbe [m], eax"],
    ["f20f38f105", ACCESS.READ, "crc32 eax, [m]"],
  ])("%s is %i (%s)", (hex, access) => {
    decodeHex(hex);

    expect(accessOf(out)).toBe(access);
  });
});

describe("registers", () => {
  test.each([
    ["4c8d05", 8, "lea r8, [m]"],
    ["89c3", 3, "mov ebx, eax"],
    ["4489f8", 0, "mov eax, r15d"],
    ["8905", NO_REGISTER, "mov [m], eax"],
    ["39c3", NO_REGISTER, "cmp ebx, eax"],
    ["83f805", NO_REGISTER, "cmp eax, 5"],
    ["83c005", 0, "add eax, 5"],
    ["41bd01000000", 13, "mov r13d, imm32"],
    ["b401", 0, "mov ah, 1"],
    ["40b601", 6, "mov sil, 1"],
    ["5d", 5, "pop rbp"],
    ["50", NO_REGISTER, "push rax"],
    ["4863d0", 2, "movsxd rdx, eax"],
    ["0fb6c8", 1, "movzx ecx, al"],
    ["0f94c2", 2, "sete dl"],
    ["8715", 2, "xchg [m], edx"],
    ["0f28c1", NO_REGISTER, "movaps xmm0, xmm1"],
    ["66480f7ec0", 0, "movq rax, xmm0"],
    ["f30f7ec1", NO_REGISTER, "movq xmm0, xmm1"],
    ["c4e37bf0c005", 0, "rorx eax, eax, 5"],
  ])("%s sets %i (%s)", (hex, register) => {
    decodeHex(hex);

    expect(destinationOf(out)).toBe(register);
  });

  test("of a memory operand are its base, index and scale", () => {
    const packed = decodeHex("4b8b44a508"); // mov rax, [r13+r12*4+8]

    expect([baseOf(packed, out), indexOf(packed, out), scaleOf(out)]).toEqual([13, 12, 4]);
    expect(absoluteOf(packed, out)).toBeUndefined();
  });

  test("are absent from absolute operands, whose address is then known", () => {
    const table = decodeHex("ff24c500104000"); // jmp [rax*8+0x401000]
    expect([baseOf(table, out), indexOf(table, out), absoluteOf(table, out)]).toEqual([NO_REGISTER, 0, undefined]);

    const cell = decodeHex("8b042500104000"); // mov eax, [0x401000]
    expect([baseOf(cell, out), indexOf(cell, out), absoluteOf(cell, out)]).toEqual([
      NO_REGISTER,
      NO_REGISTER,
      0x401000,
    ]);

    const kernel = decodeHex("8b042500000081"); // mov eax, [0xffffffff81000000]
    expect(absoluteOf(kernel, out)).toBe(-0x7f000000);

    const wide = decodeHex("48a10807060504030201"); // mov rax, [0x0102030405060708]
    expect(absoluteOf(wide, out)).toBe(Number(0x0102030405060708n));

    expect(absoluteOf(decodeHex("64488b042528000000"), out)).toBeUndefined(); // mov rax, fs:[0x28]
  });
});

test("an immediate is what the instruction makes of it", () => {
  decodeHex("bf00000080"); // mov edi, 0x80000000
  expect(immediateOf(out)).toBe(0x80000000);

  decodeHex("48c7c700000080"); // mov rdi, -0x80000000
  expect(immediateOf(out)).toBe(-0x80000000);

  decodeHex("48bf0000000001000000"); // mov rdi, 0x100000000
  expect(immediateOf(out)).toBe(0x100000000);
});
