/** What the bytes at an address say for and against a function that starts there. */
import type { CodeSpace } from "../code-space.ts";
import { decode, flowOf, lengthOf, OUT, OUT_SIZE } from "../x86/decoder.ts";
import { FLOW } from "../x86/flow.ts";
import { MARK, previousInstruction } from "./marks.ts";

export class StartSigns {
  readonly #space: CodeSpace;
  readonly #marks: Uint8Array;
  readonly #out = new Int32Array(OUT_SIZE);

  constructor(space: CodeSpace, marks: Uint8Array) {
    this.#space = space;
    this.#marks = marks;
  }

  /** Whether the first instructions decode, are not padding, do not cut known ones and lead to code. */
  decodes(offset: number): boolean {
    if (((this.#marks[offset] ?? 0) & MARK.COVERED) !== 0) return false;
    let at = offset;
    for (let count = 0; count < CHECKED; count++) {
      const mark = this.#marks[at] ?? 0;
      if (!this.#space.holds(at)) return false;
      if ((mark & MARK.COVERED) !== 0) return (mark & MARK.INSTRUCTION) !== 0;
      const packed = decode(this.#space.bytes, at, this.#out);
      const flow = flowOf(packed);
      if (lengthOf(packed) === 0 || this.#isZero(at)) return false;
      if (count === 0 && (flow === FLOW.NOP || flow === FLOW.BREAKPOINT)) return false;
      if (flow === FLOW.JUMP || flow === FLOW.BRANCH || flow === FLOW.CALL) {
        if (this.#space.target(at, this.#out[OUT.TARGET] ?? 0) < 0) return false;
      }
      if (endsPath(flow)) return true;
      at += lengthOf(packed);
    }
    return true;
  }

  /** `endbr64`, `push` of a callee-saved register, `sub rsp`: how compilers begin functions. */
  isPrologue(offset: number): boolean {
    const { bytes } = this.#space;
    const [first = 0, second = 0, third = 0, fourth = 0] = bytes.subarray(offset, offset + 4);
    if (first === 0xf3) return second === 0x0f && third === 0x1e && fourth === 0xfa;
    if (first === 0x55 || first === 0x53) return true;
    if (first === 0x41) return second >= 0x54 && second <= 0x57;
    return first === 0x48 && (second === 0x83 || second === 0x81) && third === 0xec;
  }

  /** Whether the instruction before the jump at `from` takes the frame down: `pop`, `leave`, `add rsp`. */
  endsFrame(from: number): boolean {
    const previous = previousInstruction(this.#marks, from, LONGEST);
    if (previous < 0) return false;
    const packed = decode(this.#space.bytes, previous, this.#out);
    if (previous + lengthOf(packed) !== from) return false;
    const opcode = this.#out[OUT.OPCODE] ?? 0;
    if ((opcode >= 0x58 && opcode <= 0x5f) || opcode === 0xc9) return true;
    return (opcode === 0x83 || opcode === 0x81) && this.#out[OUT.MODRM] === ADD_RSP;
  }

  isAligned(offset: number): boolean {
    return (offset & 15) === 0;
  }

  /** Two zero bytes: `add [rax], al`, which only data decodes to. */
  #isZero(at: number): boolean {
    return this.#space.bytes[at] === 0 && this.#space.bytes[at + 1] === 0;
  }
}

/** ModRM byte of `add rsp, immediate`. */
const ADD_RSP = 0xc4;

/** Bytes of the longest instruction. */
const LONGEST = 15;

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
