/**
 * Recursive descent over code: follows every path of every known function, adds the functions that calls and
 * tail calls lead to, and decides on the way which functions return.
 *
 * Reads of typed arrays in the loop over instructions are cast to `number` instead of being defaulted: a default
 * costs a measurable share of the time of a large program, and every index is bounded by the code space.
 */
import { IssueList, type Issue } from "../../base/issue.ts";
import type { Evidence } from "../../formats/image.ts";
import type { CodeSpace } from "../code-space.ts";
import type { DataWords } from "../data-words.ts";
import { FLAG, FLOW, flowOf, lengthOf, OUT, OUT_SIZE } from "../instruction.ts";
import type { FunctionBases, InstructionSet } from "../instruction-set.ts";
import type { LandingPads } from "../landing-pads.ts";
import { IntList } from "../lists.ts";
import type { ConstantSlots } from "./constant-slots.ts";
import type { Extents } from "./extents.ts";
import { FoundFunctions } from "./functions.ts";
import type { ImportNames } from "./import-names.ts";
import { OpenPaths } from "./open-paths.ts";
import { JumpTables, NO_TABLE, TOO_EARLY } from "./jump-tables.ts";
import { forgetPlain, MARK, unmarked } from "./marks.ts";
import type { MarkedBytes } from "./marks.ts";
import { NOWHERE } from "./operands.ts";
import { Owners } from "./owners.ts";
import type { AbsoluteAddresses } from "./operands.ts";
import { Returns, STATE } from "./returns.ts";
import { StartSigns } from "./start-signs.ts";

/** What the walk needs to know about the image. */
export interface Ground {
  readonly set: InstructionSet;
  readonly space: CodeSpace;
  readonly extents: Extents;
  readonly imports: ImportNames;
  readonly absolute: AbsoluteAddresses;
  readonly words: DataWords;
  readonly constants: ConstantSlots;
  readonly landingPads: LandingPads;
  /** Kernels wait at `hlt` and go on; elsewhere it ends a path. */
  readonly haltGoesOn: boolean;
  /** Called now and then; throws to stop. */
  readonly poll: (coveredBytes: number) => void;
}

export class Descent implements MarkedBytes {
  readonly ground: Ground;
  readonly functions = new FoundFunctions();
  readonly returns: Returns;
  readonly jumpTables: JumpTables;
  readonly signs: StartSigns;
  /** `MARK` bits for each byte of code space. */
  readonly marks: Uint8Array;
  /** The same, four bytes at a time. */
  readonly markWords: Int32Array;
  /** Function that starts at an offset, or whose walk decoded the instruction there; meaningless elsewhere. */
  readonly owners: Owners;
  /** Code addresses that instructions take, in the order of the walk; some of them are functions. */
  readonly taken = new IntList(1024);
  /** Pairs (from, to) of jumps that stay in their function only because nothing says that `to` starts one. */
  readonly looseJumps = new IntList(1024);
  /** Indirect jumps without a known table, and the functions that they are in: pairs. */
  readonly unresolved = new IntList(64);

  readonly #set: InstructionSet;
  readonly #space: CodeSpace;
  readonly #bases: FunctionBases | undefined;
  readonly #out = new Int32Array(OUT_SIZE);
  readonly #open = new OpenPaths();
  /** Pairs (function, offset) of indirect jumps whose table is still to be read. */
  readonly #postponed = new IntList();
  #sortedStarts = NO_STARTS;
  #sorts = 0;
  /** Functions below this index have been walked from their start. */
  #walked = 0;
  #covered = 0;
  #polledAt = 0;
  /** Jumps into the middle of instructions. */
  #overlaps = 0;
  /** Row of the landing pads, and the function, of the call that was followed last. */
  #unwound = -1;
  #unwinding = -1;
  /** Instructions in each page of code space that lead somewhere. */
  readonly #turns: Uint16Array;
  /** How many of them are followed, and how many more may be; below zero where paths were cut for it. */
  readonly #mostTurns: number;
  #turnsLeft: number;
  /** Functions that are still taken; below zero where some were left out. */
  #functionsLeft: number;
  /** Flags without which an instruction refers to nothing. */
  readonly #referring: number;
  /** What instructions are taken in with; after a `measure` their operands are still to be decoded. */
  readonly #measure: InstructionSet["decode"];
  /** Function that is walked, and its range. */
  #index = -1;
  #indexStart = -1;
  #indexEnd = 0;

  constructor(ground: Ground) {
    const { set, space } = ground;
    this.ground = ground;
    this.#set = set;
    this.#bases = set.functionBases?.();
    this.#referring = set.referringFlags(ground.absolute);
    this.#measure = set.measure ?? set.decode;
    this.#space = space;
    const { marks, markWords } = unmarked(space.bytes.length);
    this.marks = marks;
    this.markWords = markWords;
    this.owners = new Owners(space.bytes.length);
    this.#turns = new Uint16Array((space.bytes.length >> TURN_PAGE) + 1);
    this.#mostTurns = FREE_TURNS + Math.ceil(space.size / BYTES_PER_TURN);
    this.#turnsLeft = this.#mostTurns;
    this.#functionsLeft = FREE_FUNCTIONS + Math.ceil(space.size / BYTES_PER_FUNCTION);
    this.returns = new Returns((caller, continuation) => this.continueAt(caller, continuation));
    this.signs = new StartSigns(set, space, this.marks);
    const switchGround = { ...ground, marks: this.marks };
    this.jumpTables = new JumpTables(set, switchGround);
  }

  /** Adds the function that starts at `offset`, unless it is known; notes the evidence. -1 when that is no code, or one too many. */
  addFunction(offset: number, evidence: Evidence): number {
    if (!this.#space.holds(offset) || (offset & (this.#set.alignment - 1)) !== 0) return -1;
    let index = this.functionAt(offset);
    if (index < 0) {
      if (this.#functionsLeft-- <= 0) return -1;
      const importIndex = this.ground.imports.ofStub(offset);
      const former = (this.#mark(offset) & MARK.INSTRUCTION) === 0 ? -1 : this.owners.at(offset);
      index = this.functions.add(offset, this.ground.extents.endOf(offset), importIndex, former);
      this.owners.set(offset, index);
      this.marks[offset] = this.#mark(offset) | MARK.FUNCTION | MARK.LEADER;
      this.returns.add();
      if (importIndex >= 0 && this.ground.imports.neverReturns(importIndex)) this.returns.markNever(index);
    }
    this.functions.note(index, evidence);
    return index;
  }

  /** Index of the function that starts at `offset`, -1 when none does. */
  functionAt(offset: number): number {
    return (this.#mark(offset) & MARK.FUNCTION) === 0 ? -1 : this.owners.at(offset);
  }

  /** Has `offset` followed as a part of a function. */
  continueAt(index: number, offset: number): void {
    if ((this.#mark(offset) & MARK.INSTRUCTION) !== 0 && this.owners.at(offset) === index) return;
    this.#open.push(index, offset);
  }

  /** Whether the code at `offset` is a jump, perhaps behind `endbr64`. */
  leavesAtOnce(offset: number): boolean {
    const first = this.#set.decode(this.#space.bytes, offset, this.#out);
    const at = flowOf(first) === FLOW.ENDBR ? offset + lengthOf(first) : offset;
    const flow = flowOf(this.#set.decode(this.#space.bytes, at, this.#out));
    return flow === FLOW.JUMP || flow === FLOW.INDIRECT_JUMP;
  }

  /** Whether the call at `at`, decoded to lead to `target`, never comes back. */
  neverReturns(at: number, target: number): boolean {
    const offset = this.#space.target(at, target);
    if (offset < 0) return this.ground.imports.placeholderNeverReturns(target + this.#space.runAt(at).delta);
    const callee = this.functionAt(offset);
    return callee >= 0 && this.returns.stateOf(callee) === STATE.NEVER;
  }

  /**
   * Offset that the indirect call or jump at `at`, decoded in `out`, always leads to through the slot of its operand;
   * `NOWHERE` for others. Stubs are left out: what their slots hold in the file may be the resolver of the function.
   */
  constantTarget(at: number, slot: number, packed: number, out: Int32Array): number {
    if (slot < 0 || (packed & FLAG.MEMORY) === 0 || !this.#set.isSingleCell(packed, out)) return NOWHERE;
    const target = this.ground.constants.targetOf(slot);
    if (target < 0 || (target & (this.#set.alignment - 1)) !== 0) return NOWHERE;
    return this.#space.regionAt(at)?.region.content === "stubs" ? NOWHERE : target;
  }

  /** Instructions met that lead somewhere: about as many as there are blocks, and half of what there may be. */
  get turns(): number {
    return this.#mostTurns - Math.max(this.#turnsLeft, 0);
  }

  /** What was left out because there is more of it than programs have. */
  get issues(): readonly Issue[] {
    const issues = new IssueList();
    if (this.#functionsLeft < 0) {
      const message = `there are more functions than one in ${BYTES_PER_FUNCTION} bytes of code: ${this.functions.count} are listed`;
      issues.add("code_functions_omitted", message);
    }
    if (this.#turnsLeft < 0) {
      const message = `more than one jump, call or return in ${BYTES_PER_TURN} bytes of code: not all paths are followed`;
      issues.add("code_paths_omitted", message);
    }
    return issues.list();
  }

  /** Gives up what only the search needs; functions and what is known of them stay. */
  finish(): void {
    this.returns.finish();
    this.functions.finish();
    this.taken.clear();
    this.looseJumps.clear();
  }

  /** Follows everything that is known until nothing is left and every function is decided. */
  drain(): void {
    do {
      if (this.#postponed.length > 0) this.#readPostponed();
      for (;;) {
        if (!this.#open.isEmpty) {
          const { index, offset } = this.#open;
          this.#open.drop();
          this.#enter(index, offset);
        } else if (this.#walked < this.functions.count) this.#start(this.#walked++);
        else break;
        if (this.#covered - this.#polledAt > POLL_BYTES) this.#poll();
      }
    } while (this.#postponed.length > 0 || this.returns.settle());
  }

  #poll(): void {
    this.#polledAt = this.#covered;
    this.ground.poll(this.#covered);
  }

  #start(index: number): void {
    const former = this.functions.formerOwnerOf(index);
    if (former < 0) this.#follow(index, this.functions.startOf(index));
    else this.returns.follow(index, former);
    this.returns.walked(index);
  }

  #enter(index: number, offset: number): void {
    const mark = this.#mark(offset);
    if ((mark & MARK.FUNCTION) !== 0 && offset !== this.functions.startOf(index)) return;
    if ((mark & MARK.INSTRUCTION) !== 0) return this.returns.follow(index, this.owners.at(offset));
    this.#follow(index, offset);
  }

  /** Decodes from `start` until the path ends or meets code that is known. */
  #follow(index: number, start: number): void {
    if (index !== this.#index) {
      this.#index = index;
      this.#indexStart = this.functions.startOf(index);
      this.#indexEnd = this.functions.endOf(index);
    }
    this.#set.begin(this.#out, this.#space.runAt(start).delta);
    if (start !== this.#indexStart) this.#bases?.resume(index, this.#out);
    this.#covered += this.#walk(index, start) - start;
  }

  /** Offset at which the path from `start` ends. */
  #walk(index: number, start: number): number {
    const { marks, owners } = this;
    const space = this.#space;
    const measure = this.#measure;
    const referring = this.#referring;
    const code = space.bytes;
    const out = this.#out;
    let afterCall = false;
    let filled = start;
    for (let at = start; ;) {
      if (at >= filled) {
        filled = space.filledFrom(at);
        if (at >= filled) return at;
      }
      const mark = marks[at] as number;
      if ((mark & MARK.STOP) !== 0 && this.#meets(index, at, start, mark, afterCall)) return at;
      const packed = measure(code, at, out);
      const next = at + lengthOf(packed);
      if (next === at) return at;
      let known = mark;
      for (let inner = at + 1; inner < next; inner++) {
        const innerMark = marks[inner] as number;
        known |= innerMark;
        marks[inner] = innerMark | MARK.COVERED;
      }
      owners.set(at, index);
      const flow = flowOf(packed);
      const isPlain = (packed & referring) === 0 && ((PLAIN_FLOWS >> flow) & 1) !== 0;
      marks[at] = isPlain
        ? mark | MARK.INSTRUCTION | MARK.COVERED | MARK.PLAIN
        : mark | MARK.INSTRUCTION | MARK.COVERED;
      if ((known & MARK.COVERED) !== 0) forgetPlain(marks, at, next, this.#set.longest);
      if (isPlain) afterCall = false;
      else if (flow === FLOW.OTHER) {
        afterCall = false;
        if ((packed & FLAG.WIDE) !== 0) this.#noteStored(index, at, packed);
      } else {
        if (((TURNS >> flow) & 1) !== 0 && this.#isCrowded(at)) return next;
        this.#bases?.note(index, out);
        afterCall = flow === FLOW.CALL || flow === FLOW.INDIRECT_CALL;
        if (afterCall && this.ground.landingPads.count > 0) this.#unwind(index, next - 1);
        if (!this.#flowsOn(index, at, next, packed, flow)) return next;
      }
      at = next;
    }
  }

  /** Counts an instruction that leads somewhere; whether so many lie close to it that they are data. */
  #isCrowded(at: number): boolean {
    const page = at >> TURN_PAGE;
    const turns = (this.#turns[page] as number) + 1;
    this.#turns[page] = turns;
    return turns > MOST_TURNS || this.#turnsLeft-- <= 0;
  }

  /** Whether the path ends at `at`, because that is known code, another function or a table. */
  #meets(index: number, at: number, start: number, mark: number, afterCall: boolean): boolean {
    if ((mark & MARK.INSTRUCTION) !== 0) {
      this.marks[at] = mark | MARK.LEADER;
      if (!afterCall || (mark & MARK.FUNCTION) === 0) this.returns.follow(index, this.owners.at(at));
      return true;
    }
    if ((mark & MARK.FUNCTION) !== 0 && at !== start && at !== this.functions.startOf(index)) {
      // Running into another function right after a call means that the call does not return.
      if (!afterCall) this.returns.follow(index, this.owners.at(at));
      return true;
    }
    return (mark & MARK.TABLE) !== 0;
  }

  /** What the instruction at `at` leads to; whether the path goes on behind it. */
  #flowsOn(index: number, at: number, next: number, packed: number, flow: number): boolean {
    const out = this.#out;
    if (((OPERAND_FLOWS >> flow) & 1) !== 0) this.#decodeOperands(at);
    switch (flow) {
      case FLOW.RETURN:
        this.returns.markReturns(index);
        return false;
      case FLOW.JUMP:
        this.#jump(index, at, next, out[OUT.TARGET] as number, false);
        return false;
      case FLOW.BRANCH:
        this.#jump(index, at, next, out[OUT.TARGET] as number, true);
        this.marks[next] = this.#mark(next) | MARK.LEADER;
        return true;
      case FLOW.CALL:
        return this.#call(index, at, out[OUT.TARGET] as number, next);
      case FLOW.INDIRECT_CALL:
        return this.#callThrough(index, at, packed, next);
      case FLOW.INDIRECT_JUMP:
        this.#indirectJump(index, at, packed);
        return false;
      case FLOW.LEA:
        this.#noteTaken(this.#set.memoryAddress(packed, out, this.#space.runAt(at).delta, this.ground.absolute));
        return true;
      case FLOW.MOVE_IMMEDIATE:
        this.#noteImmediate(index, at, packed);
        return true;
      case FLOW.HALT:
        return this.ground.haltGoesOn;
      case FLOW.TRAP:
      case FLOW.BREAKPOINT:
        return false;
      default:
        return true;
    }
  }

  /** Follows what takes over when the call whose last byte is at `last` raises. */
  #unwind(index: number, last: number): void {
    const { landingPads } = this.ground;
    const inner = landingPads.at(last);
    // Calls of one range follow each other, and lead to the same places.
    if (inner === this.#unwound && index === this.#unwinding) return;
    this.#unwound = inner;
    this.#unwinding = index;
    for (let row = inner; row >= 0; row = landingPads.outer(row, last)) {
      this.enterPad(index, landingPads.pad[row] as number);
    }
  }

  /** Has the landing pad at `offset` followed as a part of a function that exceptions lead to. */
  enterPad(index: number, offset: number): void {
    this.marks[offset] = this.#mark(offset) | MARK.INNER | MARK.LEADER;
    this.continueAt(index, offset);
  }

  /** Keeps the landing pad at `offset` from being taken for the start of a function before its own one is known. */
  reservePad(offset: number): void {
    this.marks[offset] = this.#mark(offset) | MARK.INNER;
  }

  /** Whether a handler inside a function begins at `offset`: code that always runs at its end is called there. */
  #isHandler(offset: number): boolean {
    const mark = this.#mark(offset) & (MARK.INNER | MARK.FUNCTION);
    return mark === MARK.INNER && this.ground.landingPads.isHandler(offset);
  }

  #call(index: number, at: number, target: number, next: number): boolean {
    if (target === next) return true;
    const offset = this.#space.target(at, target);
    if (offset < 0) return !this.ground.imports.placeholderNeverReturns(target + this.#space.runAt(at).delta);
    if (this.#set.isPartOfCaller?.(this.#space.bytes, offset) === true || this.#isHandler(offset)) {
      this.continueAt(index, offset);
      return true;
    }
    return this.#callTo(index, offset, next);
  }

  /** Whether the path goes on at `next`, behind a call of the code at `offset`. */
  #callTo(index: number, offset: number, next: number): boolean {
    const callee = this.#called(offset);
    if (callee < 0) return true;
    const state = this.returns.stateOf(callee);
    if (state === STATE.RETURNS || this.functions.importOf(callee) >= 0) return state !== STATE.NEVER;
    if (state === STATE.UNKNOWN) this.returns.awaitCall(index, callee, next);
    return false;
  }

  /** The function that a call enters: in the middle of the range of one where it skips a part, as with Go's unrolled loops. */
  #called(offset: number): number {
    const { extents } = this.ground;
    const start = extents.startAt(offset);
    if (start < 0 || start === offset || extents.inFragment(offset)) return this.addFunction(offset, "call");
    const callee = this.addFunction(start, "call");
    if (callee < 0) return -1;
    this.marks[offset] = this.#mark(offset) | MARK.INNER | MARK.LEADER;
    this.continueAt(callee, offset);
    return callee;
  }

  #jump(index: number, at: number, next: number, target: number, conditional: boolean): void {
    const offset = this.#space.target(at, target);
    if (offset < 0) {
      const importIndex = this.ground.imports.ofPlaceholder(target + this.#space.runAt(at).delta);
      if (importIndex >= 0 && !this.ground.imports.neverReturns(importIndex)) this.returns.markReturns(index);
      return;
    }
    if (this.#isTailCall(at, offset, conditional)) return this.#tailCall(index, offset);
    if (this.#isOverlapTooMany(offset)) return;
    const inner = conditional ? MARK.INNER | MARK.LEADER : MARK.LEADER;
    this.marks[offset] = this.#mark(offset) | inner;
    if (!conditional && this.ground.extents.at(at) < 0) {
      this.looseJumps.push(at);
      this.looseJumps.push(offset);
    }
    // A branch to what it goes on with needs no path of its own.
    if (!conditional || offset !== next) this.continueAt(index, offset);
  }

  /** A jump through a constant slot: such slots hold functions, unless the range of this one says otherwise. */
  #jumpTo(index: number, offset: number): void {
    if (offset < this.functions.startOf(index) || offset >= this.functions.endOf(index))
      return this.#tailCall(index, offset);
    this.marks[offset] = this.#mark(offset) | MARK.INNER | MARK.LEADER;
    this.continueAt(index, offset);
  }

  /** Whether `offset` lies inside a known instruction, as so many targets did already that this can only be data. */
  #isOverlapTooMany(offset: number): boolean {
    if ((this.#mark(offset) & (MARK.COVERED | MARK.INSTRUCTION)) !== MARK.COVERED) return false;
    return this.#overlaps++ > FREE_OVERLAPS + this.#space.size / OVERLAP_SHARE;
  }

  #tailCall(index: number, offset: number): void {
    const callee = this.addFunction(offset, "tail_call");
    if (callee < 0) return this.returns.markReturns(index);
    if (this.functions.importOf(callee) < 0) this.returns.follow(index, callee);
    else if (this.returns.stateOf(callee) !== STATE.NEVER) this.returns.markReturns(index);
  }

  #isTailCall(at: number, target: number, conditional: boolean): boolean {
    const start = this.#indexStart;
    const end = this.#indexEnd;
    if (target === start) return false;
    if ((this.#mark(target) & MARK.FUNCTION) !== 0) return true;
    if (end === 0) {
      if (this.ground.imports.ofStub(target) >= 0) return true;
      if (conditional || target > start || this.ground.extents.inFragment(target)) return false;
      // Pieces that compilers move in front of their function are jumped to as well.
      return this.signs.isPrologue(target) || this.signs.isAligned(target) || this.signs.endsFrame(at);
    }
    if (target >= start && target < end) return false;
    const { extents } = this.ground;
    const row = extents.at(target);
    if (row < 0) return !extents.inFragment(at);
    return extents.start[row] === target && extents.fragment[row] === 0;
  }

  #indirectJump(index: number, at: number, packed: number): void {
    const { ground } = this;
    const slot = this.#slot(at, packed);
    const importIndex = slot === NOWHERE ? -1 : ground.imports.ofSlot(slot);
    if (importIndex >= 0) {
      if (!ground.imports.neverReturns(importIndex)) this.returns.markReturns(index);
      return;
    }
    const target = this.constantTarget(at, slot, packed, this.#out);
    if (target >= 0) return this.#jumpTo(index, target);
    if (this.#switchTo(index, at, packed, NO_STARTS) === TOO_EARLY) {
      this.#postponed.push(index);
      this.#postponed.push(at);
    }
  }

  /**
   * Starts of the functions known so far. Sorting them for every switch would be quadratic, so after some rounds the
   * newest may be missing, and with them switches that have no bound.
   */
  #ascendingStarts(): Int32Array {
    if (this.#sorts++ < FREE_SORTS || this.functions.count > this.#sortedStarts.length * SORT_GROWTH) {
      this.#sortedStarts = this.functions.ascendingStarts();
    }
    return this.#sortedStarts;
  }

  /** Reads the tables whose ends can be told only now that more functions are known. */
  #readPostponed(): void {
    const jumps = this.#postponed.view().slice();
    this.#postponed.clear();
    const starts = this.#ascendingStarts();
    for (let row = 0; row < jumps.length; row += 2) {
      const at = jumps[row + 1] as number;
      const index = jumps[row] as number;
      this.#set.begin(this.#out, this.#space.runAt(at).delta);
      this.#bases?.resume(index, this.#out);
      this.#switchTo(index, at, this.#set.decode(this.#space.bytes, at, this.#out), starts);
    }
  }

  /** Follows the targets of the jump table behind the jump in `#out`; the table, `NO_TABLE` or `TOO_EARLY`. */
  #switchTo(index: number, at: number, packed: number, starts: Int32Array): number {
    const { extents } = this.ground;
    const reach = { start: this.functions.startOf(index), end: this.functions.endOf(index), extents, starts };
    const table = this.jumpTables.recognise(at, packed, this.#out, reach);
    if (table === NO_TABLE) {
      this.unresolved.push(index);
      this.unresolved.push(at);
      this.returns.markReturns(index);
    }
    if (table < 0) return table;
    for (let entry = this.jumpTables.firstTarget(table); entry < this.jumpTables.firstTarget(table + 1); entry++) {
      const target = this.jumpTables.targets.at(entry);
      this.marks[target] = this.#mark(target) | MARK.INNER | MARK.LEADER;
      this.continueAt(index, target);
    }
    return table;
  }

  /** Whether the path goes on at `next`, behind the indirect call at `at`. */
  #callThrough(index: number, at: number, packed: number, next: number): boolean {
    const slot = this.#slot(at, packed);
    if (slot === NOWHERE) return true;
    const importIndex = this.ground.imports.ofSlot(slot);
    if (importIndex >= 0) return !this.ground.imports.neverReturns(importIndex);
    const target = this.constantTarget(at, slot, packed, this.#out);
    return target < 0 || this.#callTo(index, target, next);
  }

  #slot(at: number, packed: number): number {
    return this.#set.memoryAddress(packed, this.#out, this.#space.runAt(at).delta, this.ground.absolute);
  }

  #noteStored(index: number, at: number, packed: number): void {
    this.#decodeOperands(at);
    if (this.#set.storesImmediate(this.#out)) this.#noteImmediate(index, at, packed);
  }

  /** Fills `#out` for the instruction at `at`, which may only have been measured. */
  #decodeOperands(at: number): void {
    if (this.#set.measure !== undefined) this.#set.decode(this.#space.bytes, at, this.#out);
  }

  /** Notes the address that the instruction at `at` has in itself, and follows the handlers that it registers. */
  #noteImmediate(index: number, at: number, packed: number): void {
    this.#noteTaken(this.#set.immediateAddress(packed, this.#out, this.ground.absolute));
    if (this.ground.landingPads.hasFaults) this.#unwind(index, at);
  }

  #noteTaken(rva: number): void {
    if (rva < 0) return;
    const offset = this.#space.offsetOf(rva);
    if (offset >= 0) this.taken.push(offset);
    else if (this.ground.extents.count === 0) this.jumpTables.noteData(rva);
  }

  #mark(offset: number): number {
    return this.marks[offset] as number;
  }
}

/** Flow classes of instructions that lead elsewhere: one bit each. */
const TURNS =
  (1 << FLOW.RETURN) |
  (1 << FLOW.JUMP) |
  (1 << FLOW.BRANCH) |
  (1 << FLOW.CALL) |
  (1 << FLOW.INDIRECT_JUMP) |
  (1 << FLOW.INDIRECT_CALL);

/** Flow classes of instructions whose operands say where they lead or what they take: one bit each. */
const OPERAND_FLOWS =
  (1 << FLOW.INDIRECT_CALL) | (1 << FLOW.INDIRECT_JUMP) | (1 << FLOW.LEA) | (1 << FLOW.MOVE_IMMEDIATE);

/** Flow classes of instructions of which nothing is asked when they refer to nothing: one bit each. */
const PLAIN_FLOWS =
  (1 << FLOW.OTHER) |
  (1 << FLOW.NOP) |
  (1 << FLOW.LEA) |
  (1 << FLOW.MOVE_IMMEDIATE) |
  (1 << FLOW.SYSCALL) |
  (1 << FLOW.ENDBR);

const NO_STARTS: Int32Array = new Int32Array(0);

/** Rounds that sort all starts whatever that brings, and how much must be new to sort them after those. */
const FREE_SORTS = 100;
const SORT_GROWTH = 1.05;

/** Jumps into the middle of instructions that are followed: some, and one in so many bytes of code. */
const FREE_OVERLAPS = 1024;
const OVERLAP_SHARE = 256;

/**
 * Jumps, calls, returns and the like that a page of 4 KiB may hold: one in four bytes, where dense code has one in eight
 * and tables of jumps one in five. Paths end at the next, so that data costs no more memory than code.
 */
const TURN_PAGE = 12;
const MOST_TURNS = 1024;

/**
 * How many of them all code may hold, and how many functions: far more than compilers write, so that the tables of
 * code that is made to be dense take no more memory than its size allows. A small file may have any number.
 */
const FREE_TURNS = 0x1_0000;
const BYTES_PER_TURN = 7;
const FREE_FUNCTIONS = 0x1_0000;
const BYTES_PER_FUNCTION = 16;

/** Bytes of code between two calls of `poll`. */
const POLL_BYTES = 0x10_0000;
