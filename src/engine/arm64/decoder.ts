/**
 * Flow, targets and addresses of A64 instructions (Arm Architecture Reference Manual, part C4), for passes over whole
 * programs. Every instruction has four bytes and may name an address only in two steps (`adrp` and `add` or a load), so
 * the decoder carries in `out` what it knows of registers: the address that one holds, or the slot that one was loaded
 * from. Both steps together then read like one instruction with a memory operand relative to itself.
 *
 * Validity is checked to the groups of the encoding, not to the last field. SVE and SME count as instructions without
 * effect on addresses.
 *
 * Reads of `code` and `out` are cast to `number` instead of being defaulted: a default costs a measurable share of the
 * speed of a first pass, the caller guarantees the bytes, and every index of `out` is at most 47.
 */
import { FLAG, FLOW } from "../instruction.ts";
import { ACCESS } from "../instruction-set.ts";

/** Slots of the array that `decode` fills; the first two are those of `OUT` of all decoders. */
export const OUT = {
  /** JUMP, BRANCH, CALL: where it leads. */
  TARGET: 0,
  /** With `FLAG.RIP`: what the instruction addresses, counted like `position`; wraps at 32 bits in junk. */
  RIP: 1,
  /** The instruction. */
  WORD: 2,
  /** With `FLAG.MEMORY`: sum of `ACCESS`. */
  ACCESS: 3,
  /** Bit n: register n holds the address in slot `PLACE + n`. Never bit 31. */
  KNOWN: 4,
  /** Bit n: register n holds what memory holds at the address in slot `PLACE + n`. */
  LOADED: 5,
  /** What to add to a position to get its place in a page of 4 KiB. */
  BIAS: 6,
  PLACE: 16,
} as const;

/** Forgets what registers hold; code at position p lies at address p + `delta`. */
export function begin(out: Int32Array, delta: number): void {
  out[OUT.KNOWN] = 0;
  out[OUT.LOADED] = 0;
  out[OUT.BIAS] = delta & 0xfff;
}

/**
 * Decodes one instruction, follows what it does to registers, and returns length, flow class and flags in one number.
 * A branch through a register of known address is a direct one; one through a register loaded from a known slot has that
 * slot for its memory operand.
 */
export function decode(code: Uint8Array, position: number, out: Int32Array): number {
  const low = (code[position] as number) | ((code[position + 1] as number) << 8);
  const word = low | ((code[position + 2] as number) << 16) | ((code[position + 3] as number) << 24);
  out[OUT.WORD] = word;
  switch ((word >>> 25) & 15) {
    case 8:
    case 9:
      return immediateForm(word, position, out);
    case 10:
    case 11:
      return branchOrSystem(word, position, out);
    case 4:
    case 6:
    case 12:
    case 14:
      return loadOrStore(word, position, out);
    case 5:
    case 13:
      return registerForm(word, out);
    case 7:
    case 15:
      if (setsGeneralRegister(word)) forget(out, 1 << (word & 31));
      return PLAIN;
    case 2:
      forget(out, 1 << (word & 31));
      return PLAIN;
    case 0:
      if (word >>> 16 === 0) return TRAP;
      return word < 0 ? PLAIN : BAD;
    default:
      return BAD;
  }
}

const LENGTH = 4;
const BAD = FLOW.BAD << 4;
const PLAIN = LENGTH | (FLOW.OTHER << 4);
const TRAP = LENGTH | (FLOW.TRAP << 4);
const RETURN = LENGTH | (FLOW.RETURN << 4);
const SYSCALL = LENGTH | (FLOW.SYSCALL << 4);
const OPERAND = FLAG.MEMORY | FLAG.RIP;
const ADDRESS = LENGTH | (FLOW.LEA << 4) | OPERAND;

/** Registers that a call leaves alone: x19 to x29 (AAPCS64 6.1.1). */
const PRESERVED = 0x3ff8_0000;

function forget(out: Int32Array, registers: number): void {
  out[OUT.KNOWN] = (out[OUT.KNOWN] as number) & ~registers;
  out[OUT.LOADED] = (out[OUT.LOADED] as number) & ~registers;
}

function know(out: Int32Array, register: number, address: number): void {
  if (register === 31) return;
  const bit = 1 << register;
  out[OUT.KNOWN] = (out[OUT.KNOWN] as number) | bit;
  out[OUT.LOADED] = (out[OUT.LOADED] as number) & ~bit;
  out[OUT.PLACE + register] = address;
}

function isKnown(out: Int32Array, register: number): boolean {
  return (((out[OUT.KNOWN] as number) >>> register) & 1) !== 0;
}

/** Data processing with an immediate: C4.1.92. */
function immediateForm(word: number, position: number, out: Int32Array): number {
  const register = word & 31;
  const group = (word >>> 23) & 7;
  if (group < 2) {
    const distance = (((((word >> 5) & 0x7_ffff) << 2) | ((word >>> 29) & 3)) << 11) >> 11;
    if (word < 0) {
      const bias = out[OUT.BIAS] as number;
      know(out, register, (((position + bias) & ~0xfff) + (distance << 12) - bias) | 0);
      return PLAIN;
    }
    out[OUT.RIP] = position + distance;
    know(out, register, position + distance);
    out[OUT.ACCESS] = ACCESS.NONE;
    return ADDRESS;
  }
  const source = (word >>> 5) & 31;
  if (word >>> 23 === ADD && isKnown(out, source)) {
    const immediate = ((word >>> 10) & 0xfff) << ((word & SHIFTED) === 0 ? 0 : 12);
    const address = ((out[OUT.PLACE + source] as number) + immediate) | 0;
    know(out, register, address);
    out[OUT.RIP] = address;
    out[OUT.ACCESS] = ACCESS.NONE;
    return ADDRESS;
  }
  forget(out, 1 << register);
  return PLAIN;
}

/** Bits 31 to 23 of `add` of an immediate to a 64-bit register; the bit below shifts the immediate by 12. */
const ADD = 0x122;
const SHIFTED = 1 << 22;

/** Data processing between registers: C4.1.95. Moves carry along what is known, signing a pointer keeps its address. */
function registerForm(word: number, out: Int32Array): number {
  const register = word & 31;
  if ((word & 0xffe0_ffe0) >>> 0 === 0xaa00_03e0) move(out, register, (word >>> 16) & 31);
  else if ((word & 0x1fe0_0000) !== CONDITIONAL_COMPARE && word >>> 16 !== POINTER_AUTHENTICATION) {
    forget(out, 1 << register);
  }
  return PLAIN;
}

const CONDITIONAL_COMPARE = 0x1a40_0000;
const POINTER_AUTHENTICATION = 0xdac1;

function move(out: Int32Array, to: number, from: number): void {
  if (to === 31) return;
  const bit = 1 << to;
  const known = (out[OUT.KNOWN] as number) & ~bit;
  const loaded = (out[OUT.LOADED] as number) & ~bit;
  out[OUT.KNOWN] = isKnown(out, from) ? known | bit : known;
  out[OUT.LOADED] = (((out[OUT.LOADED] as number) >>> from) & 1) !== 0 ? loaded | bit : loaded;
  out[OUT.PLACE + to] = out[OUT.PLACE + from] as number;
}

/** Whether an instruction of the SIMD and floating-point groups sets register Rd of the general ones. */
function setsGeneralRegister(word: number): boolean {
  if ((word & 0x5f20_fc00) === 0x1e20_0000 || (word & 0x5f20_0000) === 0x1e00_0000) {
    const opcode = (word >>> 16) & 7;
    return opcode !== 2 && opcode !== 3 && opcode !== 7;
  }
  const moved = word & 0xbfe0_fc00;
  return moved === 0x0e00_3c00 || moved === 0x0e00_2c00;
}

/** Branches, exceptions and system instructions: C4.1.93. */
function branchOrSystem(word: number, position: number, out: Int32Array): number {
  const high = word >>> 24;
  if ((high & 0x7c) === 0x14) {
    out[OUT.TARGET] = position + ((word << 6) >> 4);
    if (word >= 0) return LENGTH | (FLOW.JUMP << 4);
    called(out);
    return LENGTH | (FLOW.CALL << 4);
  }
  if ((high & 0x7e) === 0x34 || high === 0x54) {
    out[OUT.TARGET] = position + (((word << 8) >> 13) << 2);
    return LENGTH | (FLOW.BRANCH << 4);
  }
  if ((high & 0x7e) === 0x36) {
    out[OUT.TARGET] = position + (((word << 13) >> 18) << 2);
    return LENGTH | (FLOW.BRANCH << 4);
  }
  if (high === 0xd4) return exception(word);
  if (high === 0xd5) return system(word, out);
  if ((high & 0xfe) === 0xd6) return branchToRegister(word, out);
  return BAD;
}

function called(out: Int32Array): void {
  out[OUT.KNOWN] = (out[OUT.KNOWN] as number) & PRESERVED;
  out[OUT.LOADED] = (out[OUT.LOADED] as number) & PRESERVED;
}

/** `svc`, `hvc` and `smc` come back; `brk`, `hlt` and `dcps` do not. */
function exception(word: number): number {
  const kind = ((word >>> 19) & 0x1c) | (word & 3);
  if ((word & 0x1c) !== 0) return BAD;
  if (kind >= 1 && kind <= 3) return SYSCALL;
  return kind === 4 || kind === 8 || (kind >= 21 && kind <= 23) ? TRAP : BAD;
}

function system(word: number, out: Int32Array): number {
  if ((word & 0xffff_f01f) >>> 0 === 0xd503_201f) {
    const hint = (word >>> 5) & 0x7f;
    if (hint === HINT_NOP) return LENGTH | (FLOW.NOP << 4);
    return hint === HINT_BTI_C || hint === HINT_BTI_JC ? LENGTH | (FLOW.ENDBR << 4) : PLAIN;
  }
  // `mrs` and `sysl` set their register.
  if ((word & READS_SYSTEM) !== 0) forget(out, 1 << (word & 31));
  return PLAIN;
}

const HINT_NOP = 0;
const HINT_BTI_C = 34;
const HINT_BTI_JC = 38;
const READS_SYSTEM = 1 << 21;

/** `br`, `blr`, `ret`, `eret`, `drps` and their forms with pointer authentication. */
function branchToRegister(word: number, out: Int32Array): number {
  const authenticated = (word & 0xf800) === 0x0800;
  const modifier = word & 31;
  if ((word & 0x1f_0000) !== 0x1f_0000 || (!authenticated && ((word & 0xfc00) !== 0 || modifier !== 0))) return BAD;
  const kind = (word >>> 21) & 15;
  const withModifier = kind >= 8;
  if (authenticated !== withModifier && (withModifier || modifier !== 31)) return BAD;
  const register = (word >>> 5) & 31;
  switch (kind) {
    case 0:
    case 8:
      return through(out, register, FLOW.JUMP, FLOW.INDIRECT_JUMP);
    case 1:
    case 9: {
      const packed = through(out, register, FLOW.CALL, FLOW.INDIRECT_CALL);
      called(out);
      return packed;
    }
    case 2:
      return RETURN;
    case 4:
    case 5:
      return register === 31 ? RETURN : BAD;
    default:
      return BAD;
  }
}

function through(out: Int32Array, register: number, direct: number, indirect: number): number {
  const bit = register === 31 ? 0 : 1 << register;
  const place = out[OUT.PLACE + register] as number;
  if (((out[OUT.KNOWN] as number) & bit) !== 0) {
    out[OUT.TARGET] = place;
    return LENGTH | (direct << 4);
  }
  if (((out[OUT.LOADED] as number) & bit) === 0) return LENGTH | (indirect << 4);
  out[OUT.RIP] = place;
  out[OUT.ACCESS] = ACCESS.READ;
  return LENGTH | (indirect << 4) | OPERAND;
}

/** Loads and stores: C4.1.94. */
function loadOrStore(word: number, position: number, out: Int32Array): number {
  switch ((word >>> 28) & 3) {
    case 0:
      return structureOrExclusive(word, out);
    case 1:
      return (word & 0x0100_0000) === 0 ? literal(word, position, out) : ordered(word, out);
    case 2:
      return pair(word, out);
    default:
      return single(word, out);
  }
}

/** The operand at `distance` from the base register, as far as that is known. */
function operand(word: number, distance: number, access: number, out: Int32Array): number {
  const base = (word >>> 5) & 31;
  if (!isKnown(out, base)) return PLAIN;
  out[OUT.RIP] = ((out[OUT.PLACE + base] as number) + distance) | 0;
  out[OUT.ACCESS] = access;
  return PLAIN | OPERAND;
}

/** Registers Rt and Rn as bits. */
function bitOf(register: number): number {
  return register === 31 ? 0 : 1 << register;
}

function structureOrExclusive(word: number, out: Int32Array): number {
  const isLoad = (word & LOAD) !== 0;
  const packed = operand(word, 0, isLoad ? ACCESS.READ : ACCESS.WRITE, out);
  if ((word & VECTOR) !== 0) {
    if ((word & 0x0080_0000) !== 0) forget(out, bitOf((word >>> 5) & 31));
  } else forget(out, bitOf(word & 31) | bitOf((word >>> 10) & 31) | bitOf((word >>> 16) & 31));
  return packed;
}

const VECTOR = 1 << 26;
const LOAD = 1 << 22;

/** `ldr` of a literal and `prfm`. */
function literal(word: number, position: number, out: Int32Array): number {
  const kind = word >>> 30;
  const address = position + (((word << 8) >> 13) << 2);
  const isVector = (word & VECTOR) !== 0;
  if (isVector && kind === 3) return BAD;
  out[OUT.RIP] = address;
  out[OUT.ACCESS] = kind === 3 ? ACCESS.NONE : ACCESS.READ;
  if (!isVector && kind !== 3) loaded(out, word & 31, kind === 1, address);
  return PLAIN | OPERAND;
}

/** A general register takes what memory holds at `address`: a pointer when it is `wide`. */
function loaded(out: Int32Array, register: number, wide: boolean, address: number): void {
  const bit = bitOf(register);
  forget(out, bit);
  if (!wide) return;
  out[OUT.LOADED] = (out[OUT.LOADED] as number) | bit;
  out[OUT.PLACE + register] = address;
}

/** `ldapur`, `stlur`, memory tags, copies and fills of memory. */
function ordered(word: number, out: Int32Array): number {
  const isPlain = (word & 0x0020_0c00) === 0;
  const isLoad = ((word >>> 22) & 3) !== 0;
  const packed = isPlain ? operand(word, (word << 11) >> 23, isLoad ? ACCESS.READ : ACCESS.WRITE, out) : PLAIN;
  if (!isPlain) forget(out, bitOf(word & 31) | bitOf((word >>> 5) & 31) | bitOf((word >>> 16) & 31));
  else if (isLoad && (word & VECTOR) === 0) forget(out, bitOf(word & 31));
  return packed;
}

/** `ldp`, `stp` and their forms. */
function pair(word: number, out: Int32Array): number {
  const isVector = (word & VECTOR) !== 0;
  const isLoad = (word & LOAD) !== 0;
  const scale = isVector ? 2 + (word >>> 30) : word < 0 ? 3 : 2;
  const isPost = (word & 0x0180_0000) === 0x0080_0000;
  const distance = isPost ? 0 : ((word << 10) >> 25) << scale;
  const packed = operand(word, distance, isLoad ? ACCESS.READ : ACCESS.WRITE, out);
  if ((word & 0x0080_0000) !== 0) forget(out, bitOf((word >>> 5) & 31));
  if (isLoad && !isVector) forget(out, bitOf(word & 31) | bitOf((word >>> 10) & 31));
  return packed;
}

/** Loads and stores of one register. */
function single(word: number, out: Int32Array): number {
  const size = word >>> 30;
  const kind = (word >>> 22) & 3;
  const isVector = (word & VECTOR) !== 0;
  const isLoad = isVector ? (kind & 1) !== 0 : kind !== 0;
  const access = isLoad ? ACCESS.READ : ACCESS.WRITE;
  if ((word & 0x0100_0000) !== 0) {
    const distance = ((word >>> 10) & 0xfff) << (isVector && kind > 1 ? 4 : size);
    return finish(word, operand(word, distance, access, out), isLoad && !isVector, out);
  }
  if ((word & 0x0020_0000) === 0) {
    const form = (word >>> 10) & 3;
    const packed = operand(word, form === 1 ? 0 : (word << 11) >> 23, access, out);
    const base = bitOf((word >>> 5) & 31);
    if ((form & 1) === 0) return finish(word, packed, isLoad && !isVector, out);
    forget(out, base | (isLoad && !isVector ? bitOf(word & 31) : 0));
    return packed;
  }
  switch ((word >>> 10) & 3) {
    case 0: {
      const packed = operand(word, 0, ACCESS.READ | ACCESS.WRITE, out);
      forget(out, bitOf(word & 31));
      return packed;
    }
    case 2:
      if (isLoad && !isVector) forget(out, bitOf(word & 31));
      return PLAIN;
    default: {
      // `ldraa` and `ldrab`: signed distance in units of 8, perhaps written back.
      const distance = (((word << 9) >> 31) << 12) | (((word >>> 12) & 0x1ff) << 3);
      const packed = operand(word, distance, ACCESS.READ, out);
      forget(out, bitOf(word & 31) | ((word & 0x800) !== 0 ? bitOf((word >>> 5) & 31) : 0));
      return packed;
    }
  }
}

/** What a plain load or store does to its register; prefetches access nothing. */
function finish(word: number, packed: number, setsRegister: boolean, out: Int32Array): number {
  if (!setsRegister) return packed;
  if (word >>> 30 === 3 && ((word >>> 22) & 3) === 2) {
    out[OUT.ACCESS] = ACCESS.NONE;
    return packed;
  }
  const isWide =
    (packed & FLAG.RIP) !== 0 && word >>> 22 === ((word & 0x0100_0000) !== 0 ? LOAD_WIDE : LOAD_WIDE_UNSCALED);
  loaded(out, word & 31, isWide, out[OUT.RIP] as number);
  return packed;
}

/** Bits 31 to 22 of `ldr` and `ldur` of a 64-bit general register. */
const LOAD_WIDE = 0x3e5;
const LOAD_WIDE_UNSCALED = 0x3e1;
