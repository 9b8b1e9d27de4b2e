/**
 * The switches of gcc, clang and MSVC on 32-bit x86: arrays of addresses, which fixed code indexes by themselves, and
 * arrays of distances from the base from which a position-independent function counts: the global offset table, or a
 * place of its own on Windows and macOS.
 */
import type { CodeSpace } from "../code-space.ts";
import type { DataWords } from "../data-words.ts";
import { MARK, previousInstruction } from "../discovery/marks.ts";
import { NOWHERE } from "../discovery/operands.ts";
import type { AbsoluteAddresses } from "../discovery/operands.ts";
import { FLAG, FLOW, flowOf, OUT_SIZE } from "../instruction.ts";
import type { NamedTable, SwitchForms, SwitchGround, TablePlan } from "../instruction-set.ts";
import { decode32 } from "./decoder-32.ts";
import { int32, MAP, OUT } from "./decoder.ts";
import { baseOf, destinationOf, indexOf, NO_REGISTER, registerField, registerOperand, scaleOf } from "./operands.ts";
import { NO_BASE, TRACKED } from "./tracked-32.ts";
import { comparedWith, isComparison, unsignedSlack } from "./switches.ts";

export class Switches32 implements SwitchForms {
  readonly #space: CodeSpace;
  readonly #marks: Uint8Array;
  readonly #words: DataWords;
  readonly #absolute: AbsoluteAddresses;
  readonly #out = new Int32Array(OUT_SIZE);
  /** The instructions before a jump, nearest first. */
  readonly #window = new Int32Array(WINDOW);
  #windowLength = 0;
  /** Rva from which the function of the jump counts its addresses, `NOWHERE` when it is not known. */
  #base = NOWHERE;
  /** Instructions that may still be looked at in search of addresses: linear in all. */
  #budget: number;

  constructor({ space, marks, words, absolute }: SwitchGround) {
    this.#space = space;
    this.#marks = marks;
    this.#words = words;
    this.#absolute = absolute;
    this.#budget = 1_000_000 + 4 * space.size;
  }

  plansAt(at: number, packed: number, out: Int32Array): Iterable<TablePlan> {
    if (this.#budget <= 0) return [];
    this.#collectWindow(at);
    this.#base = this.#baseOf(at, out);
    const bound = this.#bound();
    if ((packed & FLAG.MEMORY) === 0) return this.#ofRegister(registerOperand(out), bound);
    const known = (packed & FLAG.RIP) === 0 ? NOWHERE : (out[OUT.RIP] ?? 0) + this.#space.runAt(at).delta;
    return this.#ofOperand({ packed: packed & ~FLAG.RIP, out, place: -1, at, known }, bound, false);
  }

  #baseOf(at: number, out: Int32Array): number {
    const base = out[TRACKED.BASE] ?? NO_BASE;
    return base === NO_BASE ? this.#absolute.offsetTable : (base + this.#space.runAt(at).delta) >>> 0;
  }

  /** `jmp register`: what loaded it, and whether the base was added to that. */
  *#ofRegister(jumped: number, bound: number): Iterable<TablePlan> {
    const out = this.#out;
    let added = false;
    for (let index = 0; index < this.#windowLength; index++) {
      const packed = this.#decode(index);
      const opcode = out[OUT.OPCODE] ?? 0;
      const isSum = opcode === 0x01 || opcode === 0x03;
      if (isSum) added = true;
      if ((packed & FLAG.MEMORY) === 0 || (opcode !== 0x8b && opcode !== 0x03)) continue;
      if (registerField(out) !== jumped && (isSum || !added)) continue;
      yield* this.#ofOperand({ packed, out, place: index, at: this.#window[index] ?? 0, known: NOWHERE }, bound, added);
    }
  }

  /** Tables that the operand `[base + index * 4 + displacement]` may walk; `added` for distances. */
  *#ofOperand({ packed, out, place, at, known }: Load, limit: number, added: boolean): Iterable<TablePlan> {
    if ((packed & FLAG.SEGMENT) !== 0) return;
    const index = indexOf(packed, out);
    const displacement = out[OUT.DISPLACEMENT] ?? 0;
    const isArray = index !== NO_REGISTER && scaleOf(out) === 4;
    const isSum = index !== NO_REGISTER && scaleOf(out) === 1;
    const base = baseOf(packed, out);
    const bound = limit || (isArray ? this.#narrowed(place + 1, index) : 0);
    if (base === NO_REGISTER) {
      if (isArray) yield* this.#ofAddress((displacement >>> 0) - this.#absolute.base, bound, added);
      return;
    }
    if (known !== NOWHERE) {
      if (isArray) yield* this.#ofAddress(known, bound, added);
      return;
    }
    const held = isSum ? NOWHERE : this.#heldBefore(at, base);
    if (held !== NOWHERE) yield* this.#ofAddress(held + displacement, bound, added);
    if (this.#base !== NOWHERE && (isArray || isSum)) yield* this.#ofAddress(this.#base + displacement, bound, added);
  }

  /** The table at `address`, if it can be there. */
  *#ofAddress(table: number, bound: number, added: boolean): Iterable<TablePlan> {
    const region = table < 0 ? undefined : this.#words.regionAt(table);
    if (region === undefined) return;
    const { fixed, base } = this.#absolute;
    const from = added ? this.#base : -base;
    if (added ? from === NOWHERE : !fixed && Number.isNaN(this.#words.relocated(table))) return;
    yield { table, base: from, entrySize: 4, signed: added, shift: 0, bound };
  }

  /**
   * Address that the nearest instruction before `at` that does puts into a register; compilers hoist addresses out of
   * loops, and keep them on the stack there.
   */
  #heldBefore(at: number, register: number): number {
    let next = at;
    let wanted = register;
    let slot: number | undefined;
    for (let step = 0; step < FAR_SEARCH && this.#budget > 0; step++) {
      if (step > 0 && ((this.#marks[next] ?? 0) & MARK.FUNCTION) !== 0) return NOWHERE;
      const previous = previousInstruction(this.#marks, next, GAP_SEARCH);
      if (previous < 0) return NOWHERE;
      this.#budget -= 1 + ((next - previous) >> 4);
      next = previous;
      const packed = decode32(this.#space.bytes, previous, HELD);
      const opcode = HELD[OUT.OPCODE] ?? 0;
      if (slot !== undefined) {
        if (opcode !== 0x89 || stackSlot(packed) !== slot) continue;
        wanted = registerField(HELD);
        slot = undefined;
      } else if (destinationOf(HELD) === wanted) {
        const held = this.#addressIn(packed, wanted);
        if (held !== undefined) return held;
        if (opcode === 0x8b) slot = stackSlot(packed);
      }
    }
    return NOWHERE;
  }

  /** `mov r, table`, `add r, table`, and `lea r, [base + distance]` from the base of the function. */
  #addressIn(packed: number, register: number): number | undefined {
    const { fixed, base } = this.#absolute;
    const flow = flowOf(packed);
    const opcode = HELD[OUT.OPCODE] ?? 0;
    const isAdd = opcode === 0x05 || (opcode === 0x81 && (HELD[OUT.MODRM] ?? 0) === (0xc0 | register));
    if (fixed && (packed & FLAG.WIDE) !== 0 && (flow === FLOW.MOVE_IMMEDIATE || isAdd)) {
      return ((HELD[OUT.IMMEDIATE] ?? 0) >>> 0) - base;
    }
    const isLea = flow === FLOW.LEA && indexOf(packed, HELD) === NO_REGISTER && (packed & FLAG.NO_BASE) === 0;
    return isLea && this.#base !== NOWHERE ? this.#base + (HELD[OUT.DISPLACEMENT] ?? 0) : undefined;
  }

  #collectWindow(at: number): void {
    let next = at;
    this.#windowLength = 0;
    while (this.#windowLength < WINDOW) {
      const previous = previousInstruction(this.#marks, next, 15);
      if (previous < 0) return;
      this.#window[this.#windowLength++] = previous;
      this.#budget--;
      if (((this.#marks[previous] ?? 0) & MARK.FUNCTION) !== 0) return;
      next = previous;
    }
  }

  /** Number of entries that the comparison before the jump allows, 0 when none is seen. */
  #bound(): number {
    let sinceBranch = Infinity;
    let extra = 0;
    for (let index = 0; index < this.#windowLength; index++) {
      const packed = this.#decode(index);
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
    for (let index = depth; index < this.#windowLength; index++) {
      this.#decode(index, HELD);
      if (destinationOf(HELD) !== register) continue;
      const opcode = HELD[OUT.OPCODE] ?? 0;
      if (opcode === MOVZX_BYTE) return 0x100;
      const isAnd = opcode === 0x83 && ((HELD[OUT.MODRM] ?? 0) & 0x38) === 0x20;
      return isAnd ? Math.max((HELD[OUT.IMMEDIATE] ?? 0) + 1, 0) : 0;
    }
    return 0;
  }

  #decode(index: number, out: Int32Array = this.#out): number {
    this.#budget--;
    return decode32(this.#space.bytes, this.#window[index] ?? 0, out);
  }
}

/** The tables of `jmp [index * 4 + table]` in fixed code, wherever these bytes stand. */
export function namedTables(space: CodeSpace, { fixed, base }: AbsoluteAddresses): readonly NamedTable[] {
  const { bytes, size } = space;
  const tables: NamedTable[] = [];
  if (!fixed) return tables;
  for (let at = bytes.indexOf(JUMP, 0); at >= 0 && at < size; at = bytes.indexOf(JUMP, at + 1)) {
    if (bytes[at + 1] !== BY_INDEX || ((bytes[at + 2] ?? 0) & 0xc7) !== TIMES_4) continue;
    const rva = (int32(bytes, at + 3) >>> 0) - base;
    if (rva >= 0) tables.push({ rva, jump: at });
  }
  return tables;
}

/** Opcode FF, the ModRM byte of `jmp` with a SIB byte, and the fields of a SIB byte with a factor of 4 and no base. */
const JUMP = 0xff;
const BY_INDEX = 0x24;
const TIMES_4 = 0x85;

/** The instruction that reads a table: decoded in `out`, at `at`, number `place` of the window. */
interface Load {
  readonly packed: number;
  readonly out: Int32Array;
  readonly place: number;
  readonly at: number;
  /** Address of its operand without the index, where the walk knows it. */
  readonly known: number;
}

const HELD = new Int32Array(OUT_SIZE);

/** Names the place on the stack that the instruction in `HELD` moves to or from; `undefined` for other operands. */
function stackSlot(packed: number): number | undefined {
  if ((packed & FLAG.MEMORY) === 0 || indexOf(packed, HELD) !== NO_REGISTER) return undefined;
  const base = baseOf(packed, HELD);
  return base === ESP || base === EBP ? (HELD[OUT.DISPLACEMENT] ?? 0) * 2 + (base === ESP ? 0 : 1) : undefined;
}

const ESP = 4;
const EBP = 5;

/** Instructions before a jump that are looked at for its load and its comparison. */
const WINDOW = 16;
/** Instructions looked at before those, and bytes without instructions that the search crosses. */
const FAR_SEARCH = 1000;
const GAP_SEARCH = 4096;
/** Instructions between a comparison and its branch. */
const COMPARISON_REACH = 3;
/** `movzx` of a byte. */
const MOVZX_BYTE = (MAP.TWO_BYTE << 8) | 0xb6;
