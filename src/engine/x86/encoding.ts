/** Which bytes follow each x86 opcode (Intel SDM vol. 2, appendix A; AMD APM vol. 6 for XOP). */

/** Bits of an entry of the tables below. */
export const LAYOUT = {
  /** A ModRM byte follows. */
  MODRM: 0x0001,
  /** An 8-bit immediate follows, sign-extended. */
  BYTE: 0x0002,
  /** A 16-bit immediate follows. */
  WORD: 0x0004,
  /** A 32-bit immediate follows, 16 bits with an operand-size prefix. */
  DWORD: 0x0008,
  /** As DWORD, and 64 bits with REX.W. */
  QWORD: 0x0010,
  /** A memory address of 64 bits follows, 32 with an address-size prefix. */
  ADDRESS: 0x0020,
  /** A branch distance of 8 bits follows. */
  SHORT: 0x0040,
  /** A branch distance of 32 bits follows. */
  NEAR: 0x0080,
  /** No instruction in the mode of the table. */
  BAD: 0x0100,
  /** Group 3 (F6, F7): only `test` has the immediate. */
  TEST: 0x0200,
  /** A legacy prefix. */
  PREFIX: 0x0400,
  /** A REX prefix. */
  REX: 0x0800,
  /** Leads to another table: 0F, VEX, EVEX, XOP. */
  ESCAPE: 0x1000,
  /** What the instruction is depends on the ModRM byte. */
  GROUP: 0x2000,
  /** The ModRM byte names registers whatever its mode: moves to and from control and debug registers. */
  REGISTERS: 0x4000,
  /** No prefix narrows the DWORD. */
  FULL: 0x8000,
  /** Any immediate or address: BYTE to ADDRESS. */
  VALUE: 0x003e,
} as const;

const { MODRM, BYTE, WORD, DWORD, QWORD, ADDRESS, SHORT, NEAR, BAD, TEST, PREFIX, REX, ESCAPE, GROUP } = LAYOUT;

/** Opcodes of one byte in 64-bit mode, prefixes and escapes included. D5 (REX2 of APX) is no instruction here. */
export const ONE_BYTE = oneByteTable();

/** Opcodes of one byte in 32-bit mode. DWORD with WORD is a far pointer: offset, then selector. */
export const ONE_BYTE_32 = oneByteTable32();

/** Opcodes after 0F. */
export const TWO_BYTE = twoByteTable();

/** Opcodes of VEX and EVEX map 1. */
export const VECTOR_0F = table([[[0x70, 0x71, 0x72, 0x73, 0xc2, 0xc4, 0xc5, 0xc6], MODRM | BYTE]], MODRM);
VECTOR_0F[0x77] = 0;

function oneByteTable(): Uint16Array {
  const bytes = table(
    [
      [span(0x40, 0x4f), REX],
      [[0x26, 0x2e, 0x36, 0x3e, 0x64, 0x65, 0x66, 0x67, 0xf0, 0xf2, 0xf3], PREFIX],
      [[0x0f, 0x62, 0x8f, 0xc4, 0xc5], ESCAPE],
      [[0x06, 0x07, 0x0e, 0x16, 0x17, 0x1e, 0x1f, 0x27, 0x2f, 0x37, 0x3f, 0x60, 0x61, 0x82], BAD],
      [[0x9a, 0xce, 0xd4, 0xd5, 0xd6, 0xea], BAD],
      [[0x63, 0xd0, 0xd1, 0xd2, 0xd3, ...span(0x84, 0x8c), 0x8e, ...span(0xd8, 0xdf)], MODRM],
      [[0x8d, 0xfe, 0xff], MODRM | GROUP],
      [[0x6b, 0x80, 0x83, 0xc0, 0xc1], MODRM | BYTE],
      [[0xc6], MODRM | BYTE | GROUP],
      [[0xc7], MODRM | DWORD | GROUP],
      [[0x69, 0x81], MODRM | DWORD],
      [[0xf6], MODRM | BYTE | TEST],
      [[0xf7], MODRM | DWORD | TEST],
      [[0x6a, 0xa8, 0xcd, ...span(0xb0, 0xb7), ...span(0xe4, 0xe7)], BYTE],
      [[0x68, 0xa9], DWORD],
      [[0xc2, 0xca], WORD],
      [[0xc8], WORD | BYTE],
      [span(0xb8, 0xbf), QWORD],
      [span(0xa0, 0xa3), ADDRESS],
      [[...span(0x70, 0x7f), ...span(0xe0, 0xe3), 0xeb], SHORT],
      [[0xe8, 0xe9], NEAR],
    ],
    0,
  );
  for (let row = 0x00; row < 0x40; row += 8) {
    bytes.fill(MODRM, row, row + 4);
    bytes[row + 4] = BYTE;
    bytes[row + 5] = DWORD;
  }
  return bytes;
}

function oneByteTable32(): Uint16Array {
  const bytes = Uint16Array.from(ONE_BYTE);
  bytes.fill(0, 0x40, 0x50);
  for (const opcode of [0x06, 0x07, 0x0e, 0x16, 0x17, 0x1e, 0x1f, 0x27, 0x2f, 0x37, 0x3f, 0x60, 0x61, 0xce, 0xd6]) {
    bytes[opcode] = 0;
  }
  bytes[0x82] = MODRM | BYTE;
  bytes[0x9a] = DWORD | WORD;
  bytes[0xea] = DWORD | WORD;
  bytes[0xd4] = BYTE;
  bytes[0xd5] = BYTE;
  return bytes;
}

function twoByteTable(): Uint16Array {
  return table(
    [
      [[0x38, 0x3a], ESCAPE],
      [[0x05, 0x06, 0x07, 0x08, 0x09, 0x0b, 0x0e, ...span(0x30, 0x35), 0x37, 0x77], 0],
      [[0xa0, 0xa1, 0xa2, 0xa8, 0xa9, 0xaa, ...span(0xc8, 0xcf)], 0],
      [[0x04, 0x0a, 0x0c, 0x24, 0x25, 0x26, 0x27, 0x36, 0x39, 0x3b, 0x3c, 0x3d, 0x3e, 0x3f], BAD],
      [[0x0f, 0x70, 0x71, 0x72, 0x73, 0xa4, 0xac, 0xba, 0xc2, 0xc4, 0xc5, 0xc6], MODRM | BYTE],
      [span(0x80, 0x8f), NEAR],
      [span(0x20, 0x23), MODRM | LAYOUT.REGISTERS],
    ],
    MODRM,
  );
}

function table(
  rows: readonly (readonly [opcodes: readonly number[], layout: number])[],
  fallback: number,
): Uint16Array {
  const layouts = new Uint16Array(256).fill(fallback);
  for (const [opcodes, layout] of rows) for (const opcode of opcodes) layouts[opcode] = layout;
  return layouts;
}

function span(first: number, last: number): readonly number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
