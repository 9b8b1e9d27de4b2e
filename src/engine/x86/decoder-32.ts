/**
 * Length, flow and operands of x86 instructions in 32-bit mode (Intel SDM vol. 2, chapter 2), in the form of
 * `decode`: the same slots and flags, without REX and without operands relative to the instruction pointer.
 *
 * Apart from the other mode, so that neither pays for the questions of the other. Reads are cast as there.
 */
import { FLAG, FLOW } from "../instruction.ts";
import { BAD, groupFlow, IMPLIED_PREFIX, int16, int32, MAP, OUT, PREFIX, PREFIX_BIT, vectorLayout } from "./decoder.ts";
import { LAYOUT, ONE_BYTE_32, TWO_BYTE, VECTOR_0F } from "./encoding.ts";
import { ONE_BYTE_FLOW_32, TWO_BYTE_FLOW } from "./flow.ts";

/**
 * Decodes one instruction in 32-bit mode; otherwise like `decode`. The moves A0 to A3 have `FLAG.MEMORY` and
 * `FLAG.NO_BASE`. Memory operands with 16-bit addresses, which flat code does not use, have `FLAG.SEGMENT`; branches
 * with an operand-size prefix, which would cut their target to 16 bits, have the target that they would have uncut.
 */
export function decode32(code: Uint8Array, position: number, out: Int32Array): number {
  let at = position;
  let prefixes = 0;
  let opcode = code[at++] as number;
  let layout = ONE_BYTE_32[opcode] as number;
  while ((layout & LAYOUT.PREFIX) !== 0) {
    prefixes |= PREFIX_BIT[opcode] as number;
    if (at - position >= 15) return BAD;
    opcode = code[at++] as number;
    layout = ONE_BYTE_32[opcode] as number;
  }
  let flow = ONE_BYTE_FLOW_32[opcode] as number;
  out[OUT.REX] = 0;
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
      if (opcode === 0x78 && (prefixes & (PREFIX.OPERAND | PREFIX.REPNE)) !== 0) layout |= LAYOUT.WORD;
      if (opcode === 0x1e && code[at] === 0xfb && (prefixes & PREFIX.REP) !== 0) flow = FLOW.ENDBR;
      opcode |= MAP.TWO_BYTE << 8;
    }
  } else if (opcode === 0x90 && (prefixes & PREFIX.REP) !== 0) flow = FLOW.OTHER;
  out[OUT.OPCODE] = opcode;
  return decodeOperands(code, position, at, layout, flow, out);
}

/** VEX (C4, C5), EVEX (62) and XOP (8F), or `les`, `lds`, `bound` and `pop` with the same opcodes. */
function decodeEscape(code: Uint8Array, position: number, at: number, escape: number, out: Int32Array): number {
  const first = code[at] as number;
  if (escape === 0x8f ? (first & 31) < 8 : first < 0xc0) {
    if (escape === 0x8f && (first & 0x38) !== 0) return BAD;
    out[OUT.OPCODE] = escape;
    return decodeOperands(code, position, at, LAYOUT.MODRM, FLOW.OTHER, out);
  }
  if (escape === 0xc5) {
    const opcode = code[at + 1] as number;
    setVector(out, 1, opcode, first);
    return decodeOperands(code, position, at + 2, VECTOR_0F[opcode] as number, FLOW.OTHER, out);
  }
  const size = escape === 0x62 ? 4 : 3;
  const map = escape === 0x62 ? first & 7 : first & 31;
  const opcode = code[at + size - 1] as number;
  setVector(out, map, opcode, code[at + 1] as number);
  return decodeOperands(code, position, at + size, vectorLayout(escape, map, opcode), FLOW.OTHER, out);
}

function setVector(out: Int32Array, map: number, opcode: number, implied: number): void {
  out[OUT.OPCODE] = ((MAP.VECTOR + map) << 8) | opcode;
  out[OUT.PREFIXES] = (out[OUT.PREFIXES] as number) | (IMPLIED_PREFIX[implied & 3] as number);
}

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
      if (kind === FLOW.LEA && movesNothing(modrm, out)) kind = FLOW.NOP;
    }
  }
  if ((needs & LAYOUT.BAD) !== 0 || kind === FLOW.BAD) return BAD;
  if ((needs & LAYOUT.SHORT) !== 0) {
    out[OUT.TARGET] = at + 1 + (((code[at] as number) << 24) >> 24);
    at += 1;
  } else if ((needs & LAYOUT.NEAR) !== 0) {
    const narrow = ((out[OUT.PREFIXES] as number) & PREFIX.OPERAND) !== 0;
    const distance = narrow ? (int32(code, at) << 16) >> 16 : int32(code, at);
    at += narrow ? 2 : 4;
    out[OUT.TARGET] = at + distance;
  } else if ((needs & LAYOUT.VALUE) !== 0) {
    const immediate = decodeImmediate(code, at, needs, out);
    at += immediate & 15;
    flags |= immediate;
    if (kind === FLOW.BRANCH) out[OUT.TARGET] = at + (out[OUT.IMMEDIATE] as number);
  }
  const length = at - position;
  if (length > 15) return BAD;
  return length | (kind << 4) | (flags & ~15);
}

/** `lea r, [r + 0]`: the long fillers of assemblers. */
function movesNothing(modrm: number, out: Int32Array): boolean {
  if (modrm < 0x40 || (out[OUT.DISPLACEMENT] as number) !== 0) return false;
  const register = (modrm >> 3) & 7;
  if ((modrm & 7) !== 4) return (modrm & 7) === register;
  const sib = out[OUT.SIB] as number;
  return (sib & 7) === register && (sib & 0x38) === 0x20;
}

/** SIB and displacement after `modrm`; returns flags and, in the low four bits, how many bytes they take. */
function decodeMemory(code: Uint8Array, at: number, modrm: number, out: Int32Array): number {
  const mode = modrm & 0xc0;
  const prefixes = out[OUT.PREFIXES] as number;
  if ((prefixes & PREFIX.ADDRESS) !== 0) return decodeMemory16(code, at, modrm, out);
  const flags = (prefixes & (PREFIX.FS | PREFIX.GS)) === 0 ? FLAG.MEMORY : FLAG.MEMORY | FLAG.SEGMENT;
  let size = 0;
  let base = modrm & 7;
  if (base === 4) {
    const sib = code[at] as number;
    out[OUT.SIB] = sib;
    size = 1;
    base = sib & 7;
  }
  if (mode === 0) {
    if (base === 5) {
      out[OUT.DISPLACEMENT] = int32(code, at + size);
      return flags | FLAG.NO_BASE | (size + 4);
    }
    out[OUT.DISPLACEMENT] = 0;
  } else if (mode === 0x40) out[OUT.DISPLACEMENT] = ((code[at + size++] as number) << 24) >> 24;
  else {
    out[OUT.DISPLACEMENT] = int32(code, at + size);
    size += 4;
  }
  return flags | size;
}

/** The forms of table 2-1: no SIB byte, displacements of 16 bits. */
function decodeMemory16(code: Uint8Array, at: number, modrm: number, out: Int32Array): number {
  const mode = modrm & 0xc0;
  const size = mode === 0x40 ? 1 : mode === 0x80 || (modrm & 7) === 6 ? 2 : 0;
  const distance = int32(code, at);
  out[OUT.DISPLACEMENT] = size === 0 ? 0 : size === 1 ? (distance << 24) >> 24 : (distance << 16) >> 16;
  return FLAG.MEMORY | FLAG.SEGMENT | size;
}

/** The immediate at `at`; returns flags and, in the low four bits, how many bytes it takes. */
function decodeImmediate(code: Uint8Array, at: number, layout: number, out: Int32Array): number {
  const prefixes = out[OUT.PREFIXES] as number;
  if ((layout & LAYOUT.BYTE) !== 0) {
    // `enter` has a 16-bit immediate before the byte; that one is kept.
    if ((layout & LAYOUT.WORD) !== 0) return FLAG.IMMEDIATE | (int16(code, at, out) + 1);
    out[OUT.IMMEDIATE] = ((code[at] as number) << 24) >> 24;
    return FLAG.IMMEDIATE | 1;
  }
  if ((layout & LAYOUT.ADDRESS) !== 0) return decodeOffset(code, at, prefixes, out);
  const selector = (layout & LAYOUT.WORD) === 0 ? 0 : 2;
  if (selector !== 0 && (layout & LAYOUT.DWORD) === 0) return FLAG.IMMEDIATE | int16(code, at, out);
  out[OUT.IMMEDIATE_HIGH] = 0;
  if ((prefixes & PREFIX.OPERAND) !== 0 && (layout & LAYOUT.FULL) === 0) {
    return FLAG.IMMEDIATE | (int16(code, at, out) + selector);
  }
  out[OUT.IMMEDIATE] = int32(code, at);
  return FLAG.IMMEDIATE | FLAG.WIDE | (4 + selector);
}

/** The address of the moves A0 to A3, as the memory operand that it is. */
function decodeOffset(code: Uint8Array, at: number, prefixes: number, out: Int32Array): number {
  const offset = int32(code, at);
  out[OUT.MODRM] = NO_BASE_NO_INDEX;
  if ((prefixes & PREFIX.ADDRESS) !== 0) {
    out[OUT.DISPLACEMENT] = (offset << 16) >> 16;
    return FLAG.MEMORY | FLAG.SEGMENT | 2;
  }
  out[OUT.DISPLACEMENT] = offset;
  const segment = (prefixes & (PREFIX.FS | PREFIX.GS)) === 0 ? 0 : FLAG.SEGMENT;
  return FLAG.MEMORY | FLAG.NO_BASE | segment | 4;
}

/** ModRM byte of a memory operand that is a displacement alone. */
const NO_BASE_NO_INDEX = 0x05;
