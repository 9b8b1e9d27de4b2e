/**
 * The switches of gcc, clang, MSVC and Go on AArch64: arrays of distances of 1, 2 or 4 bytes from the address that an
 * `adr` takes or from the array itself, in bytes or instructions, and arrays of addresses (Go, computed goto).
 */
import type { CodeSpace } from "../code-space.ts";
import { lastAtMost } from "../columns.ts";
import { MARK, previousInstruction } from "../discovery/marks.ts";
import { NOWHERE } from "../discovery/operands.ts";
import { FLOW, flowOf, OUT_SIZE } from "../instruction.ts";
import type { SwitchForms, SwitchGround, TablePlan } from "../instruction-set.ts";
import { begin, decode, OUT } from "./decoder.ts";
import {
  baseOf,
  comparedWith,
  destinationOf,
  immediate12,
  indexOf,
  movedConstant,
  NO_REGISTER,
  registerStoredTo,
  stackCellRead,
  valuesOf,
} from "./operands.ts";

export class Switches implements SwitchForms {
  readonly #space: CodeSpace;
  readonly #marks: Uint8Array;
  /** Instructions that may still be looked at in search of addresses: linear in all. */
  #budget: number;
  /** Addresses (rva) that code takes, ascending; made when a table shows no end. */
  #taken: Float64Array | undefined;

  constructor({ space, marks }: SwitchGround) {
    this.#space = space;
    this.#marks = marks;
    this.#budget = 1_000_000 + 4 * space.size;
  }

  plansAt(at: number): readonly TablePlan[] {
    const plan = this.#planAt(at);
    return plan === undefined ? [] : [plan];
  }

  #planAt(at: number): TablePlan | undefined {
    const jump = this.#writer(at, baseOf(this.#word(at)), WINDOW);
    if (jump < 0) return undefined;
    const word = this.#word(jump);
    if (isIndexedLoad(word)) return this.#ofAddresses(at, jump, word);
    return isAddition(word) ? this.#ofDistances(at, jump, word) : undefined;
  }

  /** `ldr xt, [table, index, lsl #3]; br xt`. */
  #ofAddresses(at: number, load: number, word: number): TablePlan | undefined {
    if (word >>> 30 !== 3 || isUnscaled(word)) return undefined;
    const table = this.#addressIn(load, baseOf(word));
    if (table === NOWHERE) return undefined;
    return {
      table,
      base: 0,
      entrySize: 8,
      signed: false,
      shift: 0,
      bound: this.#compared(at) || this.#values(load, indexOf(word)),
    };
  }

  /** `add xt, base, index, ext #shift; br xt` with the index loaded from the table. */
  #ofDistances(at: number, addition: number, word: number): TablePlan | undefined {
    const [register, other] = [indexOf(word), baseOf(word)];
    // gcc and clang put the distance second; without an extension it may be first.
    return this.#scaled(at, addition, word, other, register) ?? this.#scaled(at, addition, word, register, other);
  }

  #scaled(at: number, addition: number, word: number, from: number, distance: number): TablePlan | undefined {
    const load = this.#writer(addition, distance, WINDOW);
    if (load < 0 || !isIndexedLoad(this.#word(load))) return undefined;
    const entry = this.#word(load);
    const entrySize = SIZES[entry >>> 30] ?? 8;
    const table = this.#addressIn(load, baseOf(entry));
    const base = this.#addressIn(addition, from);
    if (table === NOWHERE || base === NOWHERE || isUnscaled(entry) !== (entrySize === 1)) return undefined;
    const { signed, shift } = extensionOf(word);
    const isSigned = signed || ((entry >>> 22) & 3) > 1;
    const bound = this.#compared(at) || this.#end(table, entrySize, this.#values(load, indexOf(entry)));
    return { table, base, entrySize, signed: isSigned, shift, bound };
  }

  /**
   * Number of entries of a table without a comparison: by the values of the index and, as small entries lead near
   * whatever they are, by where the next data that code takes begins. 0 when neither shows.
   */
  #end(table: number, entrySize: number, values: number): number {
    if (entrySize > 2) return values;
    this.#taken ??= dataTaken(this.#space);
    const next = this.#taken[lastAtMost(this.#taken, table) + 1] ?? Infinity;
    return Math.ceil(Math.min((next - table) / entrySize, values || MOST_ENTRIES));
  }

  /** Number of entries that a comparison before the jump allows, 0 when none is seen. */
  #compared(at: number): number {
    let slack = -1;
    let sinceBranch = 0;
    let next = at;
    for (let step = 0; step < WINDOW; step++) {
      if (this.#startsFunction(next)) return 0;
      next = previousInstruction(this.#marks, next, 4 * NEAR);
      if (next < 0) return 0;
      const word = this.#word(next);
      if (isJump(word)) return 0;
      const unsigned = unsignedSlack(word);
      if (unsigned >= 0) {
        slack = unsigned;
        sinceBranch = 0;
      } else if (slack >= 0 && ++sinceBranch <= COMPARISON_REACH && comparedWith(word) >= 0) {
        return comparedWith(word) + slack;
      }
    }
    return 0;
  }

  /** Number of values that what sets the index leaves it, 0 when that does not show; compilers then know more. */
  #values(load: number, index: number): number {
    const setter = this.#nearest(load, (word) => isJump(word) || destinationOf(word) === index);
    if (setter < 0 || isJump(this.#word(setter))) return 0;
    const word = this.#word(setter);
    return isSelection(word) ? this.#selected(setter, word) : valuesOf(word);
  }

  /** Number of values of an index that `csel` at `at` takes from a register below a limit, or from a constant. */
  #selected(at: number, word: number): number {
    const slack = selectionSlack(word);
    const comparison = this.#nearest(at, (candidate) => comparedWith(candidate) >= 0);
    if (slack < 0 || comparison < 0) return 0;
    const other = isBelow(word) ? indexOf(word) : baseOf(word);
    const constant = other === 31 ? at : this.#writer(at, other, WINDOW);
    if (constant < 0) return 0;
    const value = other === 31 ? 0 : movedConstant(this.#word(constant));
    return value < 0 ? 0 : Math.max(comparedWith(this.#word(comparison)) + slack, value + 1);
  }

  /** The nearest of `steps` instructions before `at` that sets a register, -1 when none does. */
  #writer(at: number, register: number, steps: number): number {
    return this.#nearest(at, (word) => destinationOf(word) === register, steps);
  }

  #nearest(at: number, wanted: (word: number) => boolean, steps = WINDOW): number {
    let next = at;
    for (let step = 0; step < steps; step++) {
      if (this.#startsFunction(next)) return -1;
      next = previousInstruction(this.#marks, next, 4 * NEAR);
      if (next < 0 || --this.#budget < 0) return -1;
      if (wanted(this.#word(next))) return next;
    }
    return -1;
  }

  /**
   * Address (rva) that a register holds at `at`: what the nearest instruction before it in the function makes of one.
   * Compilers take the address of a table far in front of the loop that uses it and may keep it on the stack, so writes
   * of anything else, which may lie on other paths, are passed over.
   */
  #addressIn(at: number, register: number, depth = 1): number {
    let wanted = register;
    let offset = 0;
    let next = at;
    for (let step = 0; step < SEARCH && this.#budget > 0; step++) {
      if (wanted === 31 || this.#startsFunction(next)) return NOWHERE;
      const previous = previousInstruction(this.#marks, next, GAP);
      if (previous < 0) return NOWHERE;
      this.#budget -= 1 + ((next - previous) >> 4);
      next = previous;
      const word = this.#word(next);
      if (destinationOf(word) !== wanted) continue;
      if (isAddressOf(word)) return this.#addressOf(next, word) + offset;
      if (isMove(word)) wanted = indexOf(word);
      else if (isImmediateAddition(word)) {
        wanted = baseOf(word);
        offset += immediate12(word);
      } else {
        const cell = stackCellRead(word);
        const address = cell === undefined || depth === 0 ? NOWHERE : this.#addressInCell(next, cell, depth - 1);
        if (address !== NOWHERE) return address + offset;
      }
    }
    return NOWHERE;
  }

  /** Address that a cell of the stack holds at `at`. */
  #addressInCell(at: number, cell: number, depth: number): number {
    let next = at;
    for (let step = 0; step < SEARCH && this.#budget > 0; step++) {
      if (this.#startsFunction(next)) return NOWHERE;
      const previous = previousInstruction(this.#marks, next, GAP);
      if (previous < 0) return NOWHERE;
      this.#budget -= 1 + ((next - previous) >> 4);
      next = previous;
      const register = registerStoredTo(this.#word(next), cell);
      if (register !== undefined) return this.#addressIn(next, register, depth);
    }
    return NOWHERE;
  }

  /** What `adr` or `adrp` at `at` gives, as an rva. */
  #addressOf(at: number, word: number): number {
    const { delta } = this.#space.runAt(at);
    const distance = (((((word >> 5) & 0x7_ffff) << 2) | ((word >>> 29) & 3)) << 11) >> 11;
    const here = at + delta;
    return word >>> 31 === 0 ? here + distance : here - (here & 0xfff) + distance * 0x1000;
  }

  #startsFunction(at: number): boolean {
    return ((this.#marks[at] ?? 0) & MARK.FUNCTION) !== 0;
  }

  #word(at: number): number {
    const { bytes } = this.#space;
    const low = (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);
    return low | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24);
  }
}

/** Instructions before a jump that are looked at for its parts. */
const WINDOW = 16;
/** Instructions without marks that such a search crosses. */
const NEAR = 4;
/** Instructions and bytes without instructions that the search for an address crosses. */
const SEARCH = 3000;
const GAP = 4096;
/** Instructions between a comparison and its branch. */
const COMPARISON_REACH = 3;

/** Entries of a table of small entries whose end does not show. */
const MOST_ENTRIES = 512;

const SIZES = [1, 2, 4, 8] as const;

/** Every address that instructions form, in one pass over code whatever its paths are. */
function dataTaken({ bytes, runs }: CodeSpace): Float64Array {
  const taken = new Set<number>();
  const out = new Int32Array(OUT_SIZE);
  for (const { start, end, delta } of runs) {
    begin(out, delta);
    for (let at = (start + 3) & ~3; at < end; at += 4) {
      if (flowOf(decode(bytes, at, out)) === FLOW.LEA) taken.add((out[OUT.RIP] ?? 0) + delta);
    }
  }
  return Float64Array.from(taken).sort();
}

/** Load of a general register from a base and an index register. */
function isIndexedLoad(word: number): boolean {
  return (word & 0x3f20_0c00) === 0x3820_0800 && (word & 0x00c0_0000) !== 0 && destinationOf(word) !== NO_REGISTER;
}

/** Whether the index of such a load is not multiplied by the size of what is loaded. */
function isUnscaled(word: number): boolean {
  return (word & 0x1000) === 0;
}

/** 64-bit `add` of a register, shifted to the left or extended. */
function isAddition(word: number): boolean {
  const kind = (word & 0xffe0_0000) >>> 0;
  return kind === 0x8b00_0000 || kind === 0x8b20_0000;
}

/** How such an addition treats its second register. */
function extensionOf(word: number): { readonly signed: boolean; readonly shift: number } {
  const isExtended = (word & 0x0020_0000) !== 0;
  if (!isExtended) return { signed: false, shift: (word >>> 10) & 63 };
  return { signed: ((word >>> 13) & 7) >= 4, shift: (word >>> 10) & 7 };
}

/** `adr` and `adrp`. */
function isAddressOf(word: number): boolean {
  return (word & 0x1f00_0000) === 0x1000_0000;
}

/** `mov` between 64-bit registers. */
function isMove(word: number): boolean {
  return (word & 0xffe0_ffe0) >>> 0 === 0xaa00_03e0;
}

/** `add` of an immediate to a 64-bit register. */
function isImmediateAddition(word: number): boolean {
  return (word & 0xff80_0000) >>> 0 === 0x9100_0000;
}

/** 1 for `b.hi` and `b.ls`, whose limit belongs to the switch, 0 for `b.hs` and `b.lo`, -1 for other instructions. */
function unsignedSlack(word: number): number {
  if ((word & 0xff00_0010) >>> 0 !== 0x5400_0000) return -1;
  const condition = word & 15;
  if (condition === 8 || condition === 9) return 1;
  return condition === 2 || condition === 3 ? 0 : -1;
}

/** `b`, `br`, `ret`. */
function isJump(word: number): boolean {
  return (word & 0xfc00_0000) === 0x1400_0000 || (word & 0xffbf_fc1f) >>> 0 === 0xd61f_0000;
}

/** `csel` between 32- or 64-bit registers. */
function isSelection(word: number): boolean {
  return (word & 0x7fe0_0c00) === 0x1a80_0000;
}

/** As `unsignedSlack`, for the condition of a `csel`. */
function selectionSlack(word: number): number {
  return unsignedSlack(0x5400_0000 | ((word >>> 12) & 15));
}

/** Whether a `csel` takes its first register when the comparison is below or the same, not when it is above. */
function isBelow(word: number): boolean {
  const condition = (word >>> 12) & 15;
  return condition === 3 || condition === 9;
}
