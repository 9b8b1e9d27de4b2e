/** The port that every analysis engine implements, seen from the operations that use it. */
import type { Failure } from "../base/failure.ts";
import type {
  BlockFact,
  CallFact,
  ExportFact,
  FileProgramFact,
  ImportFact,
  InstructionFact,
  MachOProgramFact,
  NameFact,
  Overview,
  ProcedureFact,
  ProcedureInfo,
  PseudocodeFact,
  ReferenceFact,
  SegmentFact,
  StringFact,
} from "../contracts/facts.ts";
import type { Binding, TargetFact, Warning } from "../contracts/envelope.ts";
import type { Limit, Window } from "../contracts/page.ts";

/** An engine that can be bound to a target. */
export interface Provider {
  /** Lower-case identity; `auto` is reserved. */
  readonly id: string;
  /** For people. */
  readonly name: string;
  readonly version: string;
  /**
   * Analyses the sample, or takes a finished analysis from the store. Rejects with a `Failure`
   * (`target_format_unsupported`, `sample_changed`, `analysis_failed`...), and with the signal's reason when aborted,
   * within 100 ms.
   */
  open(request: OpenRequest): Promise<Analysis>;
}

export interface OpenRequest {
  /** As the caller gave it. */
  readonly path: string;
  readonly selectionSource: Binding["selection_source"];
  /**
   * Which program of a file for several architectures is meant: `x86_64`, `arm64e`. Files of one program take no
   * notice; without it, `open` rejects with `architecture_ambiguous` when the file holds several.
   */
  readonly architecture?: string;
  /** Called once with the sample's SHA-256 as soon as it is known, before any analysis starts. */
  readonly identified?: (sha256: string) => void;
  readonly maxSampleBytes: number;
  readonly signal: AbortSignal;
  readonly progress: (stage: string, fraction: number) => void;
}

/** Reads the headers of files without analysing them. */
export interface NativeInspector {
  /** The programs that a file holds, in its order. Rejects as `Provider.open` does with files that it cannot read. */
  programs(request: InspectRequest): Promise<Inspected<FileProgramFact>>;
  /**
   * Every Mach-O program of a file, or the one that `architecture` names; rejects with `target_format_unsupported` for
   * other files and with `architecture_ambiguous` when the file has no program of that name.
   */
  macho(request: InspectRequest & { readonly architecture?: string }): Promise<Inspected<MachOProgramFact>>;
}

export interface InspectRequest {
  /** As the caller gave it. */
  readonly path: string;
  readonly signal: AbortSignal;
}

/** What was found in a file. */
export interface Inspected<T> {
  readonly sha256: string;
  /** Bytes. */
  readonly size: number;
  readonly programs: readonly T[];
}

/** Part of a list: `total` is null when the search stopped before it could count. */
export interface Slice<T> {
  readonly items: readonly T[];
  readonly total: number | null;
  /** True when more items follow though `total` is null. */
  readonly more: boolean;
  /** Bounds that were reached on the way. */
  readonly limits: readonly Limit[];
}

/** Decides which texts a search keeps. Throws nothing; spends from its own budget. */
export interface TextMatch {
  matches(text: string): boolean;
  /** Set once the budget is spent: the search stops and its answer is truncated. */
  readonly exhausted: Limit | undefined;
}

/** One analysed target. Addresses are virtual; unmapped ones give `undefined` or an empty list, never a throw. */
export interface Analysis {
  readonly target: TargetFact;
  readonly binding: Binding;
  readonly imageBase: bigint;
  /** Whether a finished analysis served; absent when the provider keeps none. */
  readonly origin?: "store" | "engine";
  /** What went wrong around the analysis without making its answers wrong; may grow with every question. */
  readonly warnings?: readonly Warning[];

  overview(): Promise<Overview>;
  /** Segments first, then sections, each in header order. */
  segments(): Promise<readonly SegmentFact[]>;

  /** By address. `kinds` empty means every kind. */
  procedures(window: Window, filter: ProcedureFilter): Promise<Slice<ProcedureFact>>;
  /** Symbols of the file, by address, then name; undefined ones last. */
  names(window: Window, match?: TextMatch): Promise<Slice<NameFact>>;
  /** By address. */
  strings(window: Window, filter: StringFilter): Promise<Slice<StringFact>>;
  /** By name. */
  imports(window: Window, match?: TextMatch): Promise<Slice<ImportFact>>;
  /** By address, then name. */
  exports(window: Window, match?: TextMatch): Promise<Slice<ExportFact>>;

  /** The function that starts at the address. */
  procedure(address: bigint): Promise<ProcedureInfo | undefined>;
  /** The function whose code holds the address. */
  containing(address: bigint): Promise<ProcedureInfo | undefined>;
  /** Every function, symbol and import with this exact name (shown or raw), each address once, by address. */
  named(name: string): Promise<readonly NamedPlace[]>;
  /** What is known of an address: function, symbol, string, section. */
  describe(address: bigint): Promise<AddressFacts>;
  /** Virtual address of the first byte filled from `offset` of the file. */
  addressOfFileOffset(offset: number): bigint | undefined;

  /** Instructions of the function by address, every range of it. */
  assembly(procedure: bigint, options: AssemblyOptions): Promise<Slice<InstructionFact>>;
  /**
   * Decompiles the functions that start at these addresses, each once, and tells each answer as soon as it is there, in
   * no fixed order. What is wrong with one function is its answer; rejects when none can be decompiled
   * (`decompiler_missing`), with what `each` throws, and with the signal's reason: what was told by then stands.
   */
  pseudocode(procedures: readonly bigint[], options: PseudocodeOptions): Promise<void>;
  /**
   * SHA-256 over all that pseudocode of this program depends on: bytes, engine, decompiler, names. Rejects with
   * `decompiler_missing`.
   */
  pseudocodeKey(): Promise<string>;
  blocks(procedure: bigint): Promise<readonly BlockFact[]>;
  /** Call sites inside the function, by site; unresolved ones included. */
  callsFrom(procedure: bigint): Promise<readonly CallFact[]>;
  /** Call sites that reach the function (or, for a stub, its import), by site. */
  callsTo(procedure: bigint): Promise<readonly CallFact[]>;
  /** References whose target lies in `[address, address + size)`, by (from, to). */
  referencesTo(address: bigint, size: number): Promise<readonly ReferenceFact[]>;
  /** References whose source lies in `[address, address + size)`, by (from, to). */
  referencesFrom(address: bigint, size: number): Promise<readonly ReferenceFact[]>;
  /** References out of every range of the function, by (from, to). */
  referencesOf(procedure: bigint): Promise<readonly ReferenceFact[]>;
  /** Strings that the function refers to, by address. */
  stringsOf(procedure: bigint): Promise<readonly StringFact[]>;
  /** At most `size` bytes from the address, as far as the file fills them. */
  bytes(address: bigint, size: number): Promise<Uint8Array | undefined>;

  close(): Promise<void>;
}

export interface ProcedureFilter {
  readonly kinds: readonly ProcedureFact["kind"][];
  readonly match?: TextMatch;
  readonly order: "address" | "size" | "callers";
}

export interface StringFilter {
  readonly match?: TextMatch;
  /** Characters; 0 keeps all. */
  readonly minLength: number;
  readonly referencedOnly: boolean;
}

export interface AssemblyOptions {
  readonly syntax: "intel" | "att";
  readonly window: Window;
}

export interface PseudocodeOptions {
  readonly signal: AbortSignal;
  /** Milliseconds that one function may take. */
  readonly deadlineMs: number;
  /** The next answer waits until its promise settles. */
  readonly each: (procedure: bigint, answer: PseudocodeAnswer) => void | Promise<void>;
}

/** `failure` is `decompile_failed`, `decompile_timeout`, `decompile_too_complex`, `decompile_unsupported`... */
export type PseudocodeAnswer =
  | { readonly kind: "text"; readonly fact: PseudocodeFact }
  | { readonly kind: "failed"; readonly failure: Failure };

export interface NamedPlace {
  readonly address: bigint;
  readonly name: string;
  readonly kind: "function" | "import_stub" | "symbol";
}

export interface AddressFacts {
  readonly address: string;
  readonly rva: string;
  readonly fileOffset: number | null;
  readonly mapped: boolean;
  readonly section: string | null;
  readonly permissions: string | null;
  /** Name of what starts exactly here. */
  readonly name: string | null;
  readonly function: { readonly address: string; readonly name: string; readonly offset: number } | null;
  /** The symbol or string that holds the address, with the distance to its start. */
  readonly symbol: { readonly address: string; readonly name: string; readonly offset: number } | null;
  readonly string: StringFact | null;
}
