/** What a PE file says about how it was built. */
import { textOf } from "../../base/bytes.ts";
import type { IssueList } from "../../base/issue.ts";
import { entropyOf } from "../entropy.ts";
import type { BuildFacts, GoFacts } from "../image.ts";
import type { Memory } from "../memory.ts";
import { compilerNotes } from "./compilers.ts";
import type { Contents } from "./contents.ts";
import type { DebugFacts } from "./debug-directory.ts";
import type { PeFacts } from "./facts.ts";
import { DIRECTORY, directoryOf } from "./header.ts";
import { importHash } from "./import-hash.ts";
import type { Layout } from "./layout.ts";
import { subsystemName } from "./machines.ts";
import { readResources, type Resource } from "./resources.ts";
import { readRichHeader } from "./rich-header.ts";
import { readSignature } from "./signature.ts";
import { readVersionInformation } from "./version-information.ts";

/** Facts for every format, and those of PE in `pe`. */
export function buildFacts(
  layout: Layout,
  contents: Contents,
  debug: DebugFacts,
  go: GoFacts | undefined,
  issues: IssueList,
): BuildFacts {
  const { header, sections } = layout;
  const pe = peFacts(layout, contents, debug, issues);
  return {
    compilers: compilerNotes({ ...contents, rich: pe.rich, managed: pe.managed }),
    notes: [],
    ...(go === undefined ? {} : { go }),
    pe,
    stripped: header.symbolTable === 0 || header.symbols === 0,
    hasDebugInfo: sections.some(({ name, rawSize }) => DEBUG_SECTION.test(name) && rawSize > 0),
  };
}

const DEBUG_SECTION = /^\.(debug_info|zdebug_info|debug\$S|stab)$/u;

function peFacts(layout: Layout, { memory, libraries }: Contents, debug: DebugFacts, issues: IssueList): PeFacts {
  const { header, file } = layout;
  const { optional } = header;
  const resources = readResources(header, memory, issues);
  const version = resourceBytes(resources, "version", memory);
  const manifest = resourceBytes(resources, "manifest", memory);
  return {
    ...(optional === undefined
      ? {}
      : { linkerVersion: optional.linkerVersion, subsystem: subsystemName(optional.subsystem) }),
    timestamp: header.timestamp,
    reproducible: debug.reproducible,
    ...given("rich", header.signature === undefined ? undefined : readRichHeader(file, header.signature)),
    ...given("pdb", debug.pdb),
    debugEntries: debug.entries,
    ...given("version", version === undefined ? undefined : readVersionInformation(version)),
    ...given("manifest", manifest === undefined ? undefined : textOf(manifest.data).replace(BYTE_ORDER_MARK, "")),
    resources: countedByType(resources),
    ...given("signature", readSignature(header, file, issues)),
    ...given("importHash", importHash(libraries)),
    ...given("overlay", overlayOf(layout)),
    ...given("managed", managedVersion(layout, memory)),
  };
}

/** An optional field: absent when there is no value. */
function given<Key extends keyof PeFacts>(key: Key, value: PeFacts[Key] | undefined): { [key: string]: PeFacts[Key] } {
  return value === undefined ? {} : { [key]: value };
}

const BYTE_ORDER_MARK = /^\u{feff}/u;

/** Version and manifest resources that are larger are left alone. */
const RESOURCE_LIMIT = 0x1_0000;

function resourceBytes(resources: readonly Resource[], type: string, memory: Memory): ReturnType<Memory["window"]> {
  const found = resources.find((resource) => resource.type === type);
  return found === undefined || found.size > RESOURCE_LIMIT ? undefined : memory.window(found.rva, found.size);
}

/** Kinds of resources that are told apart; the rest is counted as `others`. */
const TYPE_LIMIT = 32;

function countedByType(resources: readonly Resource[]): PeFacts["resources"] {
  const types = new Map<string, { type: string; count: number; size: number }>();
  for (const { type, size } of resources) {
    const key = types.has(type) || types.size < TYPE_LIMIT ? type : "others";
    const known = types.get(key) ?? { type: key, count: 0, size: 0 };
    types.set(key, { type: key, count: known.count + 1, size: known.size + size });
  }
  return [...types.values()];
}

function overlayOf({ file, header, sections }: Layout): PeFacts["overlay"] {
  if (header.signature === undefined) return undefined;
  const symbolEnd = header.symbolTable === 0 ? 0 : header.symbolTable + header.symbols * header.symbolSize;
  const stringSize = symbolEnd === 0 ? 0 : (file.window(symbolEnd, 4)?.u32(0) ?? 0);
  const ends = sections.map(({ rawOffset, rawSize }) => (rawSize === 0 ? 0 : rawOffset + rawSize));
  const start = Math.max(header.optional?.headersSize ?? 0, symbolEnd + stringSize, ...ends.slice(0, 0xffff));
  const certificates = directoryOf(header, DIRECTORY.certificates);
  const end =
    certificates === undefined || certificates.rva < start ? file.length : Math.min(certificates.rva, file.length);
  const bytes = file.clamp(start, end - start);
  const entropy = entropyOf(bytes.data);
  return entropy === undefined ? undefined : { offset: start, size: bytes.length, entropy };
}

/** The CLR header names the metadata, which starts with the runtime's version (ECMA-335, II.24.2.1, II.25.3.3). */
function managedVersion({ header }: Layout, memory: Memory): string | undefined {
  const directory = directoryOf(header, DIRECTORY.managed);
  const metadata = directory === undefined ? undefined : memory.window(directory.rva, 16)?.u32(8);
  const root = metadata === undefined ? undefined : memory.window(metadata, 16);
  if (metadata === undefined || root === undefined || root.u32(0) !== METADATA_MAGIC) return undefined;
  return memory.window(metadata + 16, Math.min(root.u32(12), 255))?.cString(0).text;
}

const METADATA_MAGIC = 0x424a_5342;
