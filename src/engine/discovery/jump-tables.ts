/**
 * Jump tables behind indirect jumps, as gcc, clang, MSVC and Go write them: arrays of 32-bit distances from a base
 * (position-independent C, C++ and Rust; with MSVC from the image base) or of absolute 64-bit addresses (fixed C, computed goto, Go).
 */
import type { CodeSpace } from "../code-space.ts";
import { lastAtMost } from "../columns.ts";
import type { DataWords } from "../data-words.ts";
import { IntList, NumberList } from "../lists.ts";
import { decode, FLAG, flowOf, lengthOf, MAP, OUT, OUT_SIZE } from "../x86/decoder.ts";
import { FLOW } from "../x86/flow.ts";
import { baseOf, destinationOf, indexOf } from "../x86/operands.ts";
import type { Extents } from "./extents.ts";
import { MARK, previousInstruction } from "./marks.ts";
import { immediateAddress, memoryAddress, NOWHERE } from "./operands.ts";
import type { AbsoluteAddresses } from "./operands.ts";

/** Where targets of a jump may lie: a function whose `end` is 0 when no table gives its range. */
export interface Reach {
  readonly start: number;
  readonly end: number;
  readonly extents: Extents;
  /** Ascending starts of the functions known so far; empty when too few are known to tell where a table ends. */
  readonly starts: Int32Array;
}

/** Answers of `recognise` that are no table: none to see, or one that should be read when more functions are known. */
export const NO_TABLE = -1;
export const TOO_EARLY = -2;

export class JumpTables {
  /** Offset of the jump, address and entry size of its table. */
  readonly jumps = new IntList();
  readonly addresses = new NumberList();
  readonly entrySizes = new IntList();
  /** Targets of all tables, each once a table, in the order of first appearance. */
  readonly targets = new IntList(256);

  readonly #space: CodeSpace;
  readonly #marks: Uint8Array;
  readonly #words: DataWords;
  readonly #absolute: AbsoluteAddresses;
  readonly #firstTarget = new IntList();
  readonly #tableOfJump = new Map<number, number>();
  /** Addresses of tables, and of other data that code takes. */
  readonly #taken = new Set<number>();
  readonly #out = new Int32Array(OUT_SIZE);
  readonly #baseOut = new Int32Array(OUT_SIZE);
  /** The instructions before a jump, nearest first. */
  readonly #window = new Int32Array(WINDOW);
  #windowLength = 0;
  /** Instructions that may still be decoded in search of bases, and table entries that may be read: linear in all. */
  #searchBudget: number;
  #entryBudget: number;

  constructor(space: CodeSpace, marks: Uint8Array, words: DataWords, absolute: AbsoluteAddresses) {
    this.#space = space;
    this.#marks = marks;
    this.#words = words;
    this.#absolute = absolute;
    this.#searchBudget = 1_000_000 + 4 * space.size;
    this.#entryBudget = 100_000 + space.size;
    this.#firstTarget.push(0);
  }

  get count(): number {
    return this.jumps.length;
  }

  /** Index in `targets` of the first target of a table; that of the next table ends it. */
  firstTarget(table: number): number {
    return this.#firstTarget.at(table);
  }

  /** Table of the jump at `offset`, -1 when none was recognised. */
  ofJump(offset: number): number {
    return this.#tableOfJump.get(offset) ?? -1;
  }

  /** Notes an address of data that code takes: tables end there. */
  noteData(rva: number): void {
    this.#taken.add(rva);
  }

  /** Reads the table of the indirect jump at `at`, decoded in `out`; its index, or `NO_TABLE` or `TOO_EARLY`. */
  recognise(at: number, packed: number, out: Int32Array, reach: Reach): number {
    this.#collectWindow(at);
    const bound = this.#bound();
    const plan = (packed & FLAG.MEMORY) !== 0 ? this.#ofMemory(at, packed, out, bound, 0) : undefined;
    if (plan !== undefined) return this.#read(at, plan, reach);
    if ((packed & FLAG.MEMORY) !== 0) return NO_TABLE;
    return this.#ofRegister(at, reach, bound);
  }

  /** `jmp [base + index * 8]`. */
  #ofMemory(at: number, packed: number, out: Int32Array, limit: number, depth: number): Plan | undefined {
    const modrm = out[OUT.MODRM] ?? 0;
    const sib = out[OUT.SIB] ?? 0;
    if ((modrm & 7) !== 4 || sib >> 6 !== 3 || (packed & FLAG.SEGMENT) !== 0) return undefined;
    const displacement = out[OUT.DISPLACEMENT] ?? 0;
    const base = baseOf(packed, out);
    const bound = limit || this.#narrowed(depth, indexOf(packed, out));
    if ((packed & FLAG.NO_BASE) !== 0) {
      if (!this.#absolute.fixed) return undefined;
      return { table: displacement - this.#absolute.base, base: 0, entrySize: 8, bound };
    }
    const address = this.#baseBefore(at, base);
    return address === NOWHERE ? undefined : { table: address + displacement, base: 0, entrySize: 8, bound };
  }

  /** `jmp register`: finds what loaded it. */
  #ofRegister(at: number, reach: Reach, bound: number): number {
    for (let index = 0; index < this.#windowLength; index++) {
      const plan = this.#ofLoad(this.#window[index] ?? 0, bound, index + 1);
      const table = plan === undefined ? NO_TABLE : this.#read(at, plan, reach);
      if (table !== NO_TABLE) return table;
    }
    return this.#ofNearestAddress(at, reach, bound);
  }

  /** `movsxd r, [base + index * 4]`, `mov r, [base + index * 8]`, and `mov r32, [image base + index * 4 + table]`. */
  #ofLoad(at: number, limit: number, depth: number): Plan | undefined {
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
    return { table: address + displacement, base: address, entrySize: 4, bound };
  }

  /** Unoptimised code takes the address of the table twice and indexes it by parts: the nearest one will do. */
  #ofNearestAddress(at: number, reach: Reach, bound: number): number {
    for (let index = 0; index < Math.min(this.#windowLength, NEAREST); index++) {
      const from = this.#window[index] ?? 0;
      const packed = decode(this.#space.bytes, from, this.#out);
      if (flowOf(packed) !== FLOW.LEA || (packed & FLAG.RIP) === 0) continue;
      const address = memoryAddress(packed, this.#out, this.#space.runAt(from).delta, this.#absolute);
      const region = this.#words.regionAt(address);
      if (region === undefined || region.permissions.execute) continue;
      return this.#read(at, { table: address, base: address, entrySize: 4, bound }, reach);
    }
    return NO_TABLE;
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

  /** Reads entries up to the bound or the first that leads nowhere; index of the new table, -1 when none is good. */
  #read(at: number, plan: Plan, reach: Reach): number {
    const { table, base, entrySize, bound } = plan;
    if (bound === 0 && reach.end === 0 && reach.starts.length === 0) return TOO_EARLY;
    const limit = Math.min(bound > 0 ? bound : UNBOUNDED, MOST_ENTRIES, this.#entryBudget);
    const seen = new Set<number>();
    let read = 0;
    for (; read < limit; read++) {
      const from = table + read * entrySize;
      if (read > 0 && this.#taken.has(from)) break;
      const address = entrySize === 8 ? this.#words.pointer(from) : base + this.#words.i32(from);
      const target = Number.isNaN(address) ? -1 : this.#space.offsetOf(address);
      if (target < 0 || !this.#mayReach(target, reach, bound)) break;
      seen.add(target);
    }
    this.#entryBudget -= read + 1;
    if (read === 0) return NO_TABLE;
    return this.#keep(at, plan, read, seen);
  }

  #mayReach(target: number, reach: Reach, bound: number): boolean {
    const { start, end, extents } = reach;
    if (end > 0) return (target >= start && target < end) || extents.inFragment(target);
    if (target < start - BEFORE_START || target > start + BEHIND_START) return false;
    if (bound > 0) return true;
    const mark = this.#marks[target] ?? 0;
    if ((mark & MARK.COVERED) !== 0 && (mark & MARK.INSTRUCTION) === 0) return false;
    return reach.starts[lastAtMost(reach.starts, target)] === start;
  }

  #keep(at: number, plan: Plan, entries: number, targets: ReadonlySet<number>): number {
    const index = this.count;
    this.jumps.push(at);
    this.addresses.push(plan.table);
    this.entrySizes.push(plan.entrySize);
    for (const target of targets) this.targets.push(target);
    this.#firstTarget.push(this.targets.length);
    this.#tableOfJump.set(at, index);
    this.#taken.add(plan.table);
    const inCode = this.#space.offsetOf(plan.table);
    if (inCode >= 0) this.#markTable(inCode, entries * plan.entrySize);
    return index;
  }

  #markTable(start: number, size: number): void {
    for (let at = start; at < Math.min(start + size, this.#space.size); at++) {
      const mark = this.#marks[at] ?? 0;
      if ((mark & MARK.COVERED) === 0) this.#marks[at] = mark | MARK.TABLE | MARK.COVERED;
    }
  }
}

/** A table to try: entries of 4 bytes are distances from `base`, those of 8 are addresses. */
interface Plan {
  readonly table: number;
  readonly base: number;
  readonly entrySize: 4 | 8;
  /** Number of entries that a comparison allows, 0 when none is seen. */
  readonly bound: number;
}

/** Instructions before a jump that are looked at for its load and its comparison. */
const WINDOW = 16;
/** Those looked at for the address of a table when no load is understood. */
const NEAREST = 10;
/** Instructions before a load that are looked at for its base, which compilers hoist out of loops. */
const BASE_SEARCH = 3000;
/** Bytes without instructions that such a search crosses. */
const GAP_SEARCH = 4096;
/** Most entries without and with a bound. */
const UNBOUNDED = 1024;
const MOST_ENTRIES = 4096;
/** How far from a function of unknown range its switch may lead. */
const BEFORE_START = 0x2_0000;
const BEHIND_START = 0x4_0000;

/** `movzx` of a byte to 32 or 64 bits. */
const MOVZX_BYTE = (MAP.TWO_BYTE << 8) | 0xb6;

/** Instructions between a comparison and its branch. */
const COMPARISON_REACH = 3;

/** 1 for `ja` and `jbe`, whose limit belongs to the switch, 0 for `jae` and `jb`, -1 for other branches. */
function unsignedSlack(out: Int32Array): number {
  const condition = (out[OUT.OPCODE] ?? 0) & 0x0f;
  if (condition === 6 || condition === 7) return 1;
  return condition === 2 || condition === 3 ? 0 : -1;
}

/** The immediate, unsigned where a byte is compared. */
function comparedWith(out: Int32Array): number {
  const opcode = out[OUT.OPCODE] ?? 0;
  const immediate = out[OUT.IMMEDIATE] ?? 0;
  return opcode === 0x80 || opcode === 0x3c ? immediate & 0xff : immediate;
}

/** `cmp` with an immediate, or the `sub` that clang uses for one. */
function isComparison(packed: number, out: Int32Array): boolean {
  const opcode = out[OUT.OPCODE] ?? 0;
  if (opcode === 0x3c || opcode === 0x3d || opcode === 0x2d) return lengthOf(packed) > 0;
  if (opcode !== 0x80 && opcode !== 0x81 && opcode !== 0x83) return false;
  const operation = (out[OUT.MODRM] ?? 0) & 0x38;
  return operation === 0x38 || operation === 0x28;
}
