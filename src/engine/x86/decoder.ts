/**
 * Length, flow and operands of x86-64 instructions (Intel SDM vol. 2, chapter 2), for passes over whole programs.
 *
 * 64-bit mode only. APX (REX2, EVEX map 4) decodes to no instruction. Validity is checked to the opcode, and to the
 * ModRM byte where data is often mistaken for code, not to the last operand rule: some encodings that a processor
 * refuses are accepted.
 *
 * Reads of `code` and `out` are cast to `number` instead of being defaulted: a default costs a tenth of the speed of
 * a first pass, the caller guarantees the bytes, and every index of `out` is a constant.
 */
import { FLAG, FLOW } from "../instruction.ts";
import { LAYOUT, ONE_BYTE, TWO_BYTE, VECTOR_0F } from "./encoding.ts";
import { ONE_BYTE_FLOW, TWO_BYTE_FLOW } from "./flow.ts";

/** Slots of the array that `decode` fills; the first two are those of `OUT` of all decoders. A slot keeps an older value where its sentence does not apply. */
export const OUT = {
  /** JUMP, BRANCH, CALL: where it leads, counted like `position`; wraps at 32 bits in junk. */
  TARGET: 0,
  /** With `FLAG.RIP`: what the memory operand addresses, counted like `position`; wraps at 32 bits in junk. */
  RIP: 1,
  /** With `FLAG.IMMEDIATE`: its low 32 bits, sign-extended from 8 and 16. Opcodes A0 to A3: low half of the address. */
  IMMEDIATE: 2,
  /** Opcodes B8 to BF: the high 32 bits of what is moved. A0 to A3: high half of the address. Else undefined. */
  IMMEDIATE_HIGH: 3,
  /** Always, when the length is not 0: map << 8 | opcode; see `MAP`. */
  OPCODE: 4,
  /** The ModRM byte, where the opcode has one. */
  MODRM: 5,
  /** With `FLAG.MEMORY` and ModRM.rm = 4: the SIB byte. */
  SIB: 6,
  /** Always: 0, or 0x40 | W << 3 | R << 2 | X << 1 | B, VEX, EVEX and XOP included (there in REX polarity). */
  REX: 7,
  /** With `FLAG.MEMORY` and without `FLAG.RIP`: sign-extended displacement, 0 when there is none; EVEX: not scaled. */
  DISPLACEMENT: 8,
  /** Always: sum of `PREFIX`. */
  PREFIXES: 9,
} as const;

/** Prefixes seen, those that VEX, EVEX and XOP imply included. */
export const PREFIX = { OPERAND: 1, ADDRESS: 2, REPNE: 4, REP: 8, FS: 16, GS: 32, LOCK: 64 } as const;

/** Opcode maps, as they stand above the opcode in `OUT.OPCODE`. VEX and EVEX map n is `VECTOR + n`, XOP likewise. */
export const MAP = { ONE_BYTE: 0, TWO_BYTE: 1, THREE_38: 2, THREE_3A: 3, VECTOR: 16 } as const;

/**
 * Decodes one instruction and returns length, flow class and flags in one number. The caller guarantees 16 readable
 * bytes from `position` on; `out` has `OUT_SIZE` entries and is reused.
 */
export function decode(code: Uint8Array, position: number, out: Int32Array): number {
  let at = position;
  let prefixes = 0;
  let rex = 0;
  let opcode = code[at++] as number;
  let layout = ONE_BYTE[opcode] as number;
  while ((layout & (LAYOUT.PREFIX | LAYOUT.REX)) !== 0) {
    if ((layout & LAYOUT.REX) !== 0) rex = opcode;
    else {
      rex = 0;
      prefixes |= PREFIX_BIT[opcode] as number;
    }
    if (at - position >= 15) return BAD;
    opcode = code[at++] as number;
    layout = ONE_BYTE[opcode] as number;
  }
  let flow = ONE_BYTE_FLOW[opcode] as number;
  out[OUT.REX] = rex;
  out[OUT.PREFIXES] = prefixes;
  if ((layout & LAYOUT.ESCAPE) !== 0) {
    if (opcode !== 0x0f) return decodeEscape(code, position, at, opcode, out);
    opcode = code[at++] as number;
    layout = TWO_BYTE[opcode] as number;
    flow = TWO_BYTE_FLOW[opcode] as number;
    if ((layout & LAYOUT.ESCAPE) !== 0) {
      layout = opcode === 0x38 ? LAYOUT.MODRM : LAYOUT.MODRM | LAYOUT.BYTE;
      opcode = (code[at++] as number) | (opcode === 0x38 ? MAP.THREE_38 << 8 : MAP.THREE_3A << 8);
    } else {
      // EXTRQ and INSERTQ of SSE4A carry two bytes; VMREAD has the same opcode without prefix.
      if (opcode === 0x78 && (prefixes & (PREFIX.OPERAND | PREFIX.REPNE)) !== 0) layout |= LAYOUT.WORD;
      if (opcode === 0x1e && code[at] === 0xfa && (prefixes & PREFIX.REP) !== 0) flow = FLOW.ENDBR;
      opcode |= MAP.TWO_BYTE << 8;
    }
  } else if (opcode === 0x90 && ((rex & 1) !== 0 || (prefixes & PREFIX.REP) !== 0)) flow = FLOW.OTHER;
  out[OUT.OPCODE] = opcode;
  return decodeOperands(code, position, at, layout, flow, out);
}

/** Result for bytes that are no instruction: length 0. */
export const BAD = FLOW.BAD << 4;

/** Prefix bits by opcode. CS, DS, ES and SS overrides mean nothing in 64-bit mode, and one flat segment in 32-bit mode. */
export const PREFIX_BIT = new Uint8Array(256);
PREFIX_BIT[0x64] = PREFIX.FS;
PREFIX_BIT[0x65] = PREFIX.GS;
PREFIX_BIT[0x66] = PREFIX.OPERAND;
PREFIX_BIT[0x67] = PREFIX.ADDRESS;
PREFIX_BIT[0xf0] = PREFIX.LOCK;
PREFIX_BIT[0xf2] = PREFIX.REPNE;
PREFIX_BIT[0xf3] = PREFIX.REP;

/** The legacy prefix that the pp field of VEX and EVEX stands for. */
export const IMPLIED_PREFIX = Uint8Array.of(0, PREFIX.OPERAND, PREFIX.REP, PREFIX.REPNE);

/** VEX (C4, C5), EVEX (62), XOP and `pop` (8F); `at` is the byte after the escape. */
function decodeEscape(code: Uint8Array, position: number, at: number, escape: number, out: Int32Array): number {
  const first = code[at] as number;
  if (escape === 0x8f && (first & 31) < 8) {
    if ((first & 0x38) !== 0) return BAD;
    out[OUT.OPCODE] = escape;
    return decodeOperands(code, position, at, LAYOUT.MODRM, FLOW.OTHER, out);
  }
  if (escape === 0xc5) {
    const opcode = code[at + 1] as number;
    setVector(out, 1, opcode, (~first >> 5) & 4, first);
    return decodeOperands(code, position, at + 2, VECTOR_0F[opcode] as number, FLOW.OTHER, out);
  }
  const size = escape === 0x62 ? 4 : 3;
  const map = escape === 0x62 ? first & 7 : first & 31;
  const second = code[at + 1] as number;
  const opcode = code[at + size - 1] as number;
  setVector(out, map, opcode, ((second & 0x80) >> 4) | ((~first >> 5) & 7), second);
  return decodeOperands(code, position, at + size, vectorLayout(escape, map, opcode), FLOW.OTHER, out);
}

function setVector(out: Int32Array, map: number, opcode: number, rex: number, implied: number): void {
  out[OUT.OPCODE] = ((MAP.VECTOR + map) << 8) | opcode;
  out[OUT.REX] = 0x40 | rex;
  out[OUT.PREFIXES] = (out[OUT.PREFIXES] as number) | (IMPLIED_PREFIX[implied & 3] as number);
}

/** What follows `opcode` of a VEX, EVEX or XOP map. */
export function vectorLayout(escape: number, map: number, opcode: number): number {
  if (escape === 0x8f) return XOP_LAYOUT[map] as number;
  if (map === 1) return VECTOR_0F[opcode] as number;
  if (map === 2) return LAYOUT.MODRM;
  if (map === 3) return LAYOUT.MODRM | LAYOUT.BYTE;
  return escape === 0x62 && (map === 5 || map === 6) ? LAYOUT.MODRM : LAYOUT.BAD;
}

/** Layout of the XOP maps 8, 9 and 10. */
const XOP_LAYOUT = new Uint16Array(32).fill(LAYOUT.BAD);
XOP_LAYOUT[8] = LAYOUT.MODRM | LAYOUT.BYTE;
XOP_LAYOUT[9] = LAYOUT.MODRM;
XOP_LAYOUT[10] = LAYOUT.MODRM | LAYOUT.DWORD | LAYOUT.FULL;

/** What follows the opcode: ModRM, SIB, displacement, immediate or branch distance. `at` is its first byte. */
function decodeOperands(
  code: Uint8Array,
  position: number,
  start: number,
  layout: number,
  flow: number,
  out: Int32Array,
): number {
  let at = start;
  let kind = flow;
  let needs = layout;
  let flags = 0;
  if ((needs & LAYOUT.MODRM) !== 0) {
    const modrm = code[at++] as number;
    out[OUT.MODRM] = modrm;
    if (modrm < 0xc0 && (needs & LAYOUT.REGISTERS) === 0) {
      flags = decodeMemory(code, at, modrm, out);
      at += flags & 15;
    }
    if ((needs & (LAYOUT.GROUP | LAYOUT.TEST)) !== 0) {
      if ((needs & LAYOUT.GROUP) !== 0) kind = groupFlow(out[OUT.OPCODE] as number, modrm, flow);
      else if ((modrm & 0x38) > 8) needs &= ~(LAYOUT.BYTE | LAYOUT.DWORD);
    }
  }
  if ((needs & LAYOUT.BAD) !== 0 || kind === FLOW.BAD) return BAD;
  if ((needs & LAYOUT.SHORT) !== 0) {
    out[OUT.TARGET] = at + 1 + (((code[at] as number) << 24) >> 24);
    at += 1;
  } else if ((needs & LAYOUT.NEAR) !== 0) {
    out[OUT.TARGET] = at + 4 + int32(code, at);
    at += 4;
  } else if ((needs & LAYOUT.VALUE) !== 0) {
    const immediate = decodeImmediate(code, at, needs, out);
    at += immediate & 15;
    flags |= immediate;
    if (kind === FLOW.BRANCH) out[OUT.TARGET] = at + (out[OUT.IMMEDIATE] as number);
  }
  if ((flags & FLAG.RIP) !== 0) out[OUT.RIP] = at + (out[OUT.RIP] as number);
  const length = at - position;
  if (length > 15) return BAD;
  return length | (kind << 4) | (flags & ~15);
}

/** Flow of an opcode that means different things by its ModRM byte; BAD for the meanings that do not exist. */
export function groupFlow(opcode: number, modrm: number, flow: number): number {
  const register = (modrm >> 3) & 7;
  const memory = modrm < 0xc0;
  if (opcode === 0xff) return FLOW_OF_GROUP_5[memory ? register : register + 8] as number;
  if (opcode === 0x8d) return memory ? flow : FLOW.BAD;
  if (opcode === 0xfe) return register < 2 ? flow : FLOW.BAD;
  // C6 and C7: `mov` is /0; F8 is `xabort` and `xbegin`.
  if (register === 0) return opcode === 0xc7 && !memory ? FLOW.MOVE_IMMEDIATE : flow;
  if (modrm !== 0xf8) return FLOW.BAD;
  return opcode === 0xc7 ? FLOW.BRANCH : flow;
}

/** Group 5 (FF) by ModRM.reg: eight entries with a memory operand, eight with a register (no far transfers there). */
const FLOW_OF_GROUP_5 = Uint8Array.of(
  ...[FLOW.OTHER, FLOW.OTHER, FLOW.INDIRECT_CALL, FLOW.INDIRECT_CALL],
  ...[FLOW.INDIRECT_JUMP, FLOW.INDIRECT_JUMP, FLOW.OTHER, FLOW.BAD],
  ...[FLOW.OTHER, FLOW.OTHER, FLOW.INDIRECT_CALL, FLOW.BAD],
  ...[FLOW.INDIRECT_JUMP, FLOW.BAD, FLOW.OTHER, FLOW.BAD],
);

/** SIB and displacement after `modrm`; returns flags and, in the low four bits, how many bytes they take. */
function decodeMemory(code: Uint8Array, at: number, modrm: number, out: Int32Array): number {
  const mode = modrm & 0xc0;
  const segment = ((out[OUT.PREFIXES] as number) & (PREFIX.FS | PREFIX.GS)) === 0 ? 0 : FLAG.SEGMENT;
  const flags = FLAG.MEMORY | segment;
  let size = 0;
  if ((modrm & 7) === 4) {
    const sib = code[at] as number;
    out[OUT.SIB] = sib;
    size = 1;
    if (mode === 0 && (sib & 7) === 5) {
      out[OUT.DISPLACEMENT] = int32(code, at + 1);
      return flags | FLAG.NO_BASE | 5;
    }
  } else if (mode === 0 && (modrm & 7) === 5) {
    out[OUT.RIP] = int32(code, at);
    return flags | FLAG.RIP | 4;
  }
  if (mode === 0) out[OUT.DISPLACEMENT] = 0;
  else if (mode === 0x40) out[OUT.DISPLACEMENT] = ((code[at + size++] as number) << 24) >> 24;
  else {
    out[OUT.DISPLACEMENT] = int32(code, at + size);
    size += 4;
  }
  return flags | size;
}

/** The immediate at `at`; returns flags and, in the low four bits, how many bytes it takes. */
function decodeImmediate(code: Uint8Array, at: number, layout: number, out: Int32Array): number {
  if ((layout & LAYOUT.BYTE) !== 0) {
    // `enter` has a 16-bit immediate before the byte; that one is kept.
    if ((layout & LAYOUT.WORD) !== 0) return FLAG.IMMEDIATE | (int16(code, at, out) + 1);
    out[OUT.IMMEDIATE] = ((code[at] as number) << 24) >> 24;
    return FLAG.IMMEDIATE | 1;
  }
  if ((layout & LAYOUT.WORD) !== 0) return FLAG.IMMEDIATE | int16(code, at, out);
  const prefixes = out[OUT.PREFIXES] as number;
  if ((layout & LAYOUT.ADDRESS) !== 0) {
    out[OUT.IMMEDIATE] = int32(code, at);
    const narrow = (prefixes & PREFIX.ADDRESS) !== 0;
    out[OUT.IMMEDIATE_HIGH] = narrow ? 0 : int32(code, at + 4);
    return narrow ? 4 : 8;
  }
  const wide = ((out[OUT.REX] as number) & 8) !== 0;
  out[OUT.IMMEDIATE_HIGH] = 0;
  if (!wide && (prefixes & PREFIX.OPERAND) !== 0 && (layout & LAYOUT.FULL) === 0) {
    return FLAG.IMMEDIATE | int16(code, at, out);
  }
  out[OUT.IMMEDIATE] = int32(code, at);
  if (!wide || (layout & LAYOUT.QWORD) === 0) return FLAG.IMMEDIATE | FLAG.WIDE | 4;
  out[OUT.IMMEDIATE_HIGH] = int32(code, at + 4);
  return FLAG.IMMEDIATE | FLAG.WIDE | 8;
}

/** Puts the 16-bit immediate at `at` into its slot, sign-extended; returns its size. */
export function int16(code: Uint8Array, at: number, out: Int32Array): number {
  out[OUT.IMMEDIATE] = (((code[at] as number) | ((code[at + 1] as number) << 8)) << 16) >> 16;
  return 2;
}

/** Little-endian signed 32-bit word. */
export function int32(code: Uint8Array, at: number): number {
  const low = (code[at] as number) | ((code[at + 1] as number) << 8);
  return low | ((code[at + 2] as number) << 16) | ((code[at + 3] as number) << 24);
}
