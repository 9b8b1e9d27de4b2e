import { describe, expect, test } from "vitest";
import { FLAG, FLOW, flowOf, lengthOf, OUT_SIZE } from "../instruction.ts";
import { decode, MAP, OUT, PREFIX } from "./decoder.ts";

const out = new Int32Array(OUT_SIZE);

/** Decodes hexadecimal bytes that stand at position 0x10 of a zeroed buffer. */
function decodeHex(hex: string): { length: number; flow: number; flags: number } {
  out.fill(0);
  const code = new Uint8Array(64);
  code.set(Buffer.from(hex, "hex"), 0x10);
  const packed = decode(code, 0x10, out);
  return { length: lengthOf(packed), flow: flowOf(packed), flags: packed & ~0x1ff };
}

describe("length and flow", () => {
  // Encodings by hand from Intel SDM vol. 2 and AMD APM vol. 3 to 6.
  test.each<[string, number, number, string]>([
    ["c3", 1, FLOW.RETURN, "ret"],
    ["c20800", 3, FLOW.RETURN, "ret 8"],
    ["48cf", 2, FLOW.RETURN, "iretq"],
    ["480f07", 3, FLOW.RETURN, "sysretq"],
    ["e800000000", 5, FLOW.CALL, "call"],
    ["eb00", 2, FLOW.JUMP, "jmp short"],
    ["e3f0", 2, FLOW.BRANCH, "jrcxz"],
    ["c7f800000000", 6, FLOW.BRANCH, "xbegin"],
    ["ff2500000000", 6, FLOW.INDIRECT_JUMP, "jmp [rip]"],
    ["3effe0", 3, FLOW.INDIRECT_JUMP, "notrack jmp rax"],
    ["ff1500000000", 6, FLOW.INDIRECT_CALL, "call [rip]"],
    ["41ffd3", 3, FLOW.INDIRECT_CALL, "call r11"],
    ["cc", 1, FLOW.BREAKPOINT, "int3"],
    ["0f0b", 2, FLOW.TRAP, "ud2"],
    ["f4", 1, FLOW.HALT, "hlt"],
    ["0f05", 2, FLOW.SYSCALL, "syscall"],
    ["cd80", 2, FLOW.SYSCALL, "int 0x80"],
    ["f30f1efa", 4, FLOW.ENDBR, "endbr64"],
    ["f3480f1ec8", 5, FLOW.OTHER, "rdsspq rax"],
    ["90", 1, FLOW.NOP, "nop"],
    ["f390", 2, FLOW.OTHER, "pause"],
    ["4190", 2, FLOW.OTHER, "xchg r8, rax"],
    ["66662e0f1f840000000000", 11, FLOW.NOP, "long nop"],
    ["488d3d00000000", 7, FLOW.LEA, "lea"],
    ["48b80102030405060708", 10, FLOW.MOVE_IMMEDIATE, "mov rax, imm64"],
    ["66b80102", 4, FLOW.MOVE_IMMEDIATE, "mov ax, imm16"],
    ["48c7c001000000", 7, FLOW.MOVE_IMMEDIATE, "mov rax, simm32"],
    ["48c7450001000000", 8, FLOW.OTHER, "mov [rbp], simm32"],
    ["f7c001000000", 6, FLOW.OTHER, "test eax, imm32"],
    ["f7d0", 2, FLOW.OTHER, "not eax"],
    ["c8000001", 4, FLOW.OTHER, "enter 0, 1"],
    ["48a10000000000000000", 10, FLOW.OTHER, "mov rax, [moffs64]"],
    ["67a100000000", 6, FLOW.OTHER, "mov eax, [moffs32]"],
    ["0f20c0", 3, FLOW.OTHER, "mov rax, cr0"],
    ["660f78c00102", 6, FLOW.OTHER, "extrq xmm0, 1, 2"],
    ["c5f877", 3, FLOW.OTHER, "vzeroupper"],
    ["c4e37d39c001", 6, FLOW.OTHER, "vextracti128"],
    ["62f17c48100500000000", 10, FLOW.OTHER, "vmovups zmm0, [rip]"],
    ["8fe97881c0", 5, FLOW.OTHER, "vfrczpd"],
    ["8fea7810c001000000", 9, FLOW.OTHER, "bextr eax, eax, imm32"],
    ["8f00", 2, FLOW.OTHER, "pop [rax]"],
  ])("%s is %i bytes of flow %i (%s)", (hex, length, flow) => {
    expect(decodeHex(hex)).toMatchObject({ length, flow });
  });

  test.each([
    ["06", "push es"],
    ["d500", "REX2"],
    ["62f47c4800", "EVEX map 4"],
    ["8dc0", "lea of a register"],
    ["fed0", "group 4, /2"],
    ["ffff", "group 5, /7"],
    ["ffd8", "far call to a register"],
    ["c6c8", "group 11, /1"],
    ["8f20", "group 1A, /4"],
    ["0f04", "no opcode"],
    ["66666666666666666666666666666690", "16 bytes"],
    ["2e2e2e2e2e2e2e2e2e488d0500000000", "16 bytes with operands"],
  ])("%s is no instruction (%s)", (hex) => {
    expect(decodeHex(hex)).toMatchObject({ length: 0, flow: FLOW.BAD });
  });
});

describe("slots", () => {
  test("a branch target is counted from the end of the instruction", () => {
    decodeHex("75fe");
    expect(out[OUT.TARGET]).toBe(0x10);

    decodeHex("e8fbffffff");
    expect(out[OUT.TARGET]).toBe(0x10);

    decodeHex("c7f800010000");
    expect(out[OUT.TARGET]).toBe(0x116);
  });

  test("a rip-relative operand is counted from the end of the instruction, an immediate behind it included", () => {
    const { flags } = decodeHex("c6050001000007");

    expect(flags).toBe(FLAG.MEMORY | FLAG.RIP | FLAG.IMMEDIATE);
    expect(out[OUT.RIP]).toBe(0x117);
    expect(out[OUT.IMMEDIATE]).toBe(7);
  });

  test("a displacement without base is told from one with a base, and a segment from none", () => {
    expect(decodeHex("8b042500104000").flags).toBe(FLAG.MEMORY | FLAG.NO_BASE);
    expect(out[OUT.DISPLACEMENT]).toBe(0x401000);
    expect(decodeHex("64488b042528000000").flags).toBe(FLAG.MEMORY | FLAG.NO_BASE | FLAG.SEGMENT);
    expect(out[OUT.PREFIXES]).toBe(PREFIX.FS);
    expect(decodeHex("8b4424f8").flags).toBe(FLAG.MEMORY);
    expect(out[OUT.DISPLACEMENT]).toBe(-8);
    expect(decodeHex("8b00").flags).toBe(FLAG.MEMORY);
    expect(out[OUT.DISPLACEMENT]).toBe(0);
  });

  test("immediates keep their sign and their width", () => {
    expect(decodeHex("6a80").flags).toBe(FLAG.IMMEDIATE);
    expect(out[OUT.IMMEDIATE]).toBe(-128);
    expect(decodeHex("6800104000").flags).toBe(FLAG.IMMEDIATE | FLAG.WIDE);
    expect(out[OUT.IMMEDIATE]).toBe(0x401000);
    expect(decodeHex("48b80102030405060708").flags).toBe(FLAG.IMMEDIATE | FLAG.WIDE);
    expect([out[OUT.IMMEDIATE], out[OUT.IMMEDIATE_HIGH]]).toEqual([0x04030201, 0x08070605]);
  });

  test("opcodes carry their map, and VEX and EVEX registers read like REX", () => {
    decodeHex("0fb6c0");
    expect(out[OUT.OPCODE]).toBe((MAP.TWO_BYTE << 8) | 0xb6);

    decodeHex("f20f38f1c0");
    expect(out[OUT.OPCODE]).toBe((MAP.THREE_38 << 8) | 0xf1);

    decodeHex("c4424bf7c0"); // shlx r8d, r8d, esi with pp = 66 would be c4 42 49: here F2, shrx
    expect(out[OUT.OPCODE]).toBe(((MAP.VECTOR + 2) << 8) | 0xf7);
    expect(out[OUT.REX]).toBe(0x45);
    expect(out[OUT.PREFIXES]).toBe(PREFIX.REPNE);
  });

  test("a REX prefix before another prefix has no effect", () => {
    decodeHex("486689c0");
    expect(out[OUT.REX]).toBe(0);
  });
});

test("random bytes decode alike whatever stands after the 16 that the caller guarantees", () => {
  const random = new Uint8Array(1 << 14);
  let state = 0x2545f491;
  for (let index = 0; index < random.length; index++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    random[index] = state >>> 24;
  }

  const differences: number[] = [];
  for (let position = 0; position + 16 <= random.length; position++) {
    const alone = decode(random.slice(position, position + 16), 0, out);
    if (decode(random, position, out) !== alone) differences.push(position);
  }

  expect(differences).toEqual([]);
});
