/**
 * One pass over all instructions that discovery found, in ascending order: cuts them into blocks and collects what
 * each refers to.
 *
 * Reads of typed arrays in the loop over instructions are cast to `number` instead of being defaulted: a default
 * costs a measurable share of the time of a large program, and every index is bounded by the code space.
 */
import type { PointerColumns } from "../../formats/image.ts";
import type { CodeRun } from "../code-space.ts";
import type { Descent, Ground } from "../discovery/descent.ts";
import { endOfPlain, MARK } from "../discovery/marks.ts";
import { NOWHERE } from "../discovery/operands.ts";
import { STATE } from "../discovery/returns.ts";
import { FLAG, FLOW, flowOf, lengthOf, OUT, OUT_SIZE } from "../instruction.ts";
import { ACCESS } from "../instruction-set.ts";
import type { InstructionSet, RegisterFlow } from "../instruction-set.ts";
import { AddressList, ByteList } from "../lists.ts";
import { BLOCK, BlockRows, EDGE } from "./block-rows.ts";
import { KIND, ReferenceRows, TO_START } from "./reference-rows.ts";

/** What the sweep collects; blocks by offset, references by rva. */
export interface Swept {
  readonly blocks: BlockRows;
  readonly references: ReferenceRows;
  /** Calls (0) and jumps (1) to unknown places, ascending by rva. */
  readonly unresolved: { readonly rva: AddressList; readonly kind: ByteList };
  /** Placeholder addresses that code calls or jumps to. */
  readonly placeholders: ReadonlySet<number>;
  readonly instructions: number;
}

/** Sweeps the code of a finished discovery. */
export function sweep(descent: Descent, pointers: PointerColumns): Swept {
  return new Sweep(descent, pointers).run();
}

class Sweep {
  readonly #descent: Descent;
  readonly #ground: Ground;
  readonly #set: InstructionSet;
  readonly #registers: RegisterFlow | undefined;
  readonly #blocks: BlockRows;
  readonly #references: ReferenceRows;
  readonly #unresolvedRva = new AddressList();
  readonly #unresolvedKind = new ByteList();
  readonly #placeholders = new Set<number>();
  readonly #out = new Int32Array(OUT_SIZE);
  #instructions = 0;
  /** The run that is swept, and what turns its offsets into rvas. */
  #run: CodeRun = { start: 0, end: 0, delta: 0 };
  #delta = 0;

  constructor(descent: Descent, pointers: PointerColumns) {
    this.#descent = descent;
    this.#ground = descent.ground;
    this.#set = descent.ground.set;
    this.#registers = this.#set.registers?.(descent.ground.space, descent.ground.absolute);
    this.#blocks = new BlockRows(BLOCKS_PER_TURN * descent.turns);
    this.#references = new ReferenceRows(
      pointers,
      Math.max(Math.ceil(descent.ground.space.size / BYTES_PER_REFERENCE), descent.turns),
    );
  }

  run(): Swept {
    for (const run of this.#ground.space.runs) {
      this.#run = run;
      this.#delta = run.delta;
      this.#sweepRun(run.start, run.end);
    }
    this.#blocks.finish();
    this.#references.finish();
    return {
      blocks: this.#blocks,
      references: this.#references,
      unresolved: { rva: this.#unresolvedRva, kind: this.#unresolvedKind },
      placeholders: this.#placeholders,
      instructions: this.#instructions,
    };
  }

  #sweepRun(start: number, end: number): void {
    const { marks, owners } = this.#descent;
    const code = this.#ground.space.bytes;
    const set = this.#set;
    /** Where the open block goes on, -1 when none is open; flow of its last instruction. */
    let next = -1;
    let lastFlow: number = FLOW.OTHER;
    let count = 0;
    for (let at = start; at < end;) {
      const mark = marks[at] as number;
      if ((mark & MARK.INSTRUCTION) === 0) {
        at++;
        continue;
      }
      if (at !== next || (mark & MARK.LEADER) !== 0) {
        if (next >= 0) this.#runOn(next, lastFlow, count);
        this.#registers?.enter(at, at === next, this.#out, this.#delta);
        this.#blocks.open(at, owners.at(at), (mark & MARK.FUNCTION) === 0 ? 0 : BLOCK.START);
        count = 0;
      }
      if ((mark & MARK.PLAIN) !== 0) {
        next = endOfPlain(marks, at);
        lastFlow = FLOW.OTHER;
        count++;
        at = next;
        continue;
      }
      const packed = set.decode(code, at, this.#out);
      const flow = flowOf(packed);
      next = at + lengthOf(packed);
      lastFlow = flow;
      count++;
      if ((packed & (FLAG.MEMORY | FLAG.WIDE)) !== 0) this.#dataReferences(at, packed, flow);
      if (flow !== FLOW.OTHER && !this.#control(at, next, packed, flow)) {
        this.#close(next, count);
        next = -1;
      }
      at++;
    }
    if (next >= 0) this.#runOn(next, lastFlow, count);
  }

  #close(end: number, instructions: number): void {
    this.#instructions += instructions;
    this.#blocks.close(end, instructions);
    if (this.#ground.landingPads.hasFaults) this.#fault(end);
  }

  /** The open block goes on at `next`, where another begins or nothing is known. */
  #runOn(next: number, flow: number, instructions: number): void {
    this.#close(next, instructions);
    const mark = this.#descent.marks[next] as number;
    if ((mark & MARK.INSTRUCTION) !== 0) {
      const afterCall = flow === FLOW.CALL || flow === FLOW.INDIRECT_CALL;
      if (afterCall && (mark & MARK.FUNCTION) !== 0) return;
      this.#blocks.edge(next, afterCall ? EDGE.callReturn : EDGE.fallThrough);
    } else if (!this.#ground.space.holds(next) || this.#isBad(next)) {
      this.#blocks.markBad();
    }
  }

  #isBad(at: number): boolean {
    return lengthOf(this.#set.decode(this.#ground.space.bytes, at, SCRATCH)) === 0;
  }

  /** References and edges of an instruction that is more than a step; whether the block goes on behind it. */
  #control(at: number, next: number, packed: number, flow: number): boolean {
    switch (flow) {
      case FLOW.CALL:
        this.#unwind(at, next - 1);
        return this.#call(at);
      case FLOW.JUMP:
        this.#jump(at, KIND.jump, EDGE.jump);
        return false;
      case FLOW.BRANCH:
        this.#jump(at, KIND.branch, EDGE.branch);
        return true;
      case FLOW.INDIRECT_CALL:
        this.#unwind(at, next - 1);
        return this.#indirectCall(at, packed);
      case FLOW.INDIRECT_JUMP:
        this.#indirectJump(at, packed);
        return false;
      case FLOW.RETURN:
      case FLOW.TRAP:
      case FLOW.BREAKPOINT:
        return false;
      case FLOW.HALT:
        return this.#ground.haltGoesOn && next > at;
      default:
        return true;
    }
  }

  /** Edges to what takes over when the call at `at`, whose last byte is at `last`, raises. */
  #unwind(at: number, last: number): void {
    const { landingPads } = this.#ground;
    if (landingPads.count === 0) return;
    for (let row = landingPads.at(last); row >= 0; row = landingPads.outer(row, last)) {
      const pad = landingPads.pad[row] as number;
      this.#blocks.exceptionEdge(pad);
      this.#registers?.leave(at, pad, this.#out);
    }
  }

  /** Edges to the handlers of faults in the open block, which ends at `end`. */
  #fault(end: number): void {
    const { landingPads } = this.#ground;
    const start = this.#blocks.start[this.#blocks.count - 1] ?? 0;
    for (let row = landingPads.within(start, end); row >= 0; row = landingPads.outer(row, start)) {
      if (landingPads.faults[row] === 1) this.#blocks.exceptionEdge(landingPads.pad[row] as number);
    }
  }

  /** Offset of the code that the instruction at `at` names as its target; -1 when that is no code. */
  #codeAt(at: number, target: number): number {
    const isKnown =
      target >= this.#run.start &&
      target < this.#run.end &&
      ((this.#descent.marks[target] as number) & MARK.INSTRUCTION) !== 0;
    return isKnown ? target : this.#ground.space.target(at, target);
  }

  #rvaOf(offset: number): number {
    const isHere = offset >= this.#run.start && offset < this.#run.end;
    return isHere ? offset + this.#delta : this.#ground.space.rvaOf(offset);
  }

  #call(at: number): boolean {
    const target = this.#out[OUT.TARGET] as number;
    const offset = this.#codeAt(at, target);
    if (offset < 0) return this.#toPlaceholder(at, target + this.#delta, KIND.call);
    return this.#callTo(at, offset);
  }

  /** A call of the code at `offset`; whether it comes back. */
  #callTo(at: number, offset: number): boolean {
    this.#references.add(at + this.#delta, this.#rvaOf(offset), KIND.call);
    const callee = this.#descent.functionAt(offset);
    return callee < 0 || this.#descent.returns.stateOf(callee) !== STATE.NEVER;
  }

  /** A reference to the stand-in for an import, if `rva` is one; false when that import never returns. */
  #toPlaceholder(at: number, rva: number, kind: number): boolean {
    const importIndex = this.#ground.imports.ofPlaceholder(rva);
    if (importIndex < 0) return true;
    this.#placeholders.add(rva);
    this.#references.add(at + this.#delta, rva, kind);
    return !this.#ground.imports.neverReturns(importIndex);
  }

  #jump(at: number, kind: number, edge: number): void {
    const target = this.#out[OUT.TARGET] as number;
    const offset = this.#codeAt(at, target);
    if (offset < 0) {
      this.#toPlaceholder(at, target + this.#delta, KIND.tail_call);
      return;
    }
    this.#jumpTo(at, offset, kind, edge);
  }

  #jumpTo(at: number, offset: number, kind: number, edge: number): void {
    const leadsToStart = ((this.#descent.marks[offset] as number) & MARK.FUNCTION) !== 0;
    this.#references.add(at + this.#delta, this.#rvaOf(offset), leadsToStart ? kind | TO_START : kind);
    this.#blocks.edge(offset, edge);
    this.#registers?.leave(at, offset, this.#out);
  }

  #indirectCall(at: number, packed: number): boolean {
    const slot = this.#slot(packed);
    if (slot >= 0) {
      const importIndex = this.#ground.imports.ofSlot(slot);
      if (importIndex >= 0) {
        this.#references.add(at + this.#delta, slot, KIND.import_call);
        return !this.#ground.imports.neverReturns(importIndex);
      }
      this.#references.add(at + this.#delta, slot, KIND.read);
      const target = this.#descent.constantTarget(at, slot, packed, this.#out);
      if (target >= 0) return this.#callTo(at, target);
    }
    this.#addUnresolved(at, 0);
    return true;
  }

  #indirectJump(at: number, packed: number): void {
    const slot = this.#slot(packed);
    if (slot >= 0) {
      const isImport = this.#ground.imports.ofSlot(slot) >= 0;
      this.#references.add(at + this.#delta, slot, isImport ? KIND.import_jump : KIND.read);
      if (isImport) return;
      const target = this.#descent.constantTarget(at, slot, packed, this.#out);
      if (target >= 0) return this.#jumpTo(at, target, KIND.jump, EDGE.jump);
    }
    const { jumpTables } = this.#descent;
    const table = jumpTables.ofJump(at);
    if (table < 0) return this.#addUnresolved(at, 1);
    this.#references.add(at + this.#delta, jumpTables.addresses.at(table), KIND.jump_table);
    for (let entry = jumpTables.firstTarget(table); entry < jumpTables.firstTarget(table + 1); entry++) {
      const target = jumpTables.targets.at(entry);
      this.#references.add(at + this.#delta, this.#rvaOf(target), KIND.switch);
      this.#blocks.edge(target, EDGE.switch);
      this.#registers?.leave(at, target, this.#out);
    }
  }

  /** Address of the cell that an indirect call or jump goes through, when it is one fixed cell. */
  #slot(packed: number): number {
    if ((packed & FLAG.MEMORY) === 0 || !this.#set.isSingleCell(packed, this.#out)) return NOWHERE;
    return this.#set.memoryAddress(packed, this.#out, this.#delta, this.#ground.absolute);
  }

  #addUnresolved(at: number, kind: number): void {
    this.#unresolvedRva.push(at + this.#delta);
    this.#unresolvedKind.push(kind);
  }

  /** Addresses in memory operands and wide immediates; those of indirect calls and jumps are dealt with apart. */
  #dataReferences(at: number, packed: number, flow: number): void {
    const { absolute, words } = this.#ground;
    const out = this.#out;
    if ((packed & FLAG.MEMORY) !== 0 && flow !== FLOW.INDIRECT_CALL && flow !== FLOW.INDIRECT_JUMP) {
      const address = this.#set.memoryAddress(packed, out, this.#delta, absolute);
      if (address >= 0 && words.regionAt(address) !== undefined) {
        const kind = flow === FLOW.LEA ? KIND.address : KIND_OF_ACCESS[this.#set.accessOf(out)];
        if (kind !== undefined) this.#references.add(at + this.#delta, address, kind);
      }
    }
    if (!absolute.fixed || (packed & FLAG.WIDE) === 0) return;
    const address = this.#set.immediateAddress(packed, out, absolute);
    if (address >= 0 && this.#set.takesAddress(out, flow) && words.regionAt(address) !== undefined) {
      this.#references.add(at + this.#delta, address, KIND.address);
    }
  }
}

/** Twice as many as code has that is not made to have many: memory that no block comes to need costs nothing. */
const BLOCKS_PER_TURN = 2;

/** As measured on large C++ programs. */
const BYTES_PER_REFERENCE = 16;

/** Kind of reference by `ACCESS`; what both reads and writes counts as a write. */
const KIND_OF_ACCESS: Readonly<Record<number, number>> = {
  [ACCESS.READ]: KIND.read,
  [ACCESS.WRITE]: KIND.write,
  [ACCESS.READ | ACCESS.WRITE]: KIND.write,
};

const SCRATCH = new Int32Array(OUT_SIZE);
