/** What each language and its compilers leave in the programs they make. */

/** Where a sign is looked for. */
export type TraceKind = "compilers" | "sections" | "libraries" | "sources" | "symbols" | "strings" | "module" | "go";

export interface Sign {
  /** What was found, for people; an example follows it. */
  readonly label: string;
  readonly in: TraceKind;
  readonly pattern: RegExp;
  /** Of signs in strings: the literal that is searched for before the pattern is tried. */
  readonly needle?: string;
}

export interface LanguageSigns {
  readonly name: string;
  readonly signs: readonly Sign[];
}

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
      {
        label: "symbols",
        in: "symbols",
        pattern: /^(?:_R[A-Z0-9]|_ZN.*17h[0-9a-f]{16}E|rust_(?:begin_unwind|panic|eh_personality)$)/u,
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
      { label: "symbols", in: "symbols", pattern: /^(?:_?\$[sS]\w{4,}|swift_(?:retain|release|allocObject)$)/u },
    ],
  },
  {
    name: "D",
    signs: [
      { label: "compiler note", in: "compilers", pattern: /\b(?:DMD|LDC|GDC|ldc version)\b/u },
      { label: "libraries", in: "libraries", pattern: /^lib(?:phobos2|druntime|gphobos|gdruntime)/u },
      { label: "symbols", in: "symbols", pattern: /^(?:_D(?:main$|2rt|3std|4core|6object)|_d_run_main)/u },
    ],
  },
  {
    name: "Nim",
    signs: [
      { label: "source files", in: "sources", pattern: /\.nim\.c$/u },
      { label: "symbols", in: "symbols", pattern: /^(?:NimMain|PreMain$|nimGC_|nimFrame$)/u },
      { label: "source paths", in: "strings", needle: ".nim", pattern: /\b(?:system|fatal|iterators|io)\.nim\b/u },
    ],
  },
  {
    name: "Zig",
    signs: [
      { label: "compiler note", in: "compilers", pattern: /^zig\b/u },
      { label: "symbols", in: "symbols", pattern: /^(?:__zig_|zig_panic|std\.start\.|start\.callMain|debug\.panic)/u },
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
      { label: "symbols", in: "symbols", pattern: /^(?:hs_main$|stg_\w+|ghczm|base_GHC|ZCMain_main_)/u },
    ],
  },
  {
    name: "OCaml",
    signs: [{ label: "symbols", in: "symbols", pattern: /^caml(?:_main|_startup|_alloc\w*|Stdlib)/u }],
  },
  {
    name: "Crystal",
    signs: [{ label: "symbols", in: "symbols", pattern: /^__crystal_(?:main|malloc|raise)/u }],
  },
  {
    name: "Ada",
    signs: [
      { label: "source files", in: "sources", pattern: /\.ad[bs]$/u },
      { label: "libraries", in: "libraries", pattern: /^libgna(?:t|rl)-/u },
      { label: "symbols", in: "symbols", pattern: /^(?:__gnat_\w+|adainit|adafinal)$/u },
    ],
  },
  {
    name: "Pascal",
    signs: [
      { label: "compiler note", in: "strings", needle: "FPC ", pattern: /^FPC \d+\.\d+\.\d+ /u },
      { label: "symbols", in: "symbols", pattern: /^(?:PASCALMAIN$|FPC_\w+|SYSTEM_\$\$_)/u },
    ],
  },
  {
    name: "Fortran",
    signs: [
      { label: "source files", in: "sources", pattern: /\.f(?:90|95|03|08|or|tn)?$/iu },
      { label: "compiler note", in: "compilers", pattern: /\bflang\b/u },
      { label: "libraries", in: "libraries", pattern: /^lib(?:gfortran|flang|ifcore)/u },
      { label: "symbols", in: "symbols", pattern: /^_(?:gfortran_|FortranA)/u },
    ],
  },
  {
    name: "Objective-C",
    signs: [
      { label: "libraries", in: "libraries", pattern: /^lib(?:objc|gnustep-base)\./u },
      { label: "sections", in: "sections", pattern: /^__?objc_/u },
      { label: "symbols", in: "symbols", pattern: /^(?:objc_msg\w+|__objc_\w+|_OBJC_\w+)$/u },
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
      {
        label: "symbols",
        in: "symbols",
        pattern: /^(?:\?[?\w]|_ZT[ISV]|_ZN?[KLSa-z0-9]|__cxa_throw$|__gxx_personality_v0$)/u,
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
      { label: "symbols", in: "symbols", pattern: /^(?:__libc_start_main|__libc_csu_init|printf|malloc)$/u },
    ],
  },
  {
    name: "assembly",
    signs: [{ label: "source files", in: "sources", pattern: /\.(?:asm|nasm|s|S)$/u }],
  },
];
