/** What the tables of an executable, shared object or core dump say. */
import type { Bytes } from "../../base/bytes.ts";
import type { IssueList } from "../../base/issue.ts";
import type { Region } from "../image.ts";
import { Memory } from "../memory.ts";
import { gathered } from "../symbol-list.ts";
import type { Contents } from "./contents.ts";
import { Dynamic, DYNAMIC_TAG } from "./dynamic.ts";
import { dynamicSymbolBytes } from "./dynamic-symbols.ts";
import { exportsOf, imageSymbols, importsOf } from "./image-symbols.ts";
import { knownRanges } from "./known-ranges.ts";
import type { Layout } from "./layout.ts";
import { architectureOf } from "./machines.ts";
import { relocatedWords } from "./pointers.ts";
import { regionsOf } from "./regions.ts";
import { dynamicRelocationTables } from "./relocation-tables.ts";
import type { RelocationTable } from "./relocations.ts";
import { SECTION_TYPE, sectionBytes } from "./section-headers.ts";
import { SEGMENT_TYPE } from "./segments.ts";
import { linkedStrings, reportNames, sectionSymbols, symbolContext } from "./static-symbols.ts";
import { NO_SYMBOLS, readSymbols, type SymbolTable } from "./symbols.ts";
import { Versions } from "./versions.ts";

/** Reads the dynamic tables by the addresses that the run-time linker uses, and by section headers where it has none. */
export function linkedContents(layout: Layout, issues: IssueList): Contents {
  const { file, header, space } = layout;
  const mapped = regionsOf(file, layout.ranges);
  const memory = new Memory({ regions: mapped, patches: [], endian: file.endian }, file.data);
  const dynamic = readDynamic(layout, memory);
  const tables = dynamicRelocationTables(file, dynamic, layout.sections, issues);
  const versions = readVersions(layout, dynamic, issues);
  const dynamicSymbols = readDynamicSymbols(layout, { memory, dynamic, tables, versions }, issues);
  const { imports, byIndex } = importsOf(dynamicSymbols);
  const architecture = architectureOf(header.machine, header.bits);
  const { symbols } = dynamicSymbols;
  const words = relocatedWords(tables, { architecture, space, memory, symbols, importOf: byIndex });
  const regions = layout.sections.length > 0 ? mapped : splitRegions(layout, mapped, memory, dynamic, symbols.length);
  const staticSymbols = sectionSymbols(layout, "symtab", issues);
  return {
    ...words,
    regions,
    patches: [],
    memory: new Memory({ regions, patches: [], endian: file.endian }, file.data),
    dynamic,
    symbols: gathered([imageSymbols(staticSymbols), imageSymbols(dynamicSymbols)]),
    imports,
    exports: exportsOf(dynamicSymbols, threadLocalStart(layout)),
  };
}

/** Without section headers, the tables that can be found are cut out of what the segments map. */
function splitRegions(
  { file, segments, space, ranges }: Layout,
  regions: readonly Region[],
  memory: Memory,
  dynamic: Dynamic | undefined,
  dynamicSymbols: number,
): Region[] {
  const known = knownRanges({ regions, segments, memory, space, dynamic, dynamicSymbols });
  return regionsOf(file, [...known, ...ranges]);
}

function readDynamic({ file, segments, space }: Layout, memory: Memory): Dynamic | undefined {
  const segment = segments.find(({ type }) => type === SEGMENT_TYPE.dynamic);
  if (segment === undefined) return undefined;
  const rva = space.rvaOf(segment.address);
  const mapped = rva === undefined ? undefined : memory.contiguous(rva, segment.memorySize);
  return new Dynamic(mapped ?? file.clamp(segment.offset, segment.fileSize), space, memory);
}

interface DynamicTables {
  readonly memory: Memory;
  readonly dynamic: Dynamic | undefined;
  readonly tables: readonly RelocationTable[];
  readonly versions: Versions;
}

function readDynamicSymbols(layout: Layout, found: DynamicTables, issues: IssueList): SymbolTable {
  const { memory, dynamic, tables, versions } = found;
  if (dynamic === undefined) return sectionSymbols(layout, "dynsym", issues, versions);
  const { file, space, sections } = layout;
  const bytes = dynamicSymbolBytes({ file, space, memory, dynamic, sections, relocations: tables }, issues);
  if (bytes === undefined) return NO_SYMBOLS;
  const symbols = readSymbols(bytes, symbolContext(layout, "dynsym", dynamic.strings, versions));
  reportNames(dynamic.strings, bytes.fileOffset, issues);
  return symbols;
}

function readVersions(layout: Layout, dynamic: Dynamic | undefined, issues: IssueList): Versions {
  const { versym, verneed, verdef } = DYNAMIC_TAG;
  if (dynamic !== undefined) {
    const [indexes, needed, defined] = [versym, verneed, verdef].map((tag) => dynamic.bytes(tag, undefined, issues));
    return new Versions({ indexes, needed, defined, names: dynamic.strings }, issues);
  }
  const names = layout.sections.find(({ type }) => type === SECTION_TYPE.gnuVerneed || type === SECTION_TYPE.gnuVerdef);
  const tables = {
    indexes: bytesOfType(layout, SECTION_TYPE.gnuVersym),
    needed: bytesOfType(layout, SECTION_TYPE.gnuVerneed),
    defined: bytesOfType(layout, SECTION_TYPE.gnuVerdef),
    names: linkedStrings(layout, names),
  };
  return new Versions(tables, issues);
}

function bytesOfType({ file, sections }: Layout, wanted: number): Bytes | undefined {
  const section = sections.find(({ type }) => type === wanted);
  return section === undefined ? undefined : sectionBytes(file, section);
}

function threadLocalStart({ segments, space }: Layout): number | undefined {
  const segment = segments.find(({ type }) => type === SEGMENT_TYPE.tls);
  return segment === undefined ? undefined : space.rvaOf(segment.address);
}
