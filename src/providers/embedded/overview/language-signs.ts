/** What each language and its compilers leave in the programs they make. */

/** Where a sign is looked for. */
export type TraceKind = "compilers" | "sections" | "libraries" | "sources" | "strings" | "module" | "go";

/** A sign in texts of which there are few, or strings that hold a literal. */
export interface TextSign {
  /** What was found, for people; an example follows it. */
  readonly label: string;
  readonly in: TraceKind;
  readonly pattern: RegExp;
  /** Of signs in strings: the literal that is searched for before the pattern is tried. */
  readonly needle?: string;
}

/** A sign in the names of symbols. */
export interface SymbolSign {
  readonly label: string;
  readonly in: "symbols";
  /** How names that fit begin, in ASCII: one for each of them. */
  readonly starts: readonly string[];
  /** What a name that begins so must also hold, in ASCII, before the pattern is tried. */
  readonly needle?: string;
  /** Absent when the beginning is enough. */
  readonly pattern?: RegExp;
}

export type Sign = TextSign | SymbolSign;

export interface LanguageSigns {
  readonly name: string;
  readonly signs: readonly Sign[];
}

/** Names of functions, of nested names, and of what describes a type (Itanium C++ ABI, section 5.1). */
const ITANIUM_STARTS: readonly string[] = [
  ...Array.from("KLSabcdefghijklmnopqrstuvwxyz0123456789", (next) => [`_Z${next}`, `_ZN${next}`]).flat(),
  "_ZTI",
  "_ZTS",
  "_ZTV",
];

/**
 * Most specific first: a name that fits several languages counts for the first. Go is settled by its tables, C is what
 * remains, since every language runs on start-up code in C.
 */
export const LANGUAGES: readonly LanguageSigns[] = [
  {
    name: "Go",
    signs: [
      { label: "tables of the Go linker", in: "go", pattern: /^/u },
      {
        label: "sections",
        in: "sections",
        pattern: /^(?:\.(?:gopclntab|go\.buildinfo|gosymtab)|__go(?:pclntab|_buildinfo|symtab))$/u,
      },
    ],
  },
  {
    name: "Rust",
    signs: [
      { label: "compiler note", in: "compilers", pattern: /^rustc /u },
      { label: "symbols", in: "symbols", starts: ["_R"], pattern: /^_R[A-Z0-9]/u },
      { label: "symbols", in: "symbols", starts: ["_ZN"], needle: "17h", pattern: /^_ZN.*17h[0-9a-f]{16}E/u },
      {
        label: "symbols",
        in: "symbols",
        starts: ["rust_"],
        pattern: /^rust_(?:begin_unwind|panic|eh_personality)$/u,
      },
      { label: "source paths", in: "strings", needle: "/rustc/", pattern: /\/rustc\/[0-9a-f]{40}[\\/]/u },
      {
        label: "source paths",
        in: "strings",
        needle: "library/std/src/",
        pattern: /\blibrary\/std\/src\/[\w/]+\.rs/u,
      },
      {
        label: "source paths",
        in: "strings",
        needle: "library\\std\\src\\",
        pattern: /\blibrary\\std\\src\\[\w\\]+\.rs/u,
      },
    ],
  },
  {
    name: "Swift",
    signs: [
      { label: "compiler note", in: "compilers", pattern: /\bSwift version\b/u },
      { label: "libraries", in: "libraries", pattern: /^libswift/u },
      {
        label: "symbols",
        in: "symbols",
        starts: ["$s", "$S", "_$s", "_$S", "swift_"],
        pattern: /^(?:_?\$[sS]\w{4,}|swift_(?:retain|release|allocObject)$)/u,
      },
    ],
  },
  {
    name: "D",
    signs: [
      { label: "compiler note", in: "compilers", pattern: /\b(?:DMD|LDC|GDC|ldc version)\b/u },
      { label: "libraries", in: "libraries", pattern: /^lib(?:phobos2|druntime|gphobos|gdruntime)/u },
      {
        label: "symbols",
        in: "symbols",
        starts: ["_Dmain", "_D2rt", "_D3std", "_D4core", "_D6object", "_d_run_main"],
        pattern: /^(?:_D(?:main$|2rt|3std|4core|6object)|_d_run_main)/u,
      },
    ],
  },
  {
    name: "Nim",
    signs: [
      { label: "source files", in: "sources", pattern: /\.nim\.c$/u },
      {
        label: "symbols",
        in: "symbols",
        starts: ["NimMain", "PreMain", "nimGC_", "nimFrame"],
        pattern: /^(?:NimMain|PreMain$|nimGC_|nimFrame$)/u,
      },
      { label: "source paths", in: "strings", needle: ".nim", pattern: /\b(?:system|fatal|iterators|io)\.nim\b/u },
    ],
  },
  {
    name: "Zig",
    signs: [
      { label: "compiler note", in: "compilers", pattern: /^zig\b/u },
      {
        label: "symbols",
        in: "symbols",
        starts: ["__zig_", "zig_panic", "std.start.", "start.callMain", "debug.panic"],
      },
      {
        label: "panic messages",
        in: "strings",
        needle: "attempt to unwrap error: ",
        pattern: /attempt to unwrap error: /u,
      },
    ],
  },
  {
    name: "Haskell",
    signs: [
      { label: "compiler note", in: "compilers", pattern: /\bGHC \d/u },
      { label: "libraries", in: "libraries", pattern: /^libHS/u },
      {
        label: "symbols",
        in: "symbols",
        starts: ["hs_main", "stg_", "ghczm", "base_GHC", "ZCMain_main_"],
        pattern: /^(?:hs_main$|stg_\w+|ghczm|base_GHC|ZCMain_main_)/u,
      },
    ],
  },
  {
    name: "OCaml",
    signs: [{ label: "symbols", in: "symbols", starts: ["caml_main", "caml_startup", "caml_alloc", "camlStdlib"] }],
  },
  {
    name: "Crystal",
    signs: [{ label: "symbols", in: "symbols", starts: ["__crystal_main", "__crystal_malloc", "__crystal_raise"] }],
  },
  {
    name: "Ada",
    signs: [
      { label: "source files", in: "sources", pattern: /\.ad[bs]$/u },
      { label: "libraries", in: "libraries", pattern: /^libgna(?:t|rl)-/u },
      {
        label: "symbols",
        in: "symbols",
        starts: ["__gnat_", "adainit", "adafinal"],
        pattern: /^(?:__gnat_\w+|adainit|adafinal)$/u,
      },
    ],
  },
  {
    name: "Pascal",
    signs: [
      { label: "compiler note", in: "strings", needle: "FPC ", pattern: /^FPC \d+\.\d+\.\d+ /u },
      {
        label: "symbols",
        in: "symbols",
        starts: ["PASCALMAIN", "FPC_", "SYSTEM_$$_"],
        pattern: /^(?:PASCALMAIN$|FPC_\w+|SYSTEM_\$\$_)/u,
      },
    ],
  },
  {
    name: "Fortran",
    signs: [
      { label: "source files", in: "sources", pattern: /\.f(?:90|95|03|08|or|tn)?$/iu },
      { label: "compiler note", in: "compilers", pattern: /\bflang\b/u },
      { label: "libraries", in: "libraries", pattern: /^lib(?:gfortran|flang|ifcore)/u },
      { label: "symbols", in: "symbols", starts: ["_gfortran_", "_FortranA"] },
    ],
  },
  {
    name: "Objective-C",
    signs: [
      { label: "libraries", in: "libraries", pattern: /^lib(?:objc|gnustep-base)\./u },
      { label: "sections", in: "sections", pattern: /^__?objc_/u },
      {
        label: "symbols",
        in: "symbols",
        starts: ["objc_msg", "__objc_", "_OBJC_"],
        pattern: /^(?:objc_msg\w+|__objc_\w+|_OBJC_\w+)$/u,
      },
    ],
  },
  {
    name: ".NET",
    signs: [{ label: "runtime", in: "compilers", pattern: /^\.NET /u }],
  },
  {
    name: "Visual Basic",
    signs: [{ label: "libraries", in: "libraries", pattern: /^MSVBVM\d+\.DLL$/iu }],
  },
  {
    name: "C++",
    signs: [
      { label: "tools", in: "compilers", pattern: /^Microsoft Utc\d+_(?:\w+_)?CPP\b/u },
      { label: "libraries", in: "libraries", pattern: /^(?:MSVCP\d|libstdc\+\+-\d|libc\+\+\.dll)/iu },
      { label: "source files", in: "sources", pattern: /\.(?:cc|cpp|cxx|c\+\+|C)$/u },
      { label: "libraries", in: "libraries", pattern: /^lib(?:stdc\+\+|c\+\+)\.(?:so|\d\.dylib)/u },
      { label: "symbols", in: "symbols", starts: ITANIUM_STARTS },
      {
        label: "symbols",
        in: "symbols",
        starts: ["?", "__cxa_throw", "__gxx_personality_v0"],
        pattern: /^(?:\?[?\w]|__cxa_throw$|__gxx_personality_v0$)/u,
      },
    ],
  },
  {
    name: "C",
    signs: [
      { label: "kernel module information", in: "module", pattern: /^(?:license|vermagic)$/u },
      { label: "source files", in: "sources", pattern: /(?<!crtstuff|crt1)\.c$/u },
      { label: "compiler note", in: "compilers", pattern: /^(?:GCC:|Intel|tcc|icc)|\bclang version\b/u },
      { label: "libraries", in: "libraries", pattern: /^(?:libc\.so|libc\.musl|ld-musl|libSystem\.B\.dylib)/u },
      { label: "libraries", in: "libraries", pattern: /^(?:msvcrt|ucrtbase|vcruntime\d|api-ms-win-crt-)/iu },
      {
        label: "symbols",
        in: "symbols",
        starts: ["__libc_start_main", "__libc_csu_init", "printf", "malloc"],
        pattern: /^(?:__libc_start_main|__libc_csu_init|printf|malloc)$/u,
      },
    ],
  },
  {
    name: "assembly",
    signs: [{ label: "source files", in: "sources", pattern: /\.(?:asm|nasm|s|S)$/u }],
  },
];
