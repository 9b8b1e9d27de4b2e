/** 32-bit x86 as the engine asks about it (i386 psABI; for Windows the conventions of MSVC). */
import type { CodeSpace } from "../code-space.ts";
import { NOWHERE } from "../discovery/operands.ts";
import type { AbsoluteAddresses } from "../discovery/operands.ts";
import { FLAG, FLOW, flowOf, lengthOf } from "../instruction.ts";
import type { ArgumentPlace, InstructionSet, RegisterFlow } from "../instruction-set.ts";
import { JoinedRegisters } from "../joined-registers.ts";
import { decode32 } from "./decoder-32.ts";
import { OUT } from "./decoder.ts";
import { KeptBases } from "./function-bases.ts";
import { isPopOrLeave, isZeroFill, storesImmediate, takesAddress } from "./instruction-set.ts";
import { accessOf, baseOf, indexOf, NO_REGISTER } from "./operands.ts";
import { registerEffects } from "./register-effects.ts";
import { namedTables, Switches32 } from "./switches-32.ts";
import { begin, decodeTracked, know, REGISTERS, thunkRegister, TRACKED } from "./tracked-32.ts";

export const X86_32: InstructionSet = {
  alignment: 1,
  longest: 15,
  begin,
  decode: decodeTracked,
  referringFlags: () => -1,
  memoryAddress,
  immediateAddress,
  isSingleCell,
  accessOf,
  storesImmediate,
  takesAddress,
  firstArgument,
  isPrologue,
  endsFrame,
  isEnding,
  isZeroFill,
  paddingAt,
  stubSlot,
  switches: (ground) => new Switches32(ground),
  registers,
  effects: (image) => registerEffects(image, memoryAddress, isSingleCell),
  namedTables,
  functionBases: () => new KeptBases(),
  isPartOfCaller,
};

/** Stubs take the global offset table in `ebx` for granted. */
function registers(space: CodeSpace, { offsetTable }: AbsoluteAddresses): RegisterFlow {
  const joined = new JoinedRegisters(REGISTERS, begin);
  const isStub = (at: number): boolean => space.regionAt(at)?.region.content === "stubs";
  if (offsetTable === NOWHERE || !space.regions.some(({ start }) => isStub(start))) return joined;
  return {
    enter: (at, runsOn, out, delta) => {
      joined.enter(at, runsOn, out, delta);
      if (isStub(at)) know(out, EBX, offsetTable - delta);
    },
    leave: (at, target, out) => joined.leave(at, target, out),
  };
}

/**
 * Address of an operand that counts from a known register, has none but an index, or adds a register to what must be
 * an address, as where code walks arrays of bytes.
 */
function memoryAddress(packed: number, out: Int32Array, delta: number, absolute: AbsoluteAddresses): number {
  if ((packed & FLAG.SEGMENT) !== 0) return NOWHERE;
  if ((packed & FLAG.RIP) !== 0) return isSum(packed, out) ? NOWHERE : ((out[OUT.RIP] ?? 0) + delta) >>> 0;
  if ((packed & FLAG.MEMORY) === 0) return NOWHERE;
  const displacement = out[OUT.DISPLACEMENT] ?? 0;
  if (!absolute.fixed) return countsFromTable(packed, out) ? absolute.offsetTable + displacement : NOWHERE;
  const isWide = (packed & FLAG.NO_BASE) !== 0 || ((out[OUT.MODRM] ?? 0) & 0xc0) === 0x80;
  return isWide ? Math.max((displacement >>> 0) - absolute.base, NOWHERE) : NOWHERE;
}

/**
 * Whether a displacement must be a distance from the global offset table though its register is not known: linkers fill
 * in 32 bits where a constant of that size would have eight, and nothing but frames lies far before a pointer.
 */
function countsFromTable(packed: number, out: Int32Array): boolean {
  if ((packed & FLAG.NO_BASE) !== 0 || ((out[OUT.MODRM] ?? 0) & 0xc0) !== 0x80) return false;
  const displacement = out[OUT.DISPLACEMENT] ?? 0;
  const base = baseOf(packed, out);
  return displacement < 0x80 && (displacement >= -0x80 || (base !== EBP && base !== ESP));
}

/** `lea` that only adds an index to a known register: arithmetic. */
function isSum(packed: number, out: Int32Array): boolean {
  return flowOf(packed) === FLOW.LEA && out[TRACKED.INDEXED] === 1 && out[OUT.DISPLACEMENT] === 0;
}

function isSingleCell(packed: number, out: Int32Array): boolean {
  if ((packed & FLAG.RIP) !== 0) return out[TRACKED.INDEXED] === 0;
  return indexOf(packed, out) === NO_REGISTER;
}

function immediateAddress(packed: number, out: Int32Array, absolute: AbsoluteAddresses): number {
  if (!absolute.fixed || (packed & FLAG.WIDE) === 0) return NOWHERE;
  return Math.max(((out[OUT.IMMEDIATE] ?? 0) >>> 0) - absolute.base, NOWHERE);
}

/** Arguments are pushed from the last to the first: perhaps out of a register that has just been set. */
function firstArgument(packed: number, out: Int32Array, place: ArgumentPlace): number | undefined {
  const { delta, absolute, words } = place;
  const opcode = out[OUT.OPCODE] ?? 0;
  if (opcode === 0x68 || flowOf(packed) === FLOW.MOVE_IMMEDIATE) return immediateAddress(packed, out, absolute);
  if ((opcode & ~7) === 0x50) {
    const isKnown = (((out[TRACKED.KNOWN] ?? 0) >> (opcode & 7)) & 1) !== 0;
    return isKnown ? (out[TRACKED.PLACE + (opcode & 7)] ?? 0) + delta : undefined;
  }
  if (opcode !== 0xff || ((out[OUT.MODRM] ?? 0) & 0x38) !== 0x30) return undefined;
  const address = isSingleCell(packed, out) ? words.pointer(memoryAddress(packed, out, delta, absolute)) : NaN;
  return Number.isNaN(address) ? NOWHERE : address;
}

/**
 * `endbr32`, `push` of a callee-saved register, `mov edi, edi` (room for patches), a load of the first argument,
 * `sub esp`, the call that asks where the code is, and Go's load of the stack limit.
 */
function isPrologue(code: Uint8Array, at: number): boolean {
  const first = code[at] ?? 0;
  const second = code[at + 1] ?? 0;
  const third = code[at + 2] ?? 0;
  const fourth = code[at + 3] ?? 0;
  if (first === 0x55 || first === 0x53 || first === 0x56 || first === 0x57) return true;
  if (first === 0xf3) return second === 0x0f && third === 0x1e && fourth === 0xfb;
  if (first === 0x8b) return second === 0xff || ((second & 0xc7) === 0x44 && third === 0x24 && fourth === 4);
  if (first === 0x83 || first === 0x81) return second === 0xec;
  if (first === 0x64 || first === 0x65) return second === 0x8b && third === 0x0d;
  if (first !== 0xe8) return false;
  const high = (third | (fourth << 8) | ((code[at + 4] ?? 0) << 16)) << 8;
  return thunkRegister(code, at + 5 + (second | high)) !== NO_REGISTER;
}

/** `pop`, `leave`, `add esp`. */
function endsFrame(code: Uint8Array, at: number, out: Int32Array): boolean {
  decode32(code, at, out);
  const opcode = out[OUT.OPCODE] ?? 0;
  return isPopOrLeave(opcode) || ((opcode === 0x83 || opcode === 0x81) && out[OUT.MODRM] === ADD_ESP);
}

/** ModRM byte of `add esp, immediate`. */
const ADD_ESP = 0xc4;

function isEnding(code: Uint8Array, at: number, out: Int32Array): boolean {
  const packed = decode32(code, at, out);
  return flowOf(packed) === FLOW.RETURN || isPopOrLeave(out[OUT.OPCODE] ?? 0);
}

function paddingAt(code: Uint8Array, at: number, out: Int32Array): number {
  const byte = code[at];
  if (byte === 0xcc || byte === 0x00) return 1;
  const packed = decode32(code, at, out);
  return flowOf(packed) === FLOW.NOP ? lengthOf(packed) : 0;
}

/** `jmp [slot]`, perhaps behind `endbr32`; position-independent stubs count the slot from `ebx`. */
function stubSlot(space: CodeSpace, offset: number, out: Int32Array, absolute: AbsoluteAddresses): number {
  let at = offset;
  let packed = decode32(space.bytes, at, out);
  if (flowOf(packed) === FLOW.ENDBR) {
    at += lengthOf(packed);
    packed = decode32(space.bytes, at, out);
  }
  if (flowOf(packed) !== FLOW.INDIRECT_JUMP || (packed & FLAG.MEMORY) === 0) return NOWHERE;
  if (indexOf(packed, out) !== NO_REGISTER) return NOWHERE;
  if ((packed & FLAG.NO_BASE) !== 0) return memoryAddress(packed, out, space.runAt(at).delta, absolute);
  if (baseOf(packed, out) !== EBX || absolute.offsetTable === NOWHERE) return NOWHERE;
  return absolute.offsetTable + (out[OUT.DISPLACEMENT] ?? 0);
}

const EBX = 3;
const ESP = 4;
const EBP = 5;

/** The start code of glibc has a thunk of its own behind its `hlt`. */
function isPartOfCaller(code: Uint8Array, at: number): boolean {
  return at > 0 && code[at - 1] === 0xf4 && thunkRegister(code, at) !== NO_REGISTER;
}
