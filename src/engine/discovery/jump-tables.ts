/** Jump tables behind indirect jumps: what was recognised, and where each leads. */
import type { CodeSpace } from "../code-space.ts";
import { lastAtMost } from "../columns.ts";
import type { DataWords } from "../data-words.ts";
import type { InstructionSet, SwitchForms, SwitchGround, TablePlan } from "../instruction-set.ts";
import { IntList, NumberList } from "../lists.ts";
import type { Extents } from "./extents.ts";
import { MARK } from "./marks.ts";

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
  readonly #forms: SwitchForms;
  readonly #firstTarget = new IntList();
  readonly #tableOfJump = new Map<number, number>();
  /** Addresses of tables, and of other data that code takes. */
  readonly #taken = new Set<number>();
  /** The table that was read last: interpreters jump through one from hundreds of places. */
  #latest: TableRead | undefined;
  /** Instructions start at multiples of it. */
  readonly #alignment: number;
  /** Table entries that may still be read: linear in all. */
  #entryBudget: number;

  constructor({ alignment, switches }: InstructionSet, ground: SwitchGround) {
    const { space, marks, words } = ground;
    this.#forms = switches(ground);
    this.#alignment = alignment;
    this.#space = space;
    this.#marks = marks;
    this.#words = words;
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
    for (const plan of this.#forms.plansAt(at, packed, out)) {
      const table = this.#read(at, plan, reach);
      if (table !== NO_TABLE) return table;
    }
    return NO_TABLE;
  }

  /** Reads entries up to the bound or the first that leads nowhere; index of the new table, -1 when none is good. */
  #read(at: number, plan: TablePlan, reach: Reach): number {
    const { table, entrySize, bound } = plan;
    const latest = this.#latest;
    if (latest !== undefined && this.#isReadAgain(latest, plan, reach) && latest.entries < this.#entryBudget) {
      this.#entryBudget -= latest.entries + 1;
      return this.#keep(at, plan, latest.entries, latest.targets);
    }
    if (bound === 0 && reach.end === 0 && reach.starts.length === 0) return TOO_EARLY;
    const limit = Math.min(bound > 0 ? bound : UNBOUNDED, MOST_ENTRIES, this.#entryBudget);
    const seen = new Set<number>();
    let read = 0;
    for (; read < limit; read++) {
      const from = table + read * entrySize;
      if (read > 0 && this.#taken.has(from)) break;
      const address = this.#addressOf(plan, from);
      const target = Number.isNaN(address) ? -1 : this.#space.offsetOf(address);
      if (target < 0 || target % this.#alignment !== 0 || !this.#mayReach(target, reach, bound)) break;
      seen.add(target);
    }
    this.#entryBudget -= read + 1;
    if (read === 0) return NO_TABLE;
    const index = this.#keep(at, plan, read, seen);
    const { start, end } = reach;
    this.#latest = { plan, start, end, taken: this.#taken.size, entries: read, targets: seen };
    return index;
  }

  /** Whether reading comes to what it came to last: where the range of the function is known, that depends on nothing else. */
  #isReadAgain(latest: TableRead, { table, base, entrySize, signed, shift, bound }: TablePlan, reach: Reach): boolean {
    const { plan, start, end, taken } = latest;
    if (table !== plan.table || base !== plan.base || entrySize !== plan.entrySize || bound !== plan.bound)
      return false;
    if (signed !== plan.signed || shift !== plan.shift || taken !== this.#taken.size) return false;
    return end > 0 && start === reach.start && end === reach.end;
  }

  /** Where the entry at `from` leads; NaN when the file does not say. */
  #addressOf({ base, entrySize, signed, shift }: TablePlan, from: number): number {
    if (entrySize === 8 && base === 0) return this.#words.pointer(from);
    return base + this.#words.integer(from, entrySize, signed) * (1 << shift);
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

  #keep(at: number, plan: TablePlan, entries: number, targets: ReadonlySet<number>): number {
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

/** A table as it was read, and what that depended on. */
interface TableRead {
  readonly plan: TablePlan;
  /** Range of the function. */
  readonly start: number;
  readonly end: number;
  /** Number of addresses at which tables end. */
  readonly taken: number;
  readonly entries: number;
  readonly targets: ReadonlySet<number>;
}

/** Most entries without and with a bound. */
const UNBOUNDED = 1024;
const MOST_ENTRIES = 4096;
/** How far from a function of unknown range its switch may lead. */
const BEFORE_START = 0x2_0000;
const BEHIND_START = 0x4_0000;
