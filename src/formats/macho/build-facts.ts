/** What a Mach-O file says about itself and how it was built. */
import type { Bytes } from "../../base/bytes.ts";
import type { BuildFacts, GoFacts } from "../image.ts";
import type { MachOFacts, MachOHeaderFacts, MachOPlatform, MachOSignature } from "./facts.ts";
import type { Layout } from "./layout.ts";
import { type Libraries, packedVersion } from "./libraries.ts";
import { COMMAND, commandName, commandOf } from "./load-commands.ts";
import {
  architectureName,
  fileTypeName,
  FILE_TYPE,
  flagNames,
  plainSubtype,
  platformName,
  toolName,
} from "./machines.ts";
import { SECTION_ATTRIBUTE } from "./segments.ts";
import type { SymbolEntry } from "./symbols.ts";

/** What facts of the header are drawn from. */
export interface HeaderSources {
  readonly layout: Layout;
  readonly libraries: Libraries;
  readonly signature: MachOSignature | undefined;
  readonly slice: MachOFacts["slice"];
}

/** What all facts are drawn from. */
export interface FactSources extends HeaderSources {
  readonly symbols: readonly SymbolEntry[];
  readonly fixups: string;
  readonly tables: MachOFacts["tables"];
  readonly reexports: MachOFacts["reexports"];
  readonly go: GoFacts | undefined;
}

export function buildFacts(sources: FactSources): BuildFacts {
  const { layout, go } = sources;
  return {
    compilers: [],
    notes: [],
    ...(go === undefined ? {} : { go }),
    stripped: isStripped(sources),
    hasDebugInfo: layout.sections.some(({ attributes, name }) => isDebug(attributes, name)),
    macho: { ...headerFacts(sources), fixups: sources.fixups, tables: sources.tables, reexports: sources.reexports },
  };
}

/** Whether the names that only this file needs are gone. Objects need theirs. */
export function isStripped({ layout, symbols }: Pick<FactSources, "layout" | "symbols">): boolean {
  if (layout.header.fileType === FILE_TYPE.object) return symbols.length === 0;
  return !symbols.some(({ place, external, privateExternal }) => place === "section" && (!external || privateExternal));
}

/** LLDB reads `__debug_info` in the segment `__DWARF`. */
function isDebug(attributes: number, name: string): boolean {
  return (attributes & SECTION_ATTRIBUTE.debug) !== 0 && /^__z?debug_info$/u.test(name);
}

/** Facts that need no more than the load commands and what they name. */
export function headerFacts(sources: HeaderSources): MachOHeaderFacts {
  const { layout, libraries, signature, slice } = sources;
  const { header, commands } = layout;
  const uuid = commandOf(commands, COMMAND.uuid, 24);
  const source = commandOf(commands, COMMAND.sourceVersion, 16);
  const encryption = encryptionInfo(layout);
  const { own } = libraries;
  return {
    fileType: fileTypeName(header.fileType),
    flags: flagNames(header.flags),
    cpuType: header.cpuType,
    cpuSubtype: plainSubtype(header.cpuSubtype),
    architectureName: architectureName(header.cpuType, header.cpuSubtype),
    ...(slice === undefined ? {} : { slice }),
    loadCommands: commands.map(({ type, bytes }) => ({
      name: commandName(type),
      fileOffset: bytes.fileOffset,
      size: bytes.length,
    })),
    ...(uuid === undefined ? {} : { uuid: uuidText(uuid.clamp(8, 16)) }),
    platforms: platformsOf(layout),
    ...(source === undefined ? {} : { sourceVersion: sourceVersion(source.u64(8)) }),
    libraries: libraries.needed,
    rpaths: libraries.rpaths,
    ...(own === undefined
      ? {}
      : { currentVersion: own.currentVersion, compatibilityVersion: own.compatibilityVersion }),
    ...(encryption === undefined ? {} : { encryption }),
    ...(signature === undefined ? {} : { signature }),
  };
}

/** In capitals with dashes, as tools of the platform write it. */
function uuidText(bytes: Bytes): string {
  const digits = Buffer.from(bytes.data).toString("hex").toUpperCase();
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/u, "$1-$2-$3-$4-$5");
}

/** `A.B.C.D.E` packed in 24 and four times 10 bits; zeros at the end are left out after the second. */
function sourceVersion(packed: bigint): string {
  const parts = [40n, 30n, 20n, 10n, 0n].map((shift) => (packed >> shift) & (shift === 40n ? 0xff_ffffn : 0x3ffn));
  while (parts.length > 2 && parts.at(-1) === 0n) parts.pop();
  return parts.join(".");
}

/** Commands of the time when each platform had its own. */
const MINIMUM_COMMANDS: ReadonlyMap<number, string> = new Map([
  [COMMAND.minimumMacos, "macos"],
  [COMMAND.minimumIos, "ios"],
  [COMMAND.minimumTvos, "tvos"],
  [COMMAND.minimumWatchos, "watchos"],
]);

function platformsOf({ commands }: Layout): MachOPlatform[] {
  return commands.flatMap(({ type, bytes }): MachOPlatform[] => {
    if (type === COMMAND.buildVersion && bytes.length >= 24) {
      return [{ platform: platformName(bytes.u32(8)), ...versions(bytes, 12), tools: toolsOf(bytes) }];
    }
    const platform = MINIMUM_COMMANDS.get(type);
    return platform === undefined || bytes.length < 16 ? [] : [{ platform, ...versions(bytes, 8), tools: [] }];
  });
}

function versions(bytes: Bytes, at: number): Pick<MachOPlatform, "minimumVersion" | "sdkVersion"> {
  const [minimum, sdk] = [bytes.u32(at), bytes.u32(at + 4)];
  return { minimumVersion: packedVersion(minimum), ...(sdk === 0 ? {} : { sdkVersion: packedVersion(sdk) }) };
}

function toolsOf(bytes: Bytes): string[] {
  const tools: string[] = [];
  for (let at = 24; tools.length < bytes.u32(20) && at + 8 <= bytes.length; at += 8) {
    tools.push(`${toolName(bytes.u32(at))} ${packedVersion(bytes.u32(at + 4))}`);
  }
  return tools;
}

function encryptionInfo({ commands, file }: Layout): MachOFacts["encryption"] {
  const command = commandOf(commands, COMMAND.encryption, 20) ?? commandOf(commands, COMMAND.encryption64, 20);
  if (command === undefined) return undefined;
  return { offset: file.fileOffset + command.u32(8), size: command.u32(12), id: command.u32(16) };
}
