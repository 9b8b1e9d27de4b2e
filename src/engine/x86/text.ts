/** Instructions as text, for what is shown to a reader; passes over programs use `decode`. */
import type * as library from "iced-x86";
import type { InstructionText, Symbolizer, Syntax } from "../instruction-text.ts";

/** The formatter library, loaded by the caller. */
export type Iced = typeof library;

/** Formats `code`, which lies at `address`, from its first byte to its last. An instruction cut at the end is `.byte`. */
export function disassemble(
  iced: Iced,
  code: Uint8Array,
  address: bigint,
  syntax: Syntax,
  symbolizer: Symbolizer = () => undefined,
  bits: 32 | 64 = 64,
): readonly InstructionText[] {
  const decoder = new iced.Decoder(bits, code, iced.DecoderOptions.None);
  const instruction = new iced.Instruction();
  const formatter = newFormatter(iced, syntax);
  try {
    const lines: InstructionText[] = [];
    for (let offset = 0; offset < code.length;) {
      decoder.position = offset;
      decoder.ip = address + BigInt(offset);
      decoder.decodeOut(instruction);
      const line = isValid(iced, instruction)
        ? describe(iced, instruction, formatter, symbolizer)
        : byteAt(code, offset, address + BigInt(offset));
      lines.push(line);
      offset += line.length;
    }
    return lines;
  } finally {
    formatter.free();
    instruction.free();
    decoder.free();
  }
}

type Instruction = InstanceType<Iced["Instruction"]>;
type Formatter = InstanceType<Iced["Formatter"]>;

/** Numbers as objdump writes them: `0x` and lower case, offsets from `rip` instead of the address they lead to. */
function newFormatter(iced: Iced, syntax: Syntax): Formatter {
  const formatter = new iced.Formatter(syntax === "intel" ? iced.FormatterSyntax.Intel : iced.FormatterSyntax.Gas);
  formatter.hexPrefix = "0x";
  formatter.hexSuffix = "";
  formatter.uppercaseHex = false;
  formatter.smallHexNumbersInDecimal = false;
  formatter.spaceAfterOperandSeparator = true;
  formatter.branchLeadingZeros = false;
  formatter.showBranchSize = false;
  formatter.ripRelativeAddresses = true;
  formatter.memorySizeOptions = iced.MemorySizeOptions.Always;
  return formatter;
}

function isValid(iced: Iced, instruction: Instruction): boolean {
  return instruction.code !== iced.Code.INVALID;
}

function describe(iced: Iced, instruction: Instruction, formatter: Formatter, symbolizer: Symbolizer): InstructionText {
  const target = targetOf(iced, instruction);
  const reference = referenceOf(iced, instruction);
  const known = target ?? reference;
  const symbol = known === undefined ? undefined : symbolizer(known);
  return {
    address: instruction.ip,
    length: instruction.length,
    mnemonic: formatter.formatMnemonic(instruction),
    operands: formatter.formatAllOperands(instruction),
    ...(target === undefined ? {} : { target }),
    ...(reference === undefined ? {} : { reference }),
    ...(symbol === undefined ? {} : { symbol }),
  };
}

function targetOf(iced: Iced, instruction: Instruction): bigint | undefined {
  if (instruction.opCount === 0) return undefined;
  const { NearBranch32, NearBranch64 } = iced.OpKind;
  const isNear = instruction.op0Kind === NearBranch64 || instruction.op0Kind === NearBranch32;
  return isNear ? instruction.nearBranchTarget : undefined;
}

function referenceOf(iced: Iced, instruction: Instruction): bigint | undefined {
  if (instruction.isIpRelMemoryOperand) return instruction.ipRelMemoryAddress;
  const { OpKind, Register } = iced;
  if (![instruction.op0Kind, instruction.op1Kind, instruction.op2Kind].includes(OpKind.Memory)) return undefined;
  const registers = [instruction.memoryBase, instruction.memoryIndex];
  if (registers.some((register) => register !== Register.None)) return undefined;
  if (instruction.segmentPrefix === Register.FS || instruction.segmentPrefix === Register.GS) return undefined;
  return instruction.memoryDisplacement;
}

function byteAt(code: Uint8Array, offset: number, address: bigint): InstructionText {
  const value = `0x${(code[offset] ?? 0).toString(16).padStart(2, "0")}`;
  return { address, length: 1, mnemonic: ".byte", operands: value };
}
