/** Load commands: what the kernel and the dynamic linker are told (Mach-O: `mach-o/loader.h`). */
import type { Bytes } from "../../base/bytes.ts";
import type { IssueList } from "../../base/issue.ts";
import { plural } from "../../base/plural.ts";
import type { Header } from "./header.ts";

export interface LoadCommand {
  /** Number without the bit that says that the dynamic linker must know it. */
  readonly type: number;
  /** The whole command, its type and size included. */
  readonly bytes: Bytes;
}

/** Numbers without `LC_REQ_DYLD`. */
export const COMMAND = {
  segment: 0x01,
  symbols: 0x02,
  thread: 0x04,
  unixThread: 0x05,
  dynamicSymbols: 0x0b,
  loadLibrary: 0x0c,
  idLibrary: 0x0d,
  loadLinker: 0x0e,
  idLinker: 0x0f,
  loadWeakLibrary: 0x18,
  segment64: 0x19,
  uuid: 0x1b,
  rpath: 0x1c,
  codeSignature: 0x1d,
  reexportLibrary: 0x1f,
  lazyLibrary: 0x20,
  encryption: 0x21,
  dyldInfo: 0x22,
  upwardLibrary: 0x23,
  minimumMacos: 0x24,
  minimumIos: 0x25,
  functionStarts: 0x26,
  main: 0x28,
  dataInCode: 0x29,
  sourceVersion: 0x2a,
  encryption64: 0x2c,
  minimumTvos: 0x2f,
  minimumWatchos: 0x30,
  buildVersion: 0x32,
  exportsTrie: 0x33,
  chainedFixups: 0x34,
} as const;

/** Names in the order of their numbers, from 1 on. */
const NAMES = (
  "SEGMENT SYMTAB SYMSEG THREAD UNIXTHREAD LOADFVMLIB IDFVMLIB IDENT FVMFILE PREPAGE DYSYMTAB LOAD_DYLIB ID_DYLIB " +
  "LOAD_DYLINKER ID_DYLINKER PREBOUND_DYLIB ROUTINES SUB_FRAMEWORK SUB_UMBRELLA SUB_CLIENT SUB_LIBRARY " +
  "TWOLEVEL_HINTS PREBIND_CKSUM LOAD_WEAK_DYLIB SEGMENT_64 ROUTINES_64 UUID RPATH CODE_SIGNATURE SEGMENT_SPLIT_INFO " +
  "REEXPORT_DYLIB LAZY_LOAD_DYLIB ENCRYPTION_INFO DYLD_INFO LOAD_UPWARD_DYLIB VERSION_MIN_MACOSX " +
  "VERSION_MIN_IPHONEOS FUNCTION_STARTS DYLD_ENVIRONMENT MAIN DATA_IN_CODE SOURCE_VERSION DYLIB_CODE_SIGN_DRS " +
  "ENCRYPTION_INFO_64 LINKER_OPTION LINKER_OPTIMIZATION_HINT VERSION_MIN_TVOS VERSION_MIN_WATCHOS NOTE BUILD_VERSION " +
  "DYLD_EXPORTS_TRIE DYLD_CHAINED_FIXUPS FILESET_ENTRY ATOM_INFO"
).split(" ");

/** `LC_UUID`..., or the number. */
export function commandName(type: number): string {
  const name = NAMES[type - 1];
  return name === undefined ? `0x${type.toString(16)}` : `LC_${name}`;
}

/** Reads commands in order, up to the first one that does not fit. */
export function readLoadCommands(file: Bytes, header: Header, issues: IssueList): LoadCommand[] {
  const all = file.clamp(header.size, header.commandsSize);
  const commands: LoadCommand[] = [];
  let at = 0;
  for (let index = 0; index < header.commands; index++) {
    const size = all.window(at, PREFIX)?.u32(4) ?? 0;
    const bytes = size < PREFIX ? undefined : all.window(at, size);
    if (bytes === undefined) {
      const message = `load command ${index} of ${header.commands} does not fit: ${size} ${plural(size, "byte")}`;
      issues.add("macho_load_command_wrong", message, all.fileOffset + at);
      break;
    }
    commands.push({ type: bytes.u32(0) & ~REQUIRED, bytes });
    at += size;
  }
  return commands;
}

/** The first command of a type that is at least `size` bytes long. */
export function commandOf(commands: readonly LoadCommand[], type: number, size: number): Bytes | undefined {
  return commands.find((command) => command.type === type && command.bytes.length >= size)?.bytes;
}

/** A text that a command holds: its offset in the command is the 32-bit number at `field`. */
export function commandText(bytes: Bytes, field: number): string {
  return bytes.cString(bytes.u32(field)).text;
}

/** Bytes of the `LINKEDIT` segment that a command of the form (type, size, offset, size) names. */
export function linkedData(file: Bytes, commands: readonly LoadCommand[], type: number): Bytes | undefined {
  const command = commandOf(commands, type, 16);
  return command === undefined ? undefined : file.clamp(command.u32(8), command.u32(12));
}

const PREFIX = 8;
const REQUIRED = 0x8000_0000;
