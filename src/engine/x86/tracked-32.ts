/**
 * 32-bit x86 with what registers hold. Position-independent code has no operand relative to the instruction: it asks a
 * thunk (`mov ebx, [esp]; ret`) or its own return address where it is, adds the distance to the global offset table
 * (i386 psABI 3.5.2), and addresses everything from there. Followed that far, such an operand reads like one relative to
 * the instruction.
 *
 * Reads are cast as in `decode`.
 */
import { FLAG, FLOW, flowOf, lengthOf } from "../instruction.ts";
import { decode32 } from "./decoder-32.ts";
import { OUT } from "./decoder.ts";
import { baseOf, destinationOf, indexOf, NO_REGISTER, registerField, registerOperand } from "./operands.ts";

/** Slots of `out` behind those of `OUT`. */
export const TRACKED = {
  /** Bit n: slot `PLACE + n` says what n holds. */
  KNOWN: 12,
  /** With `FLAG.RIP`: 1 when an index register walks on from the address, else 0. */
  INDEXED: 13,
  /** What the code last computed from its own place, the base of its addresses; `NO_BASE` when it has not. */
  BASE: 14,
  /** Address in register n, counted like `position`, for n below 8; then `FRAME` and `FRAME_KEY`. */
  PLACE: 16,
} as const;

/** Lower than any place. */
export const NO_BASE = -0x8000_0000;

/** The address that the code put into its frame, and where: a displacement from `ebp`. */
const FRAME = 8;
const FRAME_KEY = 9;

/** The state as a whole: registers and the two places of the frame. */
export const REGISTERS = { masks: [TRACKED.KNOWN], place: TRACKED.PLACE, count: 10 };

/** Forgets what registers and frame hold. */
export function begin(out: Int32Array): void {
  out[TRACKED.KNOWN] = 0;
  out[TRACKED.BASE] = NO_BASE;
}

/** Like `decode32`; `FLAG.RIP` for memory operands whose address registers of known content give. */
export function decodeTracked(code: Uint8Array, position: number, out: Int32Array): number {
  let packed = decode32(code, position, out);
  const known = out[TRACKED.KNOWN] as number;
  if (known !== 0) {
    if ((packed & (FLAG.MEMORY | FLAG.NO_BASE | FLAG.SEGMENT)) === FLAG.MEMORY) packed |= locate(packed, known, out);
    follow(code, position, packed, out);
  } else if (mayBegin(packed, out)) learn(code, position, packed, out);
  return packed;
}

/** Makes register `register` hold the address `place`. */
export function know(out: Int32Array, register: number, place: number): void {
  out[TRACKED.KNOWN] = (out[TRACKED.KNOWN] as number) | (1 << register);
  out[TRACKED.PLACE + register] = place;
}

function knowBase(out: Int32Array, register: number, place: number): void {
  know(out, register, place);
  out[TRACKED.BASE] = place;
}

/** Register that the thunk at `at` sets to the address behind its caller, `NO_REGISTER` for other code. */
export function thunkRegister(code: Uint8Array, at: number): number {
  if (at < 0 || at + 4 > code.length || code[at] !== 0x8b || code[at + 2] !== 0x24 || code[at + 3] !== 0xc3) {
    return NO_REGISTER;
  }
  const modrm = code[at + 1] as number;
  return (modrm & 0xc7) === 4 ? modrm >> 3 : NO_REGISTER;
}

/** Whether the register holds a known address. */
function holdsPlace(out: Int32Array, register: number): boolean {
  return (((out[TRACKED.KNOWN] as number) >> register) & 1) !== 0;
}

function forget(out: Int32Array, registers: number): void {
  out[TRACKED.KNOWN] = (out[TRACKED.KNOWN] as number) & ~registers;
}

/** Puts the address of the operand into its slot when base or unscaled index is known; the flag to add. */
function locate(packed: number, known: number, out: Int32Array): number {
  const base = baseOf(packed, out);
  const index = indexOf(packed, out);
  let from = base;
  let other = index;
  if (((known >> base) & 1) === 0) {
    if (index === NO_REGISTER || ((known >> index) & 1) === 0 || (out[OUT.SIB] as number) > 0x3f) return 0;
    from = index;
    other = base;
  }
  out[OUT.RIP] = ((out[TRACKED.PLACE + from] as number) + (out[OUT.DISPLACEMENT] as number)) | 0;
  out[TRACKED.INDEXED] = other === NO_REGISTER ? 0 : 1;
  return FLAG.RIP;
}

/** Whether the instruction can be one by which code learns where it is. */
function mayBegin(packed: number, out: Int32Array): boolean {
  const opcode = out[OUT.OPCODE] as number;
  const mayBe = opcode === 0xe8 || opcode === 0x81 || opcode === 0x05 || (opcode & ~7) === 0x58;
  return mayBe && lengthOf(packed) > 0;
}

/** What an instruction says of where the code is, when nothing is known before it. */
function learn(code: Uint8Array, position: number, packed: number, out: Int32Array): void {
  const opcode = out[OUT.OPCODE] as number;
  if (opcode === 0xe8) {
    const register = thunkRegister(code, out[OUT.TARGET] as number);
    if (register !== NO_REGISTER) know(out, register, position + lengthOf(packed));
  } else if ((opcode & ~7) === 0x58) {
    if (isCallOfNext(code, position)) knowBase(out, opcode & 7, position);
  } else {
    const register = addedTo(packed, out);
    if (register !== NO_REGISTER) addPlace(code, position, register, out);
  }
}

/** `call` of the instruction behind it, at `position`. */
function isCallOfNext(code: Uint8Array, position: number): boolean {
  if (position < 5 || code[position - 5] !== 0xe8) return false;
  return code[position - 4] === 0 && code[position - 3] === 0 && code[position - 2] === 0 && code[position - 1] === 0;
}

/** `add register, immediate`: right behind the call of a thunk or the `pop` of its own place, or from a known place. */
function addPlace(code: Uint8Array, position: number, register: number, out: Int32Array): void {
  const asked = placeBefore(code, position, register);
  if (asked < 0 && !holdsPlace(out, register)) return;
  const place = asked < 0 ? (out[TRACKED.PLACE + register] as number) : asked;
  const isBase = asked >= 0 || place === out[TRACKED.BASE];
  know(out, register, (place + (out[OUT.IMMEDIATE] as number)) | 0);
  if (isBase) out[TRACKED.BASE] = out[TRACKED.PLACE + register] as number;
}

/** What the code right before `position` has put into the register: its own place; -1 when it has not. */
function placeBefore(code: Uint8Array, position: number, register: number): number {
  if (position < 6) return -1;
  if (code[position - 5] === 0xe8) {
    const low = (code[position - 4] as number) | ((code[position - 3] as number) << 8);
    const distance = low | ((code[position - 2] as number) << 16) | ((code[position - 1] as number) << 24);
    return thunkRegister(code, position + distance) === register ? position : -1;
  }
  return code[position - 1] === (0x58 | register) && isCallOfNext(code, position - 1) ? position - 1 : -1;
}

/** Register of `add register, immediate`, `NO_REGISTER` for other instructions. */
function addedTo(packed: number, out: Int32Array): number {
  const opcode = out[OUT.OPCODE] as number;
  if (opcode === 0x05) return (packed & FLAG.WIDE) === 0 ? NO_REGISTER : 0;
  const modrm = out[OUT.MODRM] as number;
  const isAdd = (opcode === 0x81 || opcode === 0x83) && (modrm & 0xf8) === 0xc0;
  return isAdd ? modrm & 7 : NO_REGISTER;
}

/** What an instruction does to the registers that are known. */
function follow(code: Uint8Array, position: number, packed: number, out: Int32Array): void {
  const flow = flowOf(packed);
  const opcode = out[OUT.OPCODE] as number;
  if (flow === FLOW.CALL || flow === FLOW.INDIRECT_CALL) {
    forget(out, CLOBBERED);
    if (flow === FLOW.CALL) learn(code, position, packed, out);
  } else if (flow === FLOW.LEA) {
    const register = registerField(out);
    const isPlace = (packed & FLAG.RIP) !== 0 && out[TRACKED.INDEXED] === 0;
    forget(out, 1 << register);
    if (isPlace) know(out, register, out[OUT.RIP] as number);
  } else if (opcode === 0x89 || opcode === 0x8b) move(opcode, packed, out);
  else if (addedTo(packed, out) !== NO_REGISTER) addPlace(code, position, addedTo(packed, out), out);
  else {
    overwrite(opcode, out);
    if ((opcode & ~7) === 0x58 && isCallOfNext(code, position)) knowBase(out, opcode & 7, position);
  }
}

/** Registers that a call may change: `eax`, `ecx` and `edx`. */
const CLOBBERED = 0b111;

/** `mov` between registers, to the stack and back. */
function move(opcode: number, packed: number, out: Int32Array): void {
  const field = registerField(out);
  const operand = registerOperand(out);
  if (operand === NO_REGISTER) {
    if (opcode === 0x89) spill(packed, field, out);
    else {
      forget(out, 1 << field);
      reload(packed, out);
    }
    return;
  }
  const [to, from] = opcode === 0x89 ? [operand, field] : [field, operand];
  const isKnown = holdsPlace(out, from);
  forget(out, 1 << to);
  if (isKnown) know(out, to, out[TRACKED.PLACE + from] as number);
}

/** Remembers one known address that is put into the frame. */
function spill(packed: number, register: number, out: Int32Array): void {
  const key = frameKey(packed, out);
  if (key === 0) return;
  if (holdsPlace(out, register)) {
    know(out, FRAME, out[TRACKED.PLACE + register] as number);
    know(out, FRAME_KEY, key);
  } else if (isInFrame(key, out)) forget(out, 1 << FRAME);
}

function reload(packed: number, out: Int32Array): void {
  const key = frameKey(packed, out);
  if (key !== 0 && isInFrame(key, out)) know(out, registerField(out), out[TRACKED.PLACE + FRAME] as number);
}

function isInFrame(key: number, out: Int32Array): boolean {
  return holdsPlace(out, FRAME) && holdsPlace(out, FRAME_KEY) && out[TRACKED.PLACE + FRAME_KEY] === key;
}

/** Displacement of an operand in the frame of `ebp`, the same in the whole function; 0 for other operands. */
function frameKey(packed: number, out: Int32Array): number {
  if ((packed & (FLAG.MEMORY | FLAG.NO_BASE | FLAG.SEGMENT)) !== FLAG.MEMORY) return 0;
  return ((out[OUT.MODRM] as number) & 7) === EBP ? (out[OUT.DISPLACEMENT] as number) : 0;
}

const EBP = 5;

/** Forgets the registers that any other instruction sets. */
function overwrite(opcode: number, out: Int32Array): void {
  const register = destinationOf(out);
  if (register !== NO_REGISTER) forget(out, 1 << register);
  if (opcode < IMPLIED.length) forget(out, IMPLIED[opcode] as number);
  if (opcode === 0x87) forget(out, 1 << registerField(out));
}

/**
 * Registers that opcodes of the first two maps set beside what `destinationOf` says: `inc` and `dec`, `popad`, `cdq`,
 * string instructions, `leave`, multiplication and division, `rdtsc`, `cpuid`.
 */
const IMPLIED = impliedRegisters();

function impliedRegisters(): Uint8Array {
  const table = new Uint8Array(0x200);
  for (let register = 0; register < 8; register++) table[0x40 + register] = table[0x48 + register] = 1 << register;
  table[0x61] = 0xff;
  table[0x99] = 1 << 2;
  table.fill(0b1100_0010, 0xa4, 0xa8).fill(0b1000_0010, 0xaa, 0xac).fill(0b0100_0010, 0xac, 0xae);
  table.fill(0b1000_0010, 0xae, 0xb0);
  table[0xc9] = 1 << EBP;
  table[0xf7] = 1 << 2;
  table[0x131] = 0b0101;
  table[0x1a2] = 0b1111;
  return table;
}
