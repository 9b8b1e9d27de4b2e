/**
 * Pointers and lengths that x86-64 code loads together: `lea` of the text's address and `mov` of its length into the
 * registers in which the language passes a string, or both stored side by side.
 */
import type { Image, Region } from "../../formats/image.ts";
import type { Memory } from "../../formats/memory.ts";
import { FLAG, FLOW, flowOf, lengthOf, OUT_SIZE } from "../instruction.ts";
import { decode, OUT } from "../x86/decoder.ts";
import { baseOf, destinationOf, immediateOf, NO_REGISTER, registerField } from "../x86/operands.ts";
import type { CountingLanguage } from "./counted.ts";
import { StraightLine, type TextVisitor } from "./straight-line.ts";
import { Words } from "./words.ts";

/** Registers in the order in which they take the words of arguments (Go ABIInternal; System V AMD64 3.2.3). */
const ARGUMENTS: Readonly<Record<CountingLanguage, readonly number[]>> = {
  go: [0, 3, 1, 7, 6, 8, 9, 10, 11],
  rust: [7, 6, 2, 1, 8, 9],
};

/** Sweeps the executable regions and calls `add` with each address in data and the length that goes with it. */
export function pairsInCode(image: Image, memory: Memory, language: CountingLanguage, add: TextVisitor): void {
  const convention = { order: ARGUMENTS[language], doubled: language === "rust" };
  const sweep = new PairSweep(new StraightLine(new Words(image, memory), convention, add));
  for (const region of image.regions) if (region.content === "code") sweep.run(region, memory.bytesOf(region));
}

/** Bytes that `decode` may read past a position. */
const SLACK = 16;

class PairSweep {
  readonly #line: StraightLine;
  readonly #out = new Int32Array(OUT_SIZE);

  constructor(line: StraightLine) {
    this.#line = line;
  }

  run(region: Region, code: Uint8Array): void {
    this.#line.forget();
    for (let at = 0; at + SLACK <= code.length;) {
      const packed = decode(code, at, this.#out);
      this.#step(packed, region.rva);
      at += lengthOf(packed) || 1;
    }
  }

  #step(packed: number, rva: number): void {
    const out = this.#out;
    const flow = flowOf(packed);
    if (flow === FLOW.LEA && (packed & FLAG.RIP) !== 0) {
      this.#line.loadAddress(registerField(out), rva + (out[OUT.RIP] ?? 0));
    } else if (flow === FLOW.MOVE_IMMEDIATE) this.#line.loadConstant(destinationOf(out), immediateOf(out));
    else if (ENDS_BLOCK[flow] === 1) this.#line.forget();
    else if (!this.#tookStore(packed)) this.#overwrite();
  }

  /** Notes a `mov` of a register or constant to memory; false for other instructions. */
  #tookStore(packed: number): boolean {
    const out = this.#out;
    const opcode = out[OUT.OPCODE];
    if ((packed & FLAG.MEMORY) === 0 || (opcode !== STORE && opcode !== STORE_IMMEDIATE)) return false;
    const base = baseOf(packed, out);
    const displacement = out[OUT.DISPLACEMENT] ?? 0;
    if (opcode === STORE) this.#line.storeRegister(base, displacement, registerField(out));
    else this.#line.storeConstant(base, displacement, immediateOf(out));
    return true;
  }

  #overwrite(): void {
    const register = destinationOf(this.#out);
    if (register !== NO_REGISTER) this.#line.clear(register);
  }
}

/** `mov [m], r` and `mov [m], imm32`. */
const STORE = 0x89;
const STORE_IMMEDIATE = 0xc7;

/** Flow classes after which registers are unknown; a conditional branch keeps them on its other side. */
const ENDS_BLOCK = new Uint8Array(32);
for (const flow of [FLOW.RETURN, FLOW.JUMP, FLOW.CALL, FLOW.INDIRECT_JUMP, FLOW.INDIRECT_CALL, FLOW.BAD]) {
  ENDS_BLOCK[flow] = 1;
}
for (const flow of [FLOW.BREAKPOINT, FLOW.TRAP, FLOW.SYSCALL]) ENDS_BLOCK[flow] = 1;
