/**
 * The switches of gcc, clang, MSVC and Go on x86-64: arrays of 32-bit distances from a base (position-independent C, C++
 * and Rust; with MSVC from the image base) or of absolute 64-bit addresses (fixed C, computed goto, Go).
 */
import type { CodeSpace } from "../code-space.ts";
import type { DataWords } from "../data-words.ts";
import { MARK, previousInstruction } from "../discovery/marks.ts";
import { immediateAddress, memoryAddress, NOWHERE } from "../discovery/operands.ts";
import type { AbsoluteAddresses } from "../discovery/operands.ts";
import { FLAG, FLOW, flowOf, lengthOf, OUT_SIZE } from "../instruction.ts";
import type { SwitchForms, SwitchGround, TablePlan } from "../instruction-set.ts";
import { decode, MAP, OUT } from "./decoder.ts";
import { baseOf, destinationOf, indexOf } from "./operands.ts";

export class Switches implements SwitchForms {
  readonly #space: CodeSpace;
  readonly #marks: Uint8Array;
  readonly #words: DataWords;
  readonly #absolute: AbsoluteAddresses;
  readonly #out = new Int32Array(OUT_SIZE);
  readonly #baseOut = new Int32Array(OUT_SIZE);
  /** The instructions before a jump, nearest first. */
  readonly #window = new Int32Array(WINDOW);
  #windowLength = 0;
  /** Instructions that may still be decoded in search of bases: linear in all. */
  #searchBudget: number;

  constructor({ space, marks, words, absolute }: SwitchGround) {
    this.#space = space;
    this.#marks = marks;
    this.#words = words;
    this.#absolute = absolute;
    this.#searchBudget = 1_000_000 + 4 * space.size;
  }

  plansAt(at: number, packed: number, out: Int32Array): Iterable<TablePlan> {
    if (this.#searchBudget <= 0) return [];
    this.#collectWindow(at);
    this.#searchBudget -= 4 * this.#windowLength;
    const bound = this.#bound();
    if ((packed & FLAG.MEMORY) === 0) return this.#ofRegister(bound);
    const plan = this.#ofMemory(at, packed, out, bound, 0);
    return plan === undefined ? [] : [plan];
  }

  /** `jmp [base + index * 8]`. */
  #ofMemory(at: number, packed: number, out: Int32Array, limit: number, depth: number): TablePlan | undefined {
    const modrm = out[OUT.MODRM] ?? 0;
    const sib = out[OUT.SIB] ?? 0;
    if ((modrm & 7) !== 4 || sib >> 6 !== 3 || (packed & FLAG.SEGMENT) !== 0) return undefined;
    const displacement = out[OUT.DISPLACEMENT] ?? 0;
    const base = baseOf(packed, out);
    const bound = limit || this.#narrowed(depth, indexOf(packed, out));
    if ((packed & FLAG.NO_BASE) !== 0) {
      if (!this.#absolute.fixed) return undefined;
      return addresses(displacement - this.#absolute.base, bound);
    }
    const address = this.#baseBefore(at, base);
    return address === NOWHERE ? undefined : addresses(address + displacement, bound);
  }

  /** `jmp register`: what may have loaded it. */
  *#ofRegister(bound: number): Iterable<TablePlan> {
    for (let index = 0; index < this.#windowLength; index++) {
      const plan = this.#ofLoad(this.#window[index] ?? 0, bound, index + 1);
      if (plan !== undefined) yield plan;
    }
    const nearest = this.#ofNearestAddress(bound);
    if (nearest !== undefined) yield nearest;
  }

  /** `movsxd r, [base + index * 4]`, `mov r, [base + index * 8]`, and `mov r32, [image base + index * 4 + table]`. */
  #ofLoad(at: number, limit: number, depth: number): TablePlan | undefined {
    const out = this.#out;
    const packed = decode(this.#space.bytes, at, out);
    const opcode = out[OUT.OPCODE] ?? 0;
    const modrm = out[OUT.MODRM] ?? 0;
    if ((opcode !== 0x63 && opcode !== 0x8b) || (packed & FLAG.MEMORY) === 0 || (modrm & 7) !== 4) return undefined;
    const scale = (out[OUT.SIB] ?? 0) >> 6;
    const wide = ((out[OUT.REX] ?? 0) & 8) !== 0;
    if (opcode === 0x8b && wide) return scale === 3 ? this.#ofMemory(at, packed, out, limit, depth) : undefined;
    if (scale !== 2 || (packed & FLAG.NO_BASE) !== 0) return undefined;
    const displacement = out[OUT.DISPLACEMENT] ?? 0;
    const base = baseOf(packed, out);
    const bound = limit || this.#narrowed(depth, indexOf(packed, out));
    const address = this.#baseBefore(at, base);
    // MSVC loads entries without extending their sign: they count from the image base.
    if (address === NOWHERE || (opcode === 0x8b && address !== 0)) return undefined;
    return distances(address + displacement, address, bound);
  }

  /** Unoptimised code takes the address of the table twice and indexes it by parts: the nearest one will do. */
  #ofNearestAddress(bound: number): TablePlan | undefined {
    for (let index = 0; index < Math.min(this.#windowLength, NEAREST); index++) {
      const from = this.#window[index] ?? 0;
      const packed = decode(this.#space.bytes, from, this.#out);
      if (flowOf(packed) !== FLOW.LEA || (packed & FLAG.RIP) === 0) continue;
      const address = memoryAddress(packed, this.#out, this.#space.runAt(from).delta, this.#absolute);
      const region = this.#words.regionAt(address);
      if (region === undefined || region.permissions.execute) continue;
      return distances(address, address, bound);
    }
    return undefined;
  }

  #collectWindow(at: number): void {
    let next = at;
    this.#windowLength = 0;
    while (this.#windowLength < WINDOW) {
      const previous = previousInstruction(this.#marks, next, 15);
      if (previous < 0) return;
      this.#window[this.#windowLength++] = previous;
      if (((this.#marks[previous] ?? 0) & MARK.FUNCTION) !== 0) return;
      next = previous;
    }
  }

  /** Number of entries that the comparison before the jump allows, 0 when none is seen. */
  #bound(): number {
    let sinceBranch = Infinity;
    let extra = 0;
    for (let index = 0; index < this.#windowLength; index++) {
      const packed = decode(this.#space.bytes, this.#window[index] ?? 0, this.#out);
      const slack = flowOf(packed) === FLOW.BRANCH ? unsignedSlack(this.#out) : -1;
      if (slack >= 0) {
        sinceBranch = 0;
        extra = slack;
      } else if (++sinceBranch <= COMPARISON_REACH && isComparison(packed, this.#out)) {
        return comparedWith(this.#out) + extra;
      }
    }
    return 0;
  }

  /** Number of values that the instruction setting the index leaves it: `movzx` of a byte, `and`; 0 for others. */
  #narrowed(depth: number, register: number): number {
    const out = this.#baseOut;
    for (let index = depth; index < this.#windowLength; index++) {
      this.#searchBudget--;
      decode(this.#space.bytes, this.#window[index] ?? 0, out);
      if (destinationOf(out) !== register) continue;
      const opcode = out[OUT.OPCODE] ?? 0;
      if (opcode === MOVZX_BYTE) return 0x100;
      const isAnd = opcode === 0x83 && ((out[OUT.MODRM] ?? 0) & 0x38) === 0x20;
      return isAnd ? Math.max((out[OUT.IMMEDIATE] ?? 0) + 1, 0) : 0;
    }
    return 0;
  }

  /** What the nearest instruction before `at` in the same function puts into a register, if that is an address. */
  #baseBefore(at: number, register: number): number {
    let next = at;
    for (let step = 0; step < BASE_SEARCH && this.#searchBudget > 0; step++) {
      const previous = previousInstruction(this.#marks, next, GAP_SEARCH);
      if (previous < 0) return NOWHERE;
      this.#searchBudget -= 1 + ((next - previous) >> 4);
      const address = this.#addressInto(previous, register);
      if (address !== NOWHERE) return address;
      if (((this.#marks[previous] ?? 0) & MARK.FUNCTION) !== 0) return NOWHERE;
      next = previous;
    }
    return NOWHERE;
  }

  #addressInto(at: number, register: number): number {
    const out = this.#baseOut;
    const packed = decode(this.#space.bytes, at, out);
    const flow = flowOf(packed);
    const rex = out[OUT.REX] ?? 0;
    if (flow === FLOW.LEA && ((((out[OUT.MODRM] ?? 0) >> 3) & 7) | ((rex & 4) << 1)) === register) {
      return memoryAddress(packed, out, this.#space.runAt(at).delta, this.#absolute);
    }
    if (flow === FLOW.MOVE_IMMEDIATE) {
      const opcode = out[OUT.OPCODE] ?? 0;
      const low = opcode === 0xc7 ? (out[OUT.MODRM] ?? 0) & 7 : opcode & 7;
      if ((low | ((rex & 1) << 3)) === register) return immediateAddress(packed, out, this.#absolute);
    }
    return NOWHERE;
  }
}

function addresses(table: number, bound: number): TablePlan {
  return { table, base: 0, entrySize: 8, signed: false, shift: 0, bound };
}

function distances(table: number, base: number, bound: number): TablePlan {
  return { table, base, entrySize: 4, signed: true, shift: 0, bound };
}

/** Instructions before a jump that are looked at for its load and its comparison. */
const WINDOW = 16;
/** Those looked at for the address of a table when no load is understood. */
const NEAREST = 10;
/** Instructions before a load that are looked at for its base, which compilers hoist out of loops. */
const BASE_SEARCH = 3000;
/** Bytes without instructions that such a search crosses. */
const GAP_SEARCH = 4096;
/** `movzx` of a byte to 32 or 64 bits. */
const MOVZX_BYTE = (MAP.TWO_BYTE << 8) | 0xb6;

/** Instructions between a comparison and its branch. */
const COMPARISON_REACH = 3;

/** 1 for `ja` and `jbe`, whose limit belongs to the switch, 0 for `jae` and `jb`, -1 for other branches. */
export function unsignedSlack(out: Int32Array): number {
  const condition = (out[OUT.OPCODE] ?? 0) & 0x0f;
  if (condition === 6 || condition === 7) return 1;
  return condition === 2 || condition === 3 ? 0 : -1;
}

/** The immediate, unsigned where a byte is compared. */
export function comparedWith(out: Int32Array): number {
  const opcode = out[OUT.OPCODE] ?? 0;
  const immediate = out[OUT.IMMEDIATE] ?? 0;
  return opcode === 0x80 || opcode === 0x3c ? immediate & 0xff : immediate;
}

/** `cmp` with an immediate, or the `sub` that clang uses for one. */
export function isComparison(packed: number, out: Int32Array): boolean {
  const opcode = out[OUT.OPCODE] ?? 0;
  if (opcode === 0x3c || opcode === 0x3d || opcode === 0x2d) return lengthOf(packed) > 0;
  if (opcode !== 0x80 && opcode !== 0x81 && opcode !== 0x83) return false;
  const operation = (out[OUT.MODRM] ?? 0) & 0x38;
  return operation === 0x38 || operation === 0x28;
}
