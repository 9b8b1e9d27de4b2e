/** A64 instructions as text, for what is shown to a reader; passes over programs use `decode`. */
import { FLAG, FLOW, flowOf, lengthOf, OUT_SIZE } from "../instruction.ts";
import type { InstructionText } from "../instruction-text.ts";
import { begin, decode, OUT } from "./decoder.ts";

/** What writes one instruction at an address as text; it throws where the bytes are none. */
export interface TextWriter {
  readonly disasm: (code: Uint8Array, address: bigint, most: number) => readonly WrittenText[];
}

interface WrittenText {
  readonly mnemonic: string;
  readonly op_str: string;
}

/** Formats `code`, which lies at `address`, a multiple of 4. Words that are no instruction are `.word`. */
export function disassemble(writer: TextWriter, code: Uint8Array, address: bigint): readonly InstructionText[] {
  const lines: InstructionText[] = [];
  const out = new Int32Array(OUT_SIZE);
  begin(out, Number(BigInt.asUintN(12, address)));
  for (let offset = 0; offset + WORD <= code.length; offset += WORD) {
    const place = address + BigInt(offset);
    const packed = decode(code, offset, out);
    const written = lengthOf(packed) === 0 ? undefined : writtenAt(writer, code.subarray(offset, offset + WORD), place);
    lines.push({
      address: place,
      length: WORD,
      ...(written ?? {
        mnemonic: ".word",
        operands: `0x${((out[OUT.WORD] ?? 0) >>> 0).toString(16).padStart(8, "0")}`,
      }),
      ...leadingTo(packed, out, address),
    });
  }
  return lines;
}

const WORD = 4;

function writtenAt(
  writer: TextWriter,
  word: Uint8Array,
  address: bigint,
): Pick<InstructionText, "mnemonic" | "operands"> | undefined {
  try {
    const [line] = writer.disasm(word, address, 1);
    return line === undefined ? undefined : { mnemonic: line.mnemonic, operands: line.op_str };
  } catch {
    return undefined;
  }
}

/** Positions count from the first byte of the code. */
function leadingTo(packed: number, out: Int32Array, base: bigint): Pick<InstructionText, "target" | "reference"> {
  const flow = flowOf(packed);
  if (flow === FLOW.JUMP || flow === FLOW.BRANCH || flow === FLOW.CALL) {
    return { target: base + BigInt(out[OUT.TARGET] ?? 0) };
  }
  return (packed & FLAG.RIP) === 0 ? {} : { reference: base + BigInt(out[OUT.RIP] ?? 0) };
}
