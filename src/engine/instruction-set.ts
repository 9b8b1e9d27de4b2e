/** What discovery and flow ask about instructions, so that one engine serves every architecture it can decode. */
import type { Image } from "../formats/image.ts";
import type { CodeSpace } from "./code-space.ts";
import type { DataWords } from "./data-words.ts";
import type { AbsoluteAddresses } from "./discovery/operands.ts";
import type { RegisterEffects } from "./register-values.ts";

/**
 * One instruction set in one mode. `out` is the array of `OUT_SIZE` entries that `decode` fills; questions about "the
 * instruction in `out`" are about the one decoded last, with the result that `decode` gave for it. All positions are
 * offsets in code space; `delta` turns them into rvas.
 */
export interface InstructionSet {
  /** Instructions start at multiples of it: a power of two. */
  readonly alignment: number;
  /** Bytes of the longest instruction. */
  readonly longest: number;
  /** Begins a path: nothing is known of what registers hold, and code is at `delta`. */
  readonly begin: (out: Int32Array, delta: number) => void;
  /** Length, flow class and flags of the instruction at `position`, behind which `SLACK` bytes may be read. */
  readonly decode: (code: Uint8Array, position: number, out: Int32Array) => number;
  /**
   * The same without operands: of `out` only `OUT.TARGET` means something, for JUMP, BRANCH and CALL. Absent where
   * decoding follows registers and so may leave nothing out.
   */
  readonly measure?: (code: Uint8Array, position: number, out: Int32Array) => number;
  /**
   * Sum of the flags without all of which an instruction that only goes on has no address in it, and none for those
   * behind it: -1 where registers carry addresses along.
   */
  readonly referringFlags: (absolute: AbsoluteAddresses) => number;
  /** Address that the memory operand of the instruction in `out` is at, `NOWHERE` when registers decide that. */
  readonly memoryAddress: (packed: number, out: Int32Array, delta: number, absolute: AbsoluteAddresses) => number;
  /** Address that an immediate of the instruction in `out` is, if it can be one; else `NOWHERE`. */
  readonly immediateAddress: (packed: number, out: Int32Array, absolute: AbsoluteAddresses) => number;
  /** Whether the operand of `memoryAddress` is one cell, not an array that an index register walks. */
  readonly isSingleCell: (packed: number, out: Int32Array) => boolean;
  /** Sum of `ACCESS` for the memory operand of the instruction in `out`. */
  readonly accessOf: (out: Int32Array) => number;
  /** Whether the instruction in `out` stores its immediate, and whether it does something that one does with addresses. */
  readonly storesImmediate: (out: Int32Array) => boolean;
  readonly takesAddress: (out: Int32Array, flow: number) => boolean;
  /** What the instruction in `out` puts into the register of the first argument; `undefined` when it leaves that alone. */
  readonly firstArgument: (packed: number, out: Int32Array, place: ArgumentPlace) => number | undefined;
  /** Whether functions begin like the code at `at`. */
  readonly isPrologue: (code: Uint8Array, at: number) => boolean;
  /** Whether the instruction at `at` takes a frame down, as in front of a tail call. */
  readonly endsFrame: (code: Uint8Array, at: number, out: Int32Array) => boolean;
  /** Whether the instruction at `at` is the rest of a function rather than the start of one. */
  readonly isEnding: (code: Uint8Array, at: number, out: Int32Array) => boolean;
  /** Whether the bytes at `at` decode, but only data looks like them. */
  readonly isZeroFill: (code: Uint8Array, at: number) => boolean;
  /** Bytes of filling between functions at `at`; 0 for anything else. */
  readonly paddingAt: (code: Uint8Array, at: number, out: Int32Array) => number;
  /** Address of the slot that the code at `offset` jumps through at once, as import stubs do; else `NOWHERE`. */
  readonly stubSlot: (space: CodeSpace, offset: number, out: Int32Array, absolute: AbsoluteAddresses) => number;
  readonly switches: (ground: SwitchGround) => SwitchForms;
  /** Absent where memory operands name their addresses by themselves: nothing is carried along. */
  readonly registers?: (space: CodeSpace, absolute: AbsoluteAddresses) => RegisterFlow;
  /** Absent where decoding follows registers by itself. */
  readonly effects?: (image: Image) => RegisterEffects;
  /** Tables that jumps name whole, found without a walk; absent where there are none of the kind. */
  readonly namedTables?: (space: CodeSpace, absolute: AbsoluteAddresses) => readonly NamedTable[];
  /** Absent where paths of a function take nothing over from each other. */
  readonly functionBases?: () => FunctionBases;
  /** Whether the code at `at` belongs to its caller, though it is called; absent where that does not happen. */
  readonly isPartOfCaller?: (code: Uint8Array, at: number) => boolean;
}

/** A table of addresses at `rva`, and the offset of the jump through it. */
export interface NamedTable {
  readonly rva: number;
  readonly jump: number;
}

/** What is known all through a function, for walks that take its paths in any order. */
export interface FunctionBases {
  /** Notes the state in `out`, inside the function. */
  readonly note: (index: number, out: Int32Array) => void;
  /** Begins a path inside the function with what was noted. */
  readonly resume: (index: number, out: Int32Array) => void;
}

/** How an instruction uses its explicit memory operand; a read-modify-write is `READ | WRITE`. */
export const ACCESS = { NONE: 0, READ: 1, WRITE: 2 } as const;

export interface ArgumentPlace {
  readonly delta: number;
  readonly absolute: AbsoluteAddresses;
  readonly words: DataWords;
}

/** What the recognition of switches reads; `marks` are those of discovery as it goes on. */
export interface SwitchGround {
  readonly space: CodeSpace;
  readonly marks: Uint8Array;
  readonly words: DataWords;
  readonly absolute: AbsoluteAddresses;
}

/** How compilers for an architecture write switches. */
export interface SwitchForms {
  /** Tables that may be behind the indirect jump at `at`, decoded in `out`, the likeliest first. */
  readonly plansAt: (at: number, packed: number, out: Int32Array) => Iterable<TablePlan>;
}

/**
 * A table to try. Entries of 8 bytes without a base are addresses; others are distances from `base`, in units of
 * `1 << shift` bytes.
 */
export interface TablePlan {
  readonly table: number;
  readonly base: number;
  readonly entrySize: 1 | 2 | 4 | 8;
  readonly signed: boolean;
  readonly shift: number;
  /** Number of entries that a comparison allows, 0 when none is seen. */
  readonly bound: number;
}

/** What registers hold from block to block, in a pass over code in ascending order. */
export interface RegisterFlow {
  /** A block begins at `at`; `runsOn` when the one before goes on into it with the state in `out`. */
  readonly enter: (at: number, runsOn: boolean, out: Int32Array, delta: number) => void;
  /** The state in `out` reaches `target`. */
  readonly leave: (at: number, target: number, out: Int32Array) => void;
}
