/** Processors, file types, flags and platforms by number (Mach-O: `mach/machine.h`, `mach-o/loader.h`). */
import type { Architecture, ImageKind } from "../image.ts";

/** A row of the table of processors. */
interface Processor {
  readonly architecture: Architecture;
  /** What tools of the platform call it; subtypes that have names of their own come beside it. */
  readonly name: string;
  readonly subtypes: Readonly<Record<number, string>>;
}

export const CPU = {
  x86: 7,
  x86_64: 0x0100_0007,
  arm: 12,
  arm64: 0x0100_000c,
  arm64_32: 0x0200_000c,
  powerpc: 18,
  powerpc64: 0x0100_0012,
} as const;

const ARM_SUBTYPES = {
  5: "armv4t",
  6: "armv6",
  7: "armv5",
  9: "armv7",
  10: "armv7f",
  11: "armv7s",
  12: "armv7k",
  13: "armv8",
  14: "armv6m",
  15: "armv7m",
  16: "armv7em",
} as const;

const POWERPC_SUBTYPES = { 1: "ppc601", 9: "ppc750", 10: "ppc7400", 11: "ppc7450", 100: "ppc970" } as const;

const PROCESSORS: ReadonlyMap<number, Processor> = new Map<number, Processor>([
  [CPU.x86, { architecture: "x86", name: "i386", subtypes: {} }],
  [CPU.x86_64, { architecture: "x86_64", name: "x86_64", subtypes: { 8: "x86_64h" } }],
  [CPU.arm, { architecture: "arm", name: "arm", subtypes: ARM_SUBTYPES }],
  [CPU.arm64, { architecture: "arm64", name: "arm64", subtypes: { 1: "arm64v8", 2: "arm64e" } }],
  [CPU.arm64_32, { architecture: "arm64", name: "arm64_32", subtypes: {} }],
  [CPU.powerpc, { architecture: "powerpc", name: "ppc", subtypes: POWERPC_SUBTYPES }],
  [CPU.powerpc64, { architecture: "powerpc64", name: "ppc64", subtypes: {} }],
  [8, { architecture: "mips", name: "mips", subtypes: {} }],
  [14, { architecture: "sparc", name: "sparc", subtypes: {} }],
]);

/** The high byte of a subtype holds capabilities: 64-bit libraries, the ABI of pointer authentication. */
const SUBTYPE_MASK = 0x00ff_ffff;

/** A processor subtype without its capability bits. */
export function plainSubtype(subtype: number): number {
  return subtype & SUBTYPE_MASK;
}

export function architectureOf(cpuType: number): Architecture {
  return PROCESSORS.get(cpuType)?.architecture ?? "unknown";
}

/** `x86_64`, `arm64e`, `armv7`..., or both numbers. */
export function architectureName(cpuType: number, subtype: number): string {
  const processor = PROCESSORS.get(cpuType);
  if (processor !== undefined) return processor.subtypes[plainSubtype(subtype)] ?? processor.name;
  return `cpu 0x${cpuType.toString(16)} subtype ${plainSubtype(subtype)}`;
}

export const FILE_TYPE = {
  object: 1,
  executable: 2,
  core: 4,
  preload: 5,
  library: 6,
  linker: 7,
  bundle: 8,
  libraryStub: 9,
  debugSymbols: 10,
  kernelExtension: 11,
  fileSet: 12,
} as const;

interface FileTypeRow {
  readonly name: string;
  readonly kind: ImageKind;
}

const FILE_TYPES: ReadonlyMap<number, FileTypeRow> = new Map<number, FileTypeRow>([
  [FILE_TYPE.object, { name: "MH_OBJECT", kind: "relocatable" }],
  [FILE_TYPE.executable, { name: "MH_EXECUTE", kind: "executable" }],
  [3, { name: "MH_FVMLIB", kind: "shared_object" }],
  [FILE_TYPE.core, { name: "MH_CORE", kind: "core_dump" }],
  [FILE_TYPE.preload, { name: "MH_PRELOAD", kind: "executable" }],
  [FILE_TYPE.library, { name: "MH_DYLIB", kind: "shared_object" }],
  [FILE_TYPE.linker, { name: "MH_DYLINKER", kind: "dynamic_linker" }],
  [FILE_TYPE.bundle, { name: "MH_BUNDLE", kind: "bundle" }],
  [FILE_TYPE.libraryStub, { name: "MH_DYLIB_STUB", kind: "shared_object" }],
  [FILE_TYPE.debugSymbols, { name: "MH_DSYM", kind: "debug_symbols" }],
  [FILE_TYPE.kernelExtension, { name: "MH_KEXT_BUNDLE", kind: "kernel_module" }],
  [FILE_TYPE.fileSet, { name: "MH_FILESET", kind: "kernel_collection" }],
]);

/** `MH_EXECUTE`..., or the number. */
export function fileTypeName(fileType: number): string {
  return FILE_TYPES.get(fileType)?.name ?? String(fileType);
}

export function imageKind(fileType: number): ImageKind {
  return FILE_TYPES.get(fileType)?.kind ?? "executable";
}

export const HEADER_FLAG = {
  splitSegments: 0x20,
  twoLevel: 0x80,
  allowStackExecution: 0x2_0000,
  pie: 0x20_0000,
  noHeapExecution: 0x100_0000,
} as const;

/** Names of bits 0 to 31 of the header's flags; empty for bits without one. */
const FLAG_NAMES = (
  "NOUNDEFS INCRLINK DYLDLINK BINDATLOAD PREBOUND SPLIT_SEGS LAZY_INIT TWOLEVEL FORCE_FLAT NOMULTIDEFS " +
  "NOFIXPREBINDING PREBINDABLE ALLMODSBOUND SUBSECTIONS_VIA_SYMBOLS CANONICAL WEAK_DEFINES BINDS_TO_WEAK " +
  "ALLOW_STACK_EXECUTION ROOT_SAFE SETUID_SAFE NO_REEXPORTED_DYLIBS PIE DEAD_STRIPPABLE_DYLIB HAS_TLV_DESCRIPTORS " +
  "NO_HEAP_EXECUTION APP_EXTENSION_SAFE NLIST_OUTOFSYNC_WITH_DYLDINFO SIM_SUPPORT IMPLICIT_PAGEZERO"
).split(" ");

/** Names of the flags that are set, lowest bit first: `MH_PIE`; unnamed bits as numbers. */
export function flagNames(flags: number): string[] {
  const names: string[] = [];
  for (let bit = 0; bit < 32; bit++) {
    if (((flags >>> bit) & 1) === 0) continue;
    const name = bit === 31 ? "DYLIB_IN_CACHE" : FLAG_NAMES[bit];
    names.push(name === undefined ? `0x${(2 ** bit).toString(16)}` : `MH_${name}`);
  }
  return names;
}

const PLATFORMS = (
  "macos ios tvos watchos bridgeos catalyst ios_simulator tvos_simulator watchos_simulator driverkit visionos " +
  "visionos_simulator firmware sepos"
).split(" ");

/** `macos`, `ios`..., or the number; platforms count from 1. */
export function platformName(platform: number): string {
  return PLATFORMS[platform - 1] ?? String(platform);
}

const TOOLS: ReadonlyMap<number, string> = new Map([
  [1, "clang"],
  [2, "swift"],
  [3, "ld"],
  [4, "lld"],
]);

/** `clang`, `ld`..., or the number. */
export function toolName(tool: number): string {
  return TOOLS.get(tool) ?? `tool ${tool}`;
}
