/** What the bytes at an address say for and against a function that starts there. */
import type { CodeSpace } from "../code-space.ts";
import { FLOW, flowOf, lengthOf, OUT, OUT_SIZE } from "../instruction.ts";
import type { InstructionSet } from "../instruction-set.ts";
import { MARK, previousInstruction } from "./marks.ts";

export class StartSigns {
  readonly #set: InstructionSet;
  readonly #space: CodeSpace;
  readonly #marks: Uint8Array;
  readonly #out = new Int32Array(OUT_SIZE);

  constructor(set: InstructionSet, space: CodeSpace, marks: Uint8Array) {
    this.#set = set;
    this.#space = space;
    this.#marks = marks;
  }

  /** Whether the first instructions decode, are not padding, do not cut known ones and lead to code. */
  decodes(offset: number): boolean {
    if (((this.#marks[offset] ?? 0) & MARK.COVERED) !== 0 || (offset & (this.#set.alignment - 1)) !== 0) return false;
    let at = offset;
    for (let count = 0; count < CHECKED; count++) {
      const mark = this.#marks[at] ?? 0;
      if (!this.#space.holds(at)) return false;
      if ((mark & MARK.COVERED) !== 0) return (mark & MARK.INSTRUCTION) !== 0;
      const packed = this.#set.decode(this.#space.bytes, at, this.#out);
      const flow = flowOf(packed);
      if (lengthOf(packed) === 0 || this.#set.isZeroFill(this.#space.bytes, at)) return false;
      if (count === 0 && (flow === FLOW.NOP || flow === FLOW.BREAKPOINT)) return false;
      if (flow === FLOW.JUMP || flow === FLOW.BRANCH || flow === FLOW.CALL) {
        if (this.#space.target(at, this.#out[OUT.TARGET] ?? 0) < 0) return false;
      }
      if (endsPath(flow)) return true;
      at += lengthOf(packed);
    }
    return true;
  }

  /** Whether functions begin like the code at `offset`. */
  isPrologue(offset: number): boolean {
    return this.#set.isPrologue(this.#space.bytes, offset);
  }

  /** Whether the instruction before the jump at `from` takes the frame down. */
  endsFrame(from: number): boolean {
    const { bytes } = this.#space;
    const previous = previousInstruction(this.#marks, from, this.#set.longest);
    if (previous < 0 || previous + lengthOf(this.#set.decode(bytes, previous, this.#out)) !== from) return false;
    return this.#set.endsFrame(bytes, previous, this.#out);
  }

  isAligned(offset: number): boolean {
    return (offset & 15) === 0;
  }
}

/** Instructions that have to decode. */
const CHECKED = 8;

/** Whether nothing runs on behind an instruction of this class. */
export function endsPath(flow: number): boolean {
  return (
    flow === FLOW.RETURN ||
    flow === FLOW.JUMP ||
    flow === FLOW.INDIRECT_JUMP ||
    flow === FLOW.TRAP ||
    flow === FLOW.HALT
  );
}
