/**
 * The closed vocabulary of facts about a program that cross a process, a disk or a wire. Every provider answers in
 * these shapes, and an operation cannot tell which provider spoke.
 */
import { z } from "zod";

/** A virtual address: lower-case hexadecimal, `0x401120`. */
export const address = z.string().regex(/^0x[0-9a-f]+$/u);
const count = z.int().min(0);
const share = z.number().min(0);

/** A place with a name, when something names it. */
export const placeSchema = z.object({ address, name: z.string() });

export const segmentSchema = z.object({
  kind: z.enum(["segment", "section"]),
  name: z.string(),
  /** Program header or section type: `LOAD`, `PROGBITS`. */
  type: z.string(),
  /** Null when it occupies no memory. */
  address: address.nullable(),
  size: count,
  file_offset: count,
  file_size: count,
  permissions: z.string().regex(/^[r-][w-][x-]$/u),
  /** Bits a byte, 0 to 8; null when it has no bytes in the file. */
  entropy: share.nullable(),
});
export type SegmentFact = z.infer<typeof segmentSchema>;

export const procedureKinds = ["function", "thunk", "import_stub"] as const;

export const procedureSchema = z.object({
  address,
  name: z.string(),
  size: count,
  kind: z.enum(procedureKinds),
  /** Which sources say that a function starts here: `symbol`, `eh_frame`, `call`... */
  evidence: z.array(z.string()),
  /** Distinct functions that call it. */
  callers: count,
});
export type ProcedureFact = z.infer<typeof procedureSchema>;

export const procedureInfoSchema = procedureSchema.extend({
  rva: z.string(),
  file_offset: count.nullable(),
  section: z.string().nullable(),
  /** Name as in the file when it differs from `name`. */
  raw_name: z.string().nullable(),
  /** Further names of the same address. */
  aliases: z.array(z.string()),
  library: z.string().nullable(),
  no_return: z.boolean(),
  instructions: count,
  blocks: count,
  edges: count,
  callees: count,
  /** Every contiguous run of its code, the first one holds the start. */
  ranges: z.array(z.object({ address, size: count })),
  /** What is not known about it: `indirect jump at 0x... has unknown targets`. */
  unknowns: z.array(z.string()),
});
export type ProcedureInfo = z.infer<typeof procedureInfoSchema>;

export const nameSchema = z.object({
  address: address.nullable(),
  name: z.string(),
  raw_name: z.string().nullable(),
  kind: z.string(),
  binding: z.string(),
  source: z.string(),
  size: count,
});
export type NameFact = z.infer<typeof nameSchema>;

export const stringSchema = z.object({
  address,
  value: z.string(),
  encoding: z.enum(["ascii", "utf8", "utf16le", "utf16be"]),
  byte_length: count,
  /** What ends it: a NUL in the file, or a length that the program keeps elsewhere. */
  terminator: z.enum(["nul", "length"]),
  section: z.string().nullable(),
  file_offset: count.nullable(),
  /** Places that refer to it. */
  references: count,
});
export type StringFact = z.infer<typeof stringSchema>;

export const importSchema = z.object({
  name: z.string(),
  raw_name: z.string().nullable(),
  /** Null when the file does not say which library. */
  library: z.string().nullable(),
  version: z.string().nullable(),
  kind: z.string(),
  weak: z.boolean(),
  /** Stub through which code reaches it; null when there is none. */
  stub: address.nullable(),
  /** Slots that hold its address at run time. */
  slots: z.array(address),
  /** Call sites that reach it. */
  calls: count,
});
export type ImportFact = z.infer<typeof importSchema>;

export const exportSchema = z.object({
  address,
  name: z.string(),
  raw_name: z.string().nullable(),
  version: z.string().nullable(),
  kind: z.string(),
  size: count,
  /** `LIBRARY.name` of the export that really serves it; only of forwarded ones. */
  forwards_to: z.string().optional(),
});
export type ExportFact = z.infer<typeof exportSchema>;

export const instructionSchema = z.object({
  address,
  /** Machine code, hexadecimal. */
  bytes: z.string(),
  mnemonic: z.string(),
  operands: z.string(),
  /** What the operands mean in this program: a symbol, an import, a string. */
  comment: z.string().optional(),
  /** Branch target or memory address that the instruction names. */
  target: address.optional(),
});
export type InstructionFact = z.infer<typeof instructionSchema>;

export const referenceKinds = [
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

export const referenceSchema = z.object({
  from: address,
  to: address,
  kind: z.enum(referenceKinds),
  /** Function that holds `from`; null when data does. */
  from_function: placeSchema.nullable(),
  /** Function, import, symbol or string at `to`. */
  to_name: z.string().nullable(),
});
export type ReferenceFact = z.infer<typeof referenceSchema>;

export const callSchema = z.object({
  /** Address of the calling instruction. */
  site: address,
  caller: placeSchema,
  /** Null when the target is computed at run time. */
  callee: placeSchema.extend({ library: z.string().nullable() }).nullable(),
  kind: z.enum(["direct", "import", "tail", "indirect"]),
});
export type CallFact = z.infer<typeof callSchema>;

export const edgeKinds = ["fall_through", "jump", "branch", "switch", "call_return", "exception"] as const;

export const blockSchema = z.object({
  address,
  size: count,
  instructions: count,
  successors: z.array(z.object({ address, kind: z.enum(edgeKinds) })),
});
export type BlockFact = z.infer<typeof blockSchema>;

const variableSchema = z.object({
  name: z.string(),
  /** In C. */
  type: z.string(),
  /** Register, `stack[-0x18]` relative to the stack pointer at entry, or an address. */
  storage: z.string(),
  size: count,
});

/**
 * A function as C. Every name in the text is a C identifier; `names` says which of them stand for a name that C does not
 * allow or that several things share.
 */
export const pseudocodeSchema = z.object({
  address,
  name: z.string(),
  /** Lines end with `\n`; warnings are apart. */
  text: z.string(),
  /** Instructions behind the lines of the text that have some, ascending. Lines count from 1. */
  lines: z.array(z.object({ line: z.int().min(1), addresses: z.array(address) })),
  signature: z.object({
    return_type: z.string(),
    /** The decompiler's name for the calling convention. */
    convention: z.string(),
    variadic: z.boolean(),
    no_return: z.boolean(),
  }),
  parameters: z.array(variableSchema),
  locals: z.array(variableSchema),
  /** What the function calls, each once, by address. */
  callees: z.array(placeSchema.extend({ library: z.string().nullable() })),
  /** Strings that it refers to, by address. */
  strings: z.array(stringSchema.pick({ address: true, value: true })),
  names: z.array(placeSchema.extend({ identifier: z.string() })),
  /** What the decompiler doubts; `address` is the instruction, when it is about one. */
  warnings: z.array(z.object({ message: z.string(), address: address.nullable() })),
  decompiler: z.object({ name: z.string(), version: z.string() }),
});
export type PseudocodeFact = z.infer<typeof pseudocodeSchema>;

/** What only PE files say. */
const peSchema = z.object({
  linker_version: z.string().nullable(),
  subsystem: z.string().nullable(),
  /** Of the file header, as it stands. */
  timestamp: count,
  /** The time stamp as a date; null when it is a hash, or missing. */
  built: z.string().nullable(),
  reproducible: z.boolean(),
  /** Tools that Microsoft's linker names; null when another linker made the file. */
  rich: z
    .object({ intact: z.boolean(), tools: z.array(z.object({ product: z.string(), build: count, count })) })
    .nullable(),
  pdb: z.object({ path: z.string(), guid: z.string(), age: count }).nullable(),
  debug_entries: z.array(z.string()),
  version: z.object({ file_version: z.string().nullable(), texts: z.record(z.string(), z.string()) }).nullable(),
  /** `text` is null when it is longer than 4,096 characters; `size` counts characters. */
  manifest: z.object({ size: count, execution_level: z.string().nullable(), text: z.string().nullable() }).nullable(),
  resources: z.array(z.object({ type: z.string(), count, size: count })),
  /** Whom the signature names. Nothing is verified. */
  signature: z
    .object({
      verified: z.literal(false),
      digest: z.string().nullable(),
      subject: z.string().nullable(),
      issuer: z.string().nullable(),
      serial: z.string().nullable(),
      file_offset: count,
      size: count,
    })
    .nullable(),
  imphash: z.string().nullable(),
  overlay: z.object({ file_offset: count, size: count, entropy: share }).nullable(),
  /** Version of the .NET runtime that the file asks for. */
  dotnet: z.string().nullable(),
});

const machoPlatformSchema = z.object({
  platform: z.string(),
  minimum_version: z.string(),
  sdk_version: z.string().nullable(),
  tools: z.array(z.string()),
});

/** What the signature claims. Nothing is verified. */
const machoSignatureSchema = z.object({
  verified: z.literal(false),
  identifier: z.string().nullable(),
  team_id: z.string().nullable(),
  flags: z.array(z.string()),
  hashes: z.array(z.string()),
  cd_hash: z.string().nullable(),
  certificates: z.boolean(),
  /** The property list as it stands; null when there is none, or it is longer than 16,384 characters. */
  entitlements: z.string().nullable(),
  der_entitlements: z.boolean(),
  file_offset: count,
  size: count,
});

/** What headers and load commands of a Mach-O program say. */
const machoHeaderSchema = z.object({
  file_type: z.string(),
  flags: z.array(z.string()),
  /** What tools of the platform call the processor: `arm64e`. */
  architecture_name: z.string(),
  /** The part of a universal file that this is; null for files of one architecture. */
  slice: z.object({ file_offset: count, size: count, architectures: z.array(z.string()) }).nullable(),
  uuid: z.string().nullable(),
  platforms: z.array(machoPlatformSchema),
  source_version: z.string().nullable(),
  libraries: z.array(
    z.object({
      path: z.string(),
      kind: z.enum(["needed", "weak", "reexport", "upward", "lazy"]),
      current_version: z.string(),
      compatibility_version: z.string(),
    }),
  ),
  rpaths: z.array(z.string()),
  current_version: z.string().nullable(),
  compatibility_version: z.string().nullable(),
  encryption: z.object({ file_offset: count, size: count, id: count }).nullable(),
  signature: machoSignatureSchema.nullable(),
});

/** What only Mach-O files say. */
export const machoSchema = machoHeaderSchema.extend({
  /** How pointers are fixed: `chained:64_offset`, `opcodes`, `relocations`, `none`. */
  fixups: z.string(),
  /** Entries of tables that say where functions are; `function_starts` is null when the linker left it out. */
  tables: z.object({ function_starts: count.nullable(), compact_unwind: count, landing_pads: count }),
  reexports: count,
});
export type MachOFact = z.infer<typeof machoSchema>;
export type MachOHeaderFact = z.infer<typeof machoHeaderSchema>;

/** A program of a file, as its headers describe it. */
export const fileProgramSchema = z.object({
  format: z.string(),
  /** What tools of the platform call the processor; `--arch` takes it. */
  name: z.string(),
  architecture: z.string(),
  machine: count,
  /** Null when the file does not hold the program's header. */
  bits: z.int().nullable(),
  endian: z.enum(["little", "big"]).nullable(),
  file_offset: count,
  size: count,
});
export type FileProgramFact = z.infer<typeof fileProgramSchema>;

/** A Mach-O program with its load commands and segments. */
export const machoProgramSchema = machoHeaderSchema.extend({
  bits: z.int(),
  endian: z.enum(["little", "big"]),
  load_commands: z.array(z.object({ name: z.string(), file_offset: count, size: count })),
  segments: z.array(
    z.object({
      name: z.string(),
      address,
      size: count,
      file_offset: count,
      file_size: count,
      permissions: z.string().regex(/^[r-][w-][x-]$/u),
      sections: z.array(z.object({ name: z.string(), type: z.string(), address, size: count, file_offset: count })),
    }),
  ),
  /** The property list of entitlements as values; null when there is none or it is damaged. */
  entitlements: z.record(z.string(), z.json()).nullable(),
  issues: z.array(z.object({ code: z.string(), offset: count.nullable(), message: z.string() })),
});
export type MachOProgramFact = z.infer<typeof machoProgramSchema>;

const ranked = procedureSchema.pick({ address: true, name: true, size: true, callers: true });

/** The first page a reverse engineer wants to read. */
export const overviewSchema = z.object({
  identity: z.object({
    file: z.string(),
    size: count,
    sha256: z.string(),
    sha1: z.string(),
    md5: z.string(),
    format: z.string(),
    kind: z.string(),
    architecture: z.string(),
    bits: z.int(),
    endian: z.enum(["little", "big"]),
    abi: z.string(),
    image_base: address,
    interpreter: z.string().nullable(),
    soname: z.string().nullable(),
    needed: z.array(z.string()),
    runpath: z.array(z.string()),
    static: z.boolean(),
    stripped: z.boolean(),
    debug_info: z.boolean(),
    build_id: z.string().nullable(),
    debug_link: z.string().nullable(),
  }),
  language: z.object({
    name: z.string(),
    evidence: z.array(z.string()),
    compilers: z.array(z.string()),
    go: z
      .object({
        version: z.string().nullable(),
        table: z.string().nullable(),
        functions: count,
        path: z.string().nullable(),
        module: z.string().nullable(),
        settings: z.record(z.string(), z.string()),
        dependencies: z.array(z.string()),
      })
      .nullable(),
    module_info: z.record(z.string(), z.string()).nullable(),
  }),
  hardening: z.array(z.object({ property: z.string(), state: z.string(), evidence: z.string() })),
  sections: z.array(segmentSchema),
  entry_points: z.array(placeSchema.extend({ role: z.string() })),
  counts: z.object({
    /** Without the two below. */
    functions: count,
    thunks: count,
    import_stubs: count,
    instructions: count,
    blocks: count,
    references: count,
    strings: count,
    symbols: count,
    imports: count,
    exports: count,
    jump_tables: count,
    unresolved_calls: count,
    unresolved_jumps: count,
    unclaimed_code_bytes: count,
  }),
  /** Functions by the source that found them; one function may have several. */
  evidence: z.record(z.string(), count),
  imports_by_theme: z.array(z.object({ theme: z.string(), total: count, names: z.array(z.string()) })),
  notable_strings: z.array(stringSchema.pick({ address: true, value: true }).extend({ reason: z.string() })),
  largest_functions: z.array(ranked),
  most_called_functions: z.array(ranked),
  /** Absent in other formats. */
  pe: peSchema.optional(),
  macho: machoSchema.optional(),
  /** False when the engine has no decoder for the architecture: functions then come from tables alone. */
  code_analysed: z.boolean(),
  issues: z.array(z.object({ code: z.string(), offset: count.nullable(), message: z.string() })),
});
export type Overview = z.infer<typeof overviewSchema>;
