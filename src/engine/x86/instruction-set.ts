/** x86-64 as the engine asks about it. */
import type { CodeSpace } from "../code-space.ts";
import { immediateAddress, isSingleCell, memoryAddress, NOWHERE } from "../discovery/operands.ts";
import type { AbsoluteAddresses } from "../discovery/operands.ts";
import { FLAG, FLOW, flowOf, lengthOf } from "../instruction.ts";
import type { ArgumentPlace, InstructionSet } from "../instruction-set.ts";
import { decode, OUT } from "./decoder.ts";
import { measure } from "./measure.ts";
import { accessOf, destinationOf } from "./operands.ts";
import { registerEffects } from "./register-effects.ts";
import { Switches } from "./switches.ts";

export const X86_64: InstructionSet = {
  alignment: 1,
  longest: 15,
  begin: () => undefined,
  decode,
  measure,
  referringFlags: ({ fixed }) => (fixed ? FLAG.RIP | FLAG.NO_BASE | FLAG.WIDE : FLAG.RIP),
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
  switches: (ground) => new Switches(ground),
  effects: (image) => registerEffects(image, memoryAddress, isSingleCell),
};

/** `mov [memory], immediate` and `push immediate`. */
export function storesImmediate(out: Int32Array): boolean {
  const opcode = out[OUT.OPCODE] ?? 0;
  return opcode === 0xc7 || opcode === 0x68;
}

/** `mov`, `push`, `cmp` and `add` of an immediate: other arithmetic on addresses is not plausible. */
export function takesAddress(out: Int32Array, flow: number): boolean {
  if (flow === FLOW.MOVE_IMMEDIATE) return true;
  const opcode = out[OUT.OPCODE] ?? 0;
  if (opcode === 0xc7 || opcode === 0x68 || opcode === 0x3d || opcode === 0x05) return true;
  if (opcode !== 0x81) return false;
  const operation = (out[OUT.MODRM] ?? 0) & 0x38;
  return operation === 0x38 || operation === 0;
}

function firstArgument(packed: number, out: Int32Array, { delta, absolute }: ArgumentPlace): number | undefined {
  if (destinationOf(out) !== RDI) return undefined;
  const isAddress = flowOf(packed) === FLOW.LEA;
  return isAddress ? memoryAddress(packed, out, delta, absolute) : immediateAddress(packed, out, absolute);
}

const RDI = 7;

/** `endbr64`, `push` of a callee-saved register, `sub rsp`. */
function isPrologue(code: Uint8Array, at: number): boolean {
  const first = code[at];
  if (first === 0x55 || first === 0x53) return true;
  const second = code[at + 1] ?? 0;
  const third = code[at + 2];
  if (first === 0xf3) return second === 0x0f && third === 0x1e && code[at + 3] === 0xfa;
  if (first === 0x41) return second >= 0x54 && second <= 0x57;
  return first === 0x48 && (second === 0x83 || second === 0x81) && third === 0xec;
}

/** `pop`, `leave`, `add rsp`. */
function endsFrame(code: Uint8Array, at: number, out: Int32Array): boolean {
  decode(code, at, out);
  const opcode = out[OUT.OPCODE] ?? 0;
  if (isPopOrLeave(opcode)) return true;
  return (opcode === 0x83 || opcode === 0x81) && out[OUT.MODRM] === ADD_RSP;
}

/** ModRM byte of `add rsp, immediate`. */
const ADD_RSP = 0xc4;

/** `ret`, `pop` and `leave` are the rest of something, and any data holds some. */
function isEnding(code: Uint8Array, at: number, out: Int32Array): boolean {
  const packed = decode(code, at, out);
  return flowOf(packed) === FLOW.RETURN || isPopOrLeave(out[OUT.OPCODE] ?? 0);
}

export function isPopOrLeave(opcode: number): boolean {
  return (opcode >= 0x58 && opcode <= 0x5f) || opcode === 0xc9;
}

/** Two zero bytes: `add [rax], al`. */
export function isZeroFill(code: Uint8Array, at: number): boolean {
  return code[at] === 0 && code[at + 1] === 0;
}

function paddingAt(code: Uint8Array, at: number, out: Int32Array): number {
  const byte = code[at];
  if (byte === 0xcc || byte === 0x00) return 1;
  const packed = decode(code, at, out);
  return flowOf(packed) === FLOW.NOP ? lengthOf(packed) : 0;
}

/** `jmp [slot]`, perhaps behind `endbr64`. */
function stubSlot(space: CodeSpace, offset: number, out: Int32Array, absolute: AbsoluteAddresses): number {
  const first = measure(space.bytes, offset, out);
  const at = flowOf(first) === FLOW.ENDBR ? offset + lengthOf(first) : offset;
  if (at === offset && flowOf(first) !== FLOW.INDIRECT_JUMP) return NOWHERE;
  const packed = decode(space.bytes, at, out);
  if (flowOf(packed) !== FLOW.INDIRECT_JUMP) return NOWHERE;
  return memoryAddress(packed, out, space.runAt(at).delta, absolute);
}
