/** Which tables hold for the programs of a platform, and how its linkers write the names of C functions. */
import type { Convention } from "./declaration.ts";

/** In the words of the engine's `Image`. */
export interface Machine {
  readonly format: string;
  readonly architecture: string;
  readonly bits: number;
}

export interface Platform {
  /** In the order in which they are asked for a name. */
  readonly functions: readonly FunctionTable[];
  /** Names of the tables of types; of two that declare a name the earlier one decides. */
  readonly types: readonly string[];
  /** What a function may be called in the tables that a file calls so, the likeliest first. */
  readonly plainNames: (name: string) => readonly string[];
}

export interface FunctionTable {
  readonly name: string;
  /** Of its functions that do not say their own; absent where the processor has only one. */
  readonly convention?: Convention | undefined;
}

/** Formats without a table of their own are taken for ELF. */
export function platformOf({ format, architecture, bits }: Machine): Platform {
  if (format === "pe") return windows(bits);
  if (format === "macho") return darwin(architecture, bits);
  return linux(architecture, bits);
}

function windows(bits: number): Platform {
  const tables: readonly FunctionTable[] = [
    { name: "windows", convention: "__stdcall" },
    { name: "c", convention: "__cdecl" },
    { name: "cxx", convention: "__cdecl" },
  ];
  return {
    functions: bits === 32 ? tables : tables.map(({ name }) => ({ name })),
    types: [`windows-${bits}`, "windows"],
    plainNames: (name) => [name, ...withoutDecoration(name)],
  };
}

/** `_ExitProcess@4` of objects for 32 bits, and `_printf` (Microsoft, "Decorated names"). */
function withoutDecoration(name: string): string[] {
  const plain = /^_(\w+?)(?:@\d+)?$/u.exec(name)?.[1];
  return plain === undefined ? [] : [plain];
}

function darwin(architecture: string, bits: number): Platform {
  return {
    functions: [{ name: "darwin" }, { name: "posix" }, { name: "c" }, { name: "cxx" }],
    types: [`darwin-${architecture}`, ...(bits === 64 ? ["darwin-64"] : []), "darwin", "darwin-other", "unix"],
    plainNames: withoutVariant,
  };
}

/** Without the underscore of C, and without what says which variant it is: `_stat$INODE64`. */
function withoutVariant(name: string): string[] {
  const plain = /^_(\w+)(?:\$\w+)*$/u.exec(name)?.[1];
  return plain === undefined ? [name] : [plain];
}

function linux(architecture: string, bits: number): Platform {
  const generic = GENERIC.test(architecture) ? [...(bits === 64 ? ["linux-64"] : []), "linux-generic"] : [];
  const own = bits === (architecture === "x86" ? 32 : 64) ? [`linux-${architecture}`] : [];
  return {
    functions: [{ name: "glibc" }, { name: "posix" }, { name: "c" }, { name: "cxx" }],
    types: [...own, ...generic, "linux", "linux-other", "unix"],
    plainNames: (name) => [name],
  };
}

/** Processors whose Linux has the members of structures in the usual order. */
const GENERIC = /^(?:x86|x86_64|arm|arm64|riscv32|riscv64)$/u;
