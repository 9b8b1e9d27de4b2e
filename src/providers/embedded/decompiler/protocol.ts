/**
 * What the decompiler is told about a program and what it answers about a function. Addresses are virtual; texts are
 * what the caller wants to read in C: every name is a legal C identifier of one meaning: only what leads to the same import shares its name.
 */

/** Told to every instance before its first function. The same feed gives the same texts, in any order of questions. */
export interface ProgramFeed {
  /** Decides the processor and the calling conventions; words of the engine's `Image`. */
  readonly machine: FedMachine;
  /** Mapped memory: disjoint, ascending. */
  readonly regions: readonly FedRegion[];
  /** Every function start, stubs and thunks included. */
  readonly functions: readonly FedFunction[];
  /** Slots that hold the address of an imported function once the program runs. */
  readonly imports: readonly FedImport[];
  /** Data that has a name. */
  readonly labels: readonly FedLabel[];
  /** Memory whose content never changes: loads from it become values. */
  readonly readOnly: readonly AddressRange[];
  /** C declarations of types, one each, in the order to read them; one that is not understood is left out. */
  readonly types: readonly string[];
}

export interface FedMachine {
  readonly format: string;
  readonly architecture: string;
  /** `go` where the compiler passes arguments in its own way, `c` where results never take two registers. */
  readonly conventions?: "go" | "c" | undefined;
  readonly bits: number;
  readonly endian: "little" | "big";
}

export interface FedRegion {
  readonly address: bigint;
  /** In memory, in bytes. */
  readonly size: number;
  /**
   * What the file fills it with, relocations of relocatable files applied; memory past it reads as zero. Not copied for
   * each worker when it lies in shared memory.
   */
  readonly bytes: Uint8Array;
}

export interface FedFunction {
  readonly address: bigint;
  readonly name: string;
  readonly noReturn: boolean;
  /** Unconditional jumps of it that lead to other functions: calls, after which it returns. */
  readonly tailCalls?: readonly bigint[] | undefined;
  /** A C declaration; its own name for the function is ignored. One that is not understood is left out. */
  readonly prototype?: string | undefined;
}

export interface FedImport {
  /** Address of the slot in the GOT, the IAT, `__got` or `__la_symbol_ptr`. */
  readonly slot: bigint;
  readonly name: string;
  readonly noReturn: boolean;
  readonly prototype?: string | undefined;
}

export interface FedLabel {
  readonly address: bigint;
  readonly name: string;
  /** A C type around an empty name, such as `char[12]` or `FILE *`; without it only the name is known. */
  readonly type?: string | undefined;
}

/** From `start` up to but not including `end`. */
export interface AddressRange {
  readonly start: bigint;
  readonly end: bigint;
}

export type DecompileOutcome = DecompiledFunction | DecompileFailure;

export interface DecompiledFunction {
  readonly kind: "text";
  /** The C text; lines end with `\n`, and no warning of the decompiler is in it. */
  readonly text: string;
  /** One entry a line of the text: the instructions it was made from, ascending, each once. */
  readonly lines: readonly (readonly bigint[])[];
  /** In the order of the text; what lies between two tokens is white space. */
  readonly tokens: readonly TextToken[];
  readonly signature: DecompiledSignature;
  /** In the order of their storage. */
  readonly locals: readonly DecompiledVariable[];
  /** Functions that the text calls by a known address, ascending, each once. */
  readonly callees: readonly DecompiledCallee[];
  /** String literals in the order of the text, as C writes them without the quotes; each once. */
  readonly strings: readonly string[];
  /** What the decompiler doubts, in plain words; with the instruction where it is about one. */
  readonly warnings: readonly DecompilerWarning[];
}

export type TokenKind =
  | "keyword"
  | "comment"
  | "type"
  | "function"
  | "variable"
  | "parameter"
  | "global"
  | "constant"
  | "field"
  | "label"
  | "operator"
  | "punctuation";

export interface TextToken {
  /** Index into the text, in UTF-16 units. */
  readonly start: number;
  readonly length: number;
  readonly kind: TokenKind;
  /** The instruction it was made from. */
  readonly address?: bigint | undefined;
}

export interface DecompiledSignature {
  readonly name: string;
  readonly returnType: string;
  readonly parameters: readonly DecompiledVariable[];
  /** Takes further arguments after its parameters. */
  readonly variadic: boolean;
  readonly noReturn: boolean;
  /** Calling convention by the decompiler's name for it. */
  readonly convention: string;
}

export interface DecompiledVariable {
  readonly name: string;
  readonly type: string;
  /** Register name, `stack[-0x18]` relative to the stack pointer at entry, or an address in memory. */
  readonly storage: string;
  /** In bytes. */
  readonly size: number;
}

export interface DecompiledCallee {
  readonly name: string;
  /** Where it starts; of an import known only by its slot, the slot. */
  readonly address: bigint;
}

export interface DecompilerWarning {
  readonly message: string;
  readonly address?: bigint | undefined;
}

export type DecompileFailureReason =
  /** More rewriting steps than the limit: the function is too complex. */
  | "work_limit"
  /** The time given to the function is over. */
  | "deadline"
  /** The decompiler broke off, twice, in a fresh instance each time. */
  | "trap"
  /** The decompiler reads no file of this kind or no code of this processor. */
  | "unsupported_program"
  /** No code at this address. */
  | "not_a_function"
  /** The decompiler refused the function; the message says why. */
  | "decompiler_error";

export interface DecompileFailure {
  readonly kind: "failed";
  readonly reason: DecompileFailureReason;
  readonly message: string;
}

/** One function to decompile. */
export interface DecompileOptions {
  readonly signal: AbortSignal;
  /** Milliseconds from the moment a worker turns to the function; starting a worker is not counted. */
  readonly deadline: number;
}

export interface DecompileAllOptions extends DecompileOptions {
  /** Called once a function, in no fixed order. */
  readonly each: (address: bigint, outcome: DecompileOutcome) => void;
}

/** Decompiles functions of one program; has worker threads until it is closed. */
export interface Decompiler {
  /** Rejects with the signal's reason when aborted, and for nothing that the program contains. */
  decompile(address: bigint, options: DecompileOptions): Promise<DecompileOutcome>;
  /** Uses all workers. Rejects with the signal's reason when aborted: what `each` was told by then stands. */
  decompileAll(addresses: readonly bigint[], options: DecompileAllOptions): Promise<void>;
  /** Ends the workers at once; what is pending rejects. */
  close(): Promise<void>;
}
