import { describe, expect, test } from "vitest";
import { FLAG, FLOW, flowOf, lengthOf, OUT_SIZE } from "../instruction.ts";
import { decode32 } from "./decoder-32.ts";
import { MAP, OUT } from "./decoder.ts";
import { accessOf, destinationOf, indexOf, NO_REGISTER } from "./operands.ts";

const out = new Int32Array(OUT_SIZE);

/** Decodes hexadecimal bytes that stand at position 0x10 of a zeroed buffer. */
function decodeHex(hex: string): { packed: number; length: number; flow: number; flags: number } {
  out.fill(0);
  const code = new Uint8Array(64);
  code.set(Buffer.from(hex, "hex"), 0x10);
  const packed = decode32(code, 0x10, out);
  return { packed, length: lengthOf(packed), flow: flowOf(packed), flags: packed & ~0x1ff };
}

describe("length and flow", () => {
  // Encodings by hand from Intel SDM vol. 2 and AMD APM vol. 6.
  test.each<[string, number, number, string]>([
    ["40", 1, FLOW.OTHER, "inc eax"],
    ["4f", 1, FLOW.OTHER, "dec edi"],
    ["06", 1, FLOW.OTHER, "push es"],
    ["27", 1, FLOW.OTHER, "daa"],
    ["60", 1, FLOW.OTHER, "pushad"],
    ["6211", 2, FLOW.OTHER, "bound edx, [ecx]"],
    ["62f17c481001", 6, FLOW.OTHER, "vmovups zmm0, [ecx]"],
    ["63c8", 2, FLOW.OTHER, "arpl ax, cx"],
    ["c411", 2, FLOW.OTHER, "les edx, [ecx]"],
    ["c511", 2, FLOW.OTHER, "lds edx, [ecx]"],
    ["c5f877", 3, FLOW.OTHER, "vzeroupper"],
    ["c4e37d39c001", 6, FLOW.OTHER, "vextracti128"],
    ["8fe97881c0", 5, FLOW.OTHER, "vfrczpd"],
    ["8f00", 2, FLOW.OTHER, "pop [eax]"],
    ["82c001", 3, FLOW.OTHER, "add al, 1 under its second opcode"],
    ["d40a", 2, FLOW.OTHER, "aam"],
    ["a144332211", 5, FLOW.OTHER, "mov eax, [moffs32]"],
    ["67a14433", 4, FLOW.OTHER, "mov eax, [moffs16]"],
    ["9a785634120700", 7, FLOW.INDIRECT_CALL, "call far 7:12345678"],
    ["669a34120700", 6, FLOW.INDIRECT_CALL, "call far 7:1234"],
    ["ea785634120700", 7, FLOW.INDIRECT_JUMP, "jmp far"],
    ["e800000000", 5, FLOW.CALL, "call"],
    ["66e80000", 4, FLOW.CALL, "call with a distance of 16 bits"],
    ["0f8400000000", 6, FLOW.BRANCH, "je"],
    ["ff2544332211", 6, FLOW.INDIRECT_JUMP, "jmp [disp32]"],
    ["ffa30c000000", 6, FLOW.INDIRECT_JUMP, "jmp [ebx+0xc]"],
    ["b844332211", 5, FLOW.MOVE_IMMEDIATE, "mov eax, imm32"],
    ["66b84433", 4, FLOW.MOVE_IMMEDIATE, "mov ax, imm16"],
    ["678b4401", 4, FLOW.OTHER, "mov eax, [si+1]"],
    ["678b060001", 5, FLOW.OTHER, "mov eax, [0x100] with a 16-bit address"],
    ["f30f1efb", 4, FLOW.ENDBR, "endbr32"],
    ["8db42600000000", 7, FLOW.NOP, "lea esi, [esi+eiz*1+0]"],
    ["8d7600", 3, FLOW.NOP, "lea esi, [esi+0]"],
    ["8d7601", 3, FLOW.LEA, "lea esi, [esi+1]"],
  ])("%s is %i bytes of flow %i (%s)", (hex, length, flow) => {
    expect(decodeHex(hex)).toMatchObject({ length, flow });
  });

  test.each([
    ["8dc0", "lea of a register"],
    ["ffd8", "far call to a register"],
    ["62f47c4800", "EVEX map 4"],
    ["8f20", "group 1A, /4"],
    ["66666666666666666666666666666690", "16 bytes"],
  ])("%s is no instruction (%s)", (hex) => {
    expect(decodeHex(hex)).toMatchObject({ length: 0, flow: FLOW.BAD });
  });
});

describe("operands", () => {
  test("mode 0 with rm 5 is an address, not a distance from the instruction", () => {
    const { packed, flags } = decodeHex("8b0d78563412");

    expect(flags).toBe(FLAG.MEMORY | FLAG.NO_BASE);
    expect(out[OUT.DISPLACEMENT]).toBe(0x1234_5678);
    expect(indexOf(packed, out)).toBe(NO_REGISTER);
  });

  test("the short moves of the accumulator have a memory operand like any other", () => {
    const { packed, flags } = decodeHex("a378563412");

    expect(flags).toBe(FLAG.MEMORY | FLAG.NO_BASE);
    expect(out[OUT.DISPLACEMENT]).toBe(0x1234_5678);
    expect(indexOf(packed, out)).toBe(NO_REGISTER);
    expect(accessOf(out)).toBe(2);
  });

  test("a table indexed without base keeps its index", () => {
    const { packed, flags } = decodeHex("ff248578563412");

    expect(flags).toBe(FLAG.MEMORY | FLAG.NO_BASE);
    expect(indexOf(packed, out)).toBe(0);
  });

  test("fs and gs and 16-bit addresses are no plain addresses", () => {
    expect(decodeHex("64a100000000").flags & FLAG.SEGMENT).toBe(FLAG.SEGMENT);
    expect(decodeHex("65a114000000").flags & FLAG.SEGMENT).toBe(FLAG.SEGMENT);
    expect(decodeHex("678b060001").flags & FLAG.SEGMENT).toBe(FLAG.SEGMENT);
  });

  test("VEX names no registers above 7", () => {
    decodeHex("c4e24bf7c0");

    expect(out[OUT.OPCODE]).toBe(((MAP.VECTOR + 2) << 8) | 0xf7);
    expect(out[OUT.REX]).toBe(0);
    expect(destinationOf(out)).toBe(0);
  });
});
