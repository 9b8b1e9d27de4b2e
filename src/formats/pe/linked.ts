/** What the tables of an executable, library or driver say. */
import type { IssueList } from "../../base/issue.ts";
import { WordCollector } from "../elf/pointers.ts";
import { ExportList } from "../export-list.ts";
import type { Memory } from "../memory.ts";
import { readBaseRelocations } from "./base-relocations.ts";
import type { Contents } from "./contents.ts";
import { delayStubs } from "./delay-stubs.ts";
import { readExceptionTable, type UnwindRange } from "./exception-table.ts";
import { readExports } from "./exports.ts";
import { DIRECTORY, directoryOf } from "./header.ts";
import { imageImports, readImports } from "./imports.ts";
import type { Layout } from "./layout.ts";
import { architectureOf } from "./machines.ts";
import { MappedNames } from "./mapped-names.ts";
import { mappedRanges, memoryOf, regionsAround, type TableRange } from "./memory-map.ts";
import { namedSymbols, readSymbols } from "./symbols.ts";

/** Reads the tables that the optional header names, by the addresses that the loader uses. */
export function linkedContents(layout: Layout, issues: IssueList): Contents {
  const { file, header, space, sections } = layout;
  const ranges = mappedRanges(layout, issues);
  const mapped = memoryOf(file.data, regionsAround(layout, ranges, []));
  const names = new MappedNames(mapped, file.length);
  const sources = { header, memory: mapped, names, space, fileSize: file.length };
  const imports = readImports(sources, issues);
  const exports = readExports(sources, issues);
  const words = new WordCollector();
  readBaseRelocations(sources, words, issues);
  for (const [index, { slot }] of imports.libraries.flatMap(({ functions }) => functions).entries()) {
    words.addImport(slot, index);
  }
  const tables = [...imports.ranges, ...exports.ranges, ...namedTables(layout)];
  const regions = regionsAround(layout, ranges, tables);
  const symbols = readSymbols(layout, (number) => sections[number - 1]?.rva, issues);
  return {
    ...words.finish(),
    regions,
    patches: [],
    memory: memoryOf(file.data, regions),
    symbols: namedSymbols(symbols),
    imports: imageImports(imports.libraries),
    exports: ExportList.of(exports.exports),
    libraries: imports.libraries,
    ...(exports.library === undefined || exports.library === "" ? {} : { libraryName: exports.library }),
    ...delayStubs(imports.libraries, mapped, space),
    unwind: unwindRanges(layout, mapped, issues),
  };
}

/** Tables that lie in one piece. */
const NAMED_TABLES = [DIRECTORY.exceptions, DIRECTORY.relocations, DIRECTORY.debug, DIRECTORY.loadConfiguration];

function namedTables({ header }: Layout): TableRange[] {
  return NAMED_TABLES.flatMap((index) => directoryOf(header, index) ?? []);
}

function unwindRanges({ header }: Layout, memory: Memory, issues: IssueList): UnwindRange[] {
  const directory = directoryOf(header, DIRECTORY.exceptions);
  const table = directory === undefined ? undefined : memory.from(directory.rva, directory.size);
  const architecture = architectureOf(header.machine);
  return table === undefined ? [] : readExceptionTable(table, { architecture, memory }, issues);
}
