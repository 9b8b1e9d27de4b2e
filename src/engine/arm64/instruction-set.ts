/** AArch64 as the engine asks about it (Arm Architecture Reference Manual, part C; AAPCS64). */
import type { CodeSpace } from "../code-space.ts";
import { NOWHERE } from "../discovery/operands.ts";
import { FLAG, FLOW, flowOf, lengthOf } from "../instruction.ts";
import type { ArgumentPlace, InstructionSet } from "../instruction-set.ts";
import { JoinedRegisters } from "../joined-registers.ts";
import { begin, decode, OUT } from "./decoder.ts";
import { destinationOf } from "./operands.ts";
import { Switches } from "./switches.ts";

export const ARM64: InstructionSet = {
  alignment: 4,
  longest: 4,
  begin,
  decode,
  referringFlags: () => -1,
  memoryAddress: (packed, out, delta) => ((packed & FLAG.RIP) === 0 ? NOWHERE : (out[OUT.RIP] ?? 0) + delta),
  immediateAddress: () => NOWHERE,
  isSingleCell: (packed) => (packed & FLAG.RIP) !== 0,
  accessOf: (out) => out[OUT.ACCESS] ?? 0,
  storesImmediate: () => false,
  takesAddress: () => false,
  firstArgument,
  isPrologue,
  endsFrame: (code, at) => endsFrame(wordAt(code, at)),
  isEnding: (code, at, out) => flowOf(decode(code, at, out)) === FLOW.RETURN || endsFrame(wordAt(code, at)),
  isZeroFill: (code, at) => wordAt(code, at) === 0,
  paddingAt,
  stubSlot,
  switches: (ground) => new Switches(ground),
  registers: () => new JoinedRegisters(REGISTERS, begin),
};

/** x0 to x30. */
const REGISTERS = { masks: [OUT.KNOWN, OUT.LOADED], place: OUT.PLACE, count: 31 };

/** Position-independent start code loads the address of `main` from the global offset table. */
function firstArgument(packed: number, out: Int32Array, { delta, words }: ArgumentPlace): number | undefined {
  if (destinationOf(out[OUT.WORD] ?? 0) !== 0) return undefined;
  const place = (out[OUT.PLACE] ?? 0) + delta;
  if (((out[OUT.KNOWN] ?? 0) & 1) !== 0) return place;
  if ((packed & FLAG.RIP) === 0 || ((out[OUT.LOADED] ?? 0) & 1) === 0) return NOWHERE;
  const address = words.pointer(place);
  return Number.isNaN(address) ? NOWHERE : address;
}

/** Frames that are set up with the stack pointer, signing of the return address, landing pads of calls, Go's stack check. */
function isPrologue(code: Uint8Array, at: number): boolean {
  const word = wordAt(code, at);
  return PROLOGUES.some(([mask, value]) => (word & mask) >>> 0 === value);
}

const PROLOGUES: readonly (readonly [mask: number, value: number])[] = [
  // stp x, x, [sp, #-n]!; stp d, d, [sp, #-n]!; str x, [sp, #-n]!
  [0xffe0_03e0, 0xa9a0_03e0],
  [0xffe0_03e0, 0x6da0_03e0],
  [0xfff0_0fe0, 0xf810_0fe0],
  // sub sp, sp, #n
  [0xff80_03ff, 0xd100_03ff],
  // paciasp, pacibsp; bti c, bti jc
  [0xffff_ffbf, 0xd503_233f],
  [0xffff_ff7f, 0xd503_245f],
  // ldr x16, [x28, #16]: the stack limit of a goroutine
  [0xffff_ffff, 0xf940_0b90],
];

/** `ldp x, x, [sp], #n`, `ldr x, [sp], #n`, `add sp, sp, #n`, `autiasp`, `autibsp`. */
function endsFrame(word: number): boolean {
  if ((word & 0xffc0_03e0) >>> 0 === 0xa8c0_03e0 || (word & 0xffe0_0fe0) >>> 0 === 0xf840_07e0) return true;
  return (word & 0xff80_03ff) >>> 0 === 0x9100_03ff || (word & 0xffff_ffbf) >>> 0 === 0xd503_23bf;
}

/** Zero words and `nop`; what is left of a word. */
function paddingAt(code: Uint8Array, at: number): number {
  if ((at & 3) !== 0) return 4 - (at & 3);
  const word = wordAt(code, at);
  return word === 0 || word === NOP ? 4 : 0;
}

const NOP = 0xd503_201f;

/**
 * `adrp` of the page of a slot, its load, and `br`, as in the stubs of all linkers; some add a landing pad in front,
 * `add` of the address of the slot (for lazy binding) and authentication between.
 */
function stubSlot(space: CodeSpace, offset: number, out: Int32Array): number {
  const first = wordAt(space.bytes, offset);
  if (!isPage(first) && (first !== BTI_C || !isPage(wordAt(space.bytes, offset + 4)))) return NOWHERE;
  const { delta } = space.runAt(offset);
  begin(out, delta);
  for (let at = offset; at < offset + LONGEST_STUB; at += 4) {
    const packed = decode(space.bytes, at, out);
    const flow = flowOf(packed);
    if (flow === FLOW.INDIRECT_JUMP) return (packed & FLAG.RIP) === 0 ? NOWHERE : (out[OUT.RIP] ?? 0) + delta;
    if (lengthOf(packed) === 0 || (flow !== FLOW.OTHER && flow !== FLOW.LEA && flow !== FLOW.ENDBR)) return NOWHERE;
  }
  return NOWHERE;
}

/** Bytes of `bti c; adrp; add; ldr; add; autia1716; br`. */
const LONGEST_STUB = 28;
const BTI_C = 0xd503_245f;

function isPage(word: number): boolean {
  return (word & 0x9f00_0000) >>> 0 === 0x9000_0000;
}

function wordAt(code: Uint8Array, at: number): number {
  const low = (code[at] ?? 0) | ((code[at + 1] ?? 0) << 8);
  return (low | ((code[at + 2] ?? 0) << 16) | ((code[at + 3] ?? 0) << 24)) >>> 0;
}
