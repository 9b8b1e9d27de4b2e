/** What a loader says about a file: plain data that every engine and surface starts from. */
import type { Endian } from "../base/bytes.ts";
import type { Issue } from "../base/issue.ts";
import type { ExportList } from "./export-list.ts";
import type { MachOFacts } from "./macho/facts.ts";
import type { PeFacts } from "./pe/facts.ts";
import type { SymbolList } from "./symbol-list.ts";

export type Architecture =
  | "x86_64"
  | "x86"
  | "arm64"
  | "arm"
  | "riscv64"
  | "riscv32"
  | "mips"
  | "mips64"
  | "powerpc"
  | "powerpc64"
  | "s390x"
  | "sparc"
  | "sparc64"
  | "loongarch64"
  | "bpf"
  | "unknown";

export type ImageKind =
  | "executable"
  | "shared_object"
  | "dll"
  | "driver"
  | "relocatable"
  | "kernel_module"
  | "core_dump"
  | "bundle"
  | "dynamic_linker"
  | "debug_symbols"
  | "kernel_collection";

/**
 * A loaded file. Every `rva` is a number relative to `base`, so that addresses of 64-bit images are exact; what lies
 * further than 2^52 from the base is not mapped and is reported as an issue.
 */
export interface Image {
  readonly format: "elf" | "pe" | "macho";
  readonly kind: ImageKind;
  readonly architecture: Architecture;
  /** Machine number of the header as it stands, for files whose `architecture` is `unknown`. */
  readonly machine: number;
  readonly bits: 32 | 64;
  readonly endian: Endian;
  /** OS ABI of an ELF header (`sysv`, `linux`...); `windows` or `efi` for PE. */
  readonly abi: string;
  /**
   * Image base. The lowest loaded page for linked files. Relocatable files have no addresses: their sections are laid
   * out in header order from 0x100000.
   */
  readonly base: bigint;
  /** Entry point (rva), absent when the header names none. */
  readonly entry?: number;
  /** Whether the entry point is C's `main` itself, called by the system's own start code. */
  readonly entryIsMain?: boolean;
  readonly segments: readonly Segment[];
  /** Section headers in file order, the ones that occupy no memory included; empty when the file has none. */
  readonly sections: readonly Section[];
  /** Mapped memory: disjoint, ascending by rva. Sections first, then what segments map beside them. */
  readonly regions: readonly Region[];
  /** Those that have a name. */
  readonly symbols: SymbolList;
  readonly imports: readonly ImageImport[];
  readonly exports: ExportList;
  /** Pointer-sized slots whose run-time value the relocations fix inside this image; ascending by slot. */
  readonly pointers: PointerColumns;
  /** Slots (GOT entries) that hold the address of an import at run time; ascending by slot. */
  readonly importSlots: ImportSlotColumns;
  /** Slots that the loader overwrites with an address of its choice, though the file has one in them too. */
  readonly loaderSlots?: readonly number[];
  /** Code that only leads to an import, as a table of the file says; ascending by rva. */
  readonly stubs?: StubColumns;
  /** Bytes that relocations change in relocatable files; `Memory` applies them to its own copy. */
  readonly patches: readonly Patch[];
  /** Where tables of the file say that functions or pieces of functions are. */
  readonly functionHints: readonly FunctionHint[];
  /** Where exceptions in protected code lead; ascending by the start of that code. */
  readonly landingPads?: LandingPadColumns;
  /** True when unwind tables cover the code so well that a start which no table names is suspect. */
  readonly unwindComplete: boolean;
  /** True when a table names every function start of the code: nothing else is then searched for. */
  readonly startsComplete?: boolean;
  readonly linkage: Linkage;
  readonly build: BuildFacts;
  readonly hardening: readonly HardeningFact[];
  readonly issues: readonly Issue[];
}

export interface Segment {
  /** `LOAD`, `DYNAMIC`, `GNU_STACK`... or the number in hexadecimal. */
  readonly type: string;
  readonly rva: number;
  readonly size: number;
  readonly fileOffset: number;
  readonly fileSize: number;
  readonly permissions: Permissions;
  readonly align: number;
}

export interface Permissions {
  readonly read: boolean;
  readonly write: boolean;
  readonly execute: boolean;
}

export interface Section {
  readonly index: number;
  readonly name: string;
  /** `PROGBITS`, `NOBITS`, `SYMTAB`... or the number in hexadecimal. */
  readonly type: string;
  /** Absent for sections that occupy no memory. */
  readonly rva?: number;
  readonly size: number;
  readonly fileOffset: number;
  /** Bytes in the file, after clamping to its size. */
  readonly fileSize: number;
  readonly permissions: Permissions;
  /** Shannon entropy of the file bytes, 0 to 8 bits a byte; absent when there are none. */
  readonly entropy?: number;
}

/** A run of mapped memory with one origin and one set of permissions. */
export interface Region {
  /**
   * Section name, or `segment:N` for memory that only a segment maps, `headers` for the headers of the file, or
   * `external` for import placeholders.
   */
  readonly name: string;
  readonly rva: number;
  readonly size: number;
  readonly fileOffset: number;
  /** At most `size`; memory past it reads as zero. */
  readonly fileSize: number;
  readonly permissions: Permissions;
  /** What the bytes are for, so that scans leave tables alone. */
  readonly content: "code" | "stubs" | "data" | "zero" | "metadata" | "external";
}

export type SymbolKind = "function" | "object" | "tls" | "section" | "file" | "ifunc" | "notype" | "other";
export type SymbolBinding = "local" | "global" | "weak" | "unique" | "other";
export type SymbolSource = "symtab" | "dynsym" | "go_pclntab" | "debug";
export type SymbolVisibility = "default" | "internal" | "hidden" | "protected";

export interface ImageSymbol {
  /** Name as in the file, without version; possibly mangled. */
  readonly name: string;
  readonly version?: string;
  /** Absent for undefined and absolute symbols. */
  readonly rva?: number;
  readonly size: number;
  readonly kind: SymbolKind;
  readonly binding: SymbolBinding;
  readonly source: SymbolSource;
  readonly visibility?: SymbolVisibility;
}

export interface ImageImport {
  readonly name: string;
  readonly version?: string;
  /** File name of the library that version information binds it to; absent when the file does not say. */
  readonly library?: string;
  readonly kind: SymbolKind;
  readonly weak: boolean;
  /** Placeholder address in relocatable files (region `external`). */
  readonly rva?: number;
  /** PE: the number that stands in the table instead of a name. */
  readonly ordinal?: number;
}

export interface ImageExport {
  readonly name: string;
  readonly version?: string;
  readonly rva: number;
  readonly size: number;
  readonly kind: SymbolKind;
  /** PE: number under which it may be imported. */
  readonly ordinal?: number;
  /** PE: `LIBRARY.name` of the export that really serves it; `rva` is then that of this text. */
  readonly forwarder?: string;
}

export interface PointerColumns {
  readonly slot: Float64Array;
  readonly target: Float64Array;
}

export interface ImportSlotColumns {
  readonly slot: Float64Array;
  /** Index in `imports`. */
  readonly import: Uint32Array;
}

export interface StubColumns {
  readonly rva: Float64Array;
  /** Bytes. */
  readonly size: Uint32Array;
  /** Index in `imports`. */
  readonly import: Uint32Array;
}

/**
 * Rvas of protected code, half open, and of the code in the same function that takes over from it. A call is
 * protected when its last byte is. Of a handler that the function registers while it runs, the instruction that does
 * so counts as the protected code.
 */
export interface LandingPadColumns {
  readonly start: Float64Array;
  readonly end: Float64Array;
  readonly pad: Float64Array;
  /** 1 where any instruction can raise (structured exception handling), 0 where only calls can. */
  readonly faults: Uint8Array;
}

export interface Patch {
  readonly rva: number;
  readonly bytes: Uint8Array;
}

/** Where a function start comes from; the order is that of the bits in `FunctionTable.evidence`. */
export const EVIDENCE = [
  "entry",
  "symbol",
  "export",
  "eh_frame",
  "go_pclntab",
  "init_array",
  "call",
  "tail_call",
  "import_stub",
  "data_pointer",
  "code_pointer",
  "gap_search",
  "function_starts",
  "compact_unwind",
  "pdata",
  "exception_handler",
  "tls_callback",
  "guard_table",
  "safe_seh",
] as const;
export type Evidence = (typeof EVIDENCE)[number];

export interface FunctionHint {
  readonly rva: number;
  /** Bytes that the table gives it; absent when it gives none. */
  readonly size?: number;
  readonly source: Evidence;
  /** The range is a piece (`.cold`, `.part`) of another function, not a function of its own. */
  readonly fragment: boolean;
}

export interface Linkage {
  readonly interpreter?: string;
  readonly soname?: string;
  readonly needed: readonly string[];
  readonly runpath: readonly string[];
  readonly static: boolean;
}

export interface BuildFacts {
  /** GNU build id, hexadecimal. */
  readonly buildId?: string;
  readonly debugLink?: { readonly file: string; readonly crc32: number };
  /** Strings of `.comment`: the compilers that took part, each once. */
  readonly compilers: readonly string[];
  readonly notes: readonly { readonly owner: string; readonly type: string; readonly description: string }[];
  readonly go?: GoFacts;
  /** Kernel modules: `.modinfo` pairs in file order. */
  readonly moduleInfo?: readonly { readonly key: string; readonly value: string }[];
  readonly pe?: PeFacts;
  readonly stripped: boolean;
  readonly hasDebugInfo: boolean;
  readonly macho?: MachOFacts;
}

export interface GoFacts {
  /** `go1.22.3` as the build info says; absent when only the table speaks. */
  readonly version?: string;
  /** Lowest Go release that writes this pclntab layout: `1.2`, `1.16`, `1.18`, `1.20`. */
  readonly tableVersion?: string;
  readonly functions: number;
  readonly module?: string;
  readonly path?: string;
  readonly settings: readonly { readonly key: string; readonly value: string }[];
  readonly dependencies: readonly { readonly module: string; readonly version: string }[];
}

export interface HardeningFact {
  readonly property:
    | "pie"
    | "nx"
    | "relro"
    | "canary"
    | "cet"
    | "fortify"
    | "rpath"
    | "stripped"
    | "aslr"
    | "high_entropy_va"
    | "dep"
    | "cfg"
    | "safe_seh"
    | "nx_heap"
    | "arc"
    | "signed"
    | "hardened_runtime"
    | "library_validation"
    | "restrict"
    | "encrypted"
    | "pac";
  /** `yes`, `no`, `partial`, `full`, `ibt`, `ibt+shstk`, `unknown`... */
  readonly state: string;
  /** What in the file shows it: `PT_GNU_RELRO and DT_BIND_NOW`. */
  readonly evidence: string;
}
