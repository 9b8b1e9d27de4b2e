/**
 * What the engine knows about an image: columns on typed arrays, so that a program of a hundred megabytes fits in
 * memory, crosses a thread without copying and lies on disk as it is.
 */
import type { FunctionNames } from "./function-names.ts";

import type { Issue } from "../base/issue.ts";

/** Addresses relative to the image base: 32 bits wide when the image allows it. */
export type RvaColumn = Uint32Array | Float64Array;

/** Texts one after the other in UTF-8; `offsets` has one more entry than there are texts. */
export interface TextColumn {
  readonly bytes: Uint8Array;
  readonly offsets: Uint32Array;
}

/** Functions, ascending by rva. */
export interface FunctionTable {
  readonly rva: RvaColumn;
  /** Bytes from the start to the end of the part that is contiguous with it. */
  readonly size: Uint32Array;
  /** Bit n is set when `EVIDENCE[n]` of formats/image.ts found it. */
  readonly evidence: Uint32Array;
  /** Sum of `FUNCTION_FLAGS`. */
  readonly flags: Uint16Array;
  /** Index in `Image.imports` of the import that a stub leads to, -1 for other functions. */
  readonly import: Int32Array;
  readonly instructions: Uint32Array;
  /** Blocks of function i are `[firstBlock[i], firstBlock[i + 1])`. */
  readonly firstBlock: Uint32Array;
  /** Number of distinct functions that call or tail-call it. */
  readonly callers: Uint32Array;
  readonly name: FunctionNames;
}

export const FUNCTION_FLAGS = {
  /** Never returns to its caller. */
  noReturn: 1,
  /** Is one jump to another function. */
  thunk: 2,
  /** Leads to an import: PLT entry or the like. */
  importStub: 4,
  /** Has an indirect jump whose targets are not known: blocks may be missing. */
  unresolvedJump: 8,
  /** Code of it runs into bytes that decode to no instruction. */
  badInstruction: 16,
} as const;

/** Basic blocks, ascending by (function, rva); the first of a function holds its start. */
export interface BlockTable {
  readonly rva: RvaColumn;
  readonly size: Uint32Array;
  readonly instructions: Uint32Array;
  /** Edges out of block i are `[firstEdge[i], firstEdge[i + 1])`. */
  readonly firstEdge: Uint32Array;
}

export const EDGE_KINDS = ["fall_through", "jump", "branch", "switch", "call_return", "exception"] as const;

export interface EdgeTable {
  /** Index in the block table. */
  readonly to: Uint32Array;
  /** Index in `EDGE_KINDS`. */
  readonly kind: Uint8Array;
}

/**
 * How one place refers to another. `import_call` and `import_jump` go through a slot: their target is the slot.
 * `switch` joins an indirect jump to each of its targets. `pointer` is a pointer-sized value in data.
 */
export const REFERENCE_KINDS = [
  "call",
  "tail_call",
  "jump",
  "branch",
  "switch",
  "jump_table",
  "import_call",
  "import_jump",
  "address",
  "read",
  "write",
  "pointer",
] as const;
export type ReferenceKind = (typeof REFERENCE_KINDS)[number];

/** References, ascending by (from, to, kind). */
export interface ReferenceTable {
  readonly from: RvaColumn;
  readonly to: RvaColumn;
  /** Index in `REFERENCE_KINDS`. */
  readonly kind: Uint8Array;
  /** Row numbers in the order (to, from, kind). */
  readonly byTarget: Uint32Array;
}

/** Calls and jumps whose target the engine does not know, ascending by rva. */
export interface UnresolvedTable {
  readonly rva: RvaColumn;
  /** 0 call, 1 jump. */
  readonly kind: Uint8Array;
}

export const STRING_ENCODINGS = ["ascii", "utf8", "utf16le", "utf16be"] as const;

/** Strings, ascending by rva. */
export interface StringTable {
  readonly rva: RvaColumn;
  /** Bytes of the encoded text, a terminator not counted. */
  readonly size: Uint32Array;
  /** Index in `STRING_ENCODINGS`. */
  readonly encoding: Uint8Array;
  /** 0 when a NUL or another encoding ends it, 1 when a length elsewhere in the program does (Go, Rust). */
  readonly counted: Uint8Array;
  readonly value: TextColumn;
}

/** Everything that analysis adds to an image. */
export interface Program {
  readonly functions: FunctionTable;
  readonly blocks: BlockTable;
  readonly edges: EdgeTable;
  readonly references: ReferenceTable;
  readonly unresolved: UnresolvedTable;
  readonly strings: StringTable;
  /** Rows of the image's symbols that have an address, ascending by it. */
  readonly symbolOrder: Uint32Array;
  readonly counts: ProgramCounts;
  /** What was left out, and why. */
  readonly issues: readonly Issue[];
}

export interface ProgramCounts {
  readonly instructions: number;
  readonly jumpTables: number;
  /** Bytes of executable regions that belong to no instruction, jump table or padding. */
  readonly unclaimedCodeBytes: number;
  /** False when the architecture has no decoder: the lists of functions come from tables alone. */
  readonly codeAnalysed: boolean;
}

/** Called now and then with the share of the work that is done, 0 to 1, never falling. */
export type ProgressSink = (stage: string, fraction: number) => void;
