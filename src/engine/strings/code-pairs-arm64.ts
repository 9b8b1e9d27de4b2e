/**
 * Pointers and lengths that AArch64 code loads together: `adrp` and `add` of the text's address and `mov` of its length
 * into neighbouring registers, or both stored side by side.
 */
import type { Image, Region } from "../../formats/image.ts";
import type { Memory } from "../../formats/memory.ts";
import { begin, decode, OUT } from "../arm64/decoder.ts";
import { baseOf, destinationOf, movedConstant, NO_REGISTER, storeOf } from "../arm64/operands.ts";
import { FLOW, flowOf, lengthOf, OUT_SIZE } from "../instruction.ts";
import type { CountingLanguage } from "./counted.ts";
import { StraightLine, type TextVisitor } from "./straight-line.ts";
import { Words } from "./words.ts";

/** Registers that take the words of arguments (Go ABIInternal; AAPCS64 6.8.2). */
const ARGUMENTS: Readonly<Record<CountingLanguage, number>> = { go: 16, rust: 8 };

/** Sweeps the executable regions and calls `add` with each address in data and the length that goes with it. */
export function pairsInArm64Code(image: Image, memory: Memory, language: CountingLanguage, add: TextVisitor): void {
  const order = Array.from({ length: ARGUMENTS[language] }, (_, register) => register);
  const line = new StraightLine(new Words(image, memory), { order, doubled: language === "rust" }, add);
  for (const region of image.regions) if (region.content === "code") sweep(region, memory.bytesOf(region), line);
}

function sweep({ rva }: Region, code: Uint8Array, line: StraightLine): void {
  const out = new Int32Array(OUT_SIZE);
  line.forget();
  begin(out, rva);
  for (let at = -rva & 3; at + 4 <= code.length; at += 4) {
    const packed = decode(code, at, out);
    const flow = flowOf(packed);
    if (flow === FLOW.LEA) line.loadAddress((out[OUT.WORD] ?? 0) & 31, rva + (out[OUT.RIP] ?? 0));
    else if (lengthOf(packed) === 0 || ENDS_BLOCK[flow] === 1) line.forget();
    else if (flow === FLOW.OTHER) step(out[OUT.WORD] ?? 0, line);
  }
}

function step(word: number, line: StraightLine): void {
  const register = destinationOf(word);
  const constant = movedConstant(word);
  if (constant >= 0) {
    if (register !== NO_REGISTER) line.loadConstant(register, constant);
    return;
  }
  const store = storeOf(word);
  if (store !== undefined) {
    line.storeRegister(baseOf(word), store.displacement, store.first);
    if (store.second !== undefined) line.storeRegister(baseOf(word), store.displacement + 8, store.second);
  } else if (register !== NO_REGISTER) line.clear(register);
}

/** Flow classes after which registers are unknown; a conditional branch keeps them on its other side. */
const ENDS_BLOCK = new Uint8Array(32);
for (const flow of [FLOW.RETURN, FLOW.JUMP, FLOW.CALL, FLOW.INDIRECT_JUMP, FLOW.INDIRECT_CALL]) ENDS_BLOCK[flow] = 1;
for (const flow of [FLOW.TRAP, FLOW.SYSCALL]) ENDS_BLOCK[flow] = 1;
