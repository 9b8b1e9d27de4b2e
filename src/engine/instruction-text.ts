/** Instructions as they are shown to a reader, whatever writes them. */

export type Syntax = "intel" | "att";

/** Name or text for an address, to stand beside an instruction that refers to it. */
export type Symbolizer = (address: bigint) => string | undefined;

export interface InstructionText {
  readonly address: bigint;
  /** In bytes. */
  readonly length: number;
  /** With its prefixes: `rep movsb`, `bnd jmp`. What is no instruction is `.byte`, or `.word` where they have four. */
  readonly mnemonic: string;
  /** Empty when there are none. */
  readonly operands: string;
  /** Where a direct jump, branch or call leads. */
  readonly target?: bigint;
  /** Address that the operands name or, with the instructions before, make: no register but `rip` takes part in it. */
  readonly reference?: bigint;
  /** What the symbolizer says about `target` or `reference`. */
  readonly symbol?: string;
}

/** Formats `code`, which lies at `address`, from its first byte to its last. */
export type Disassemble = (code: Uint8Array, address: bigint, syntax: Syntax) => readonly InstructionText[];
