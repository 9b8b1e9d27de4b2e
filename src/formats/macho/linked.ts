/** What the tables of a linked file say. */
import type { IssueList } from "../../base/issue.ts";
import { regionsOf } from "../elf/regions.ts";
import { ExportList } from "../export-list.ts";
import type { ImageExport, Region, StubColumns, SymbolKind } from "../image.ts";
import type { MachOFacts } from "./facts.ts";
import { Memory } from "../memory.ts";
import type { Contents } from "./contents.ts";
import { readExportTrie, type TrieExport } from "./export-trie.ts";
import { readFixups } from "./fixups.ts";
import { addUndefined, ImportCollector } from "./imports.ts";
import { type IndirectEntry, readIndirectSymbols } from "./indirect-symbols.ts";
import type { Layout } from "./layout.ts";
import { type Libraries, libraryPath } from "./libraries.ts";
import { COMMAND, commandOf, linkedData } from "./load-commands.ts";
import { imageSymbols, readSymbols, type SymbolEntry } from "./symbols.ts";

/** Reads symbols, exports, imports and fixups. */
export function linkedContents(layout: Layout, libraries: Libraries, issues: IssueList): Contents {
  const { file } = layout;
  const regions = regionsOf(file, layout.ranges);
  const memory = memoryOf(layout, regions);
  const table = readSymbols(layout, issues);
  const trie = exportTrie(layout, issues);
  const exports = trie === undefined ? symbolExports(table) : trieExports(trie, layout, memory);
  const imports = new ImportCollector(libraries);
  const importOf = addUndefined(table, layout, imports);
  const indirect = readIndirectSymbols(layout, issues);
  const own = new Map(exports.map(({ name, rva }) => [name, rva]));
  const fixups = readFixups(
    {
      layout,
      memory,
      imports,
      indirect,
      importOf,
      symbolRva: (index) => table[index]?.rva,
      ownName: (name) => own.get(name),
    },
    issues,
  );
  const stubs = stubsOf(indirect, importOf);
  for (const index of stubs.import) imports.markFunction(index);
  return {
    pointers: fixups.pointers,
    importSlots: fixups.importSlots,
    fixups: fixups.form,
    regions,
    patches: [],
    memory,
    table,
    symbols: imageSymbols(table),
    imports: imports.list,
    exports: ExportList.of(exports),
    reexports: reexportsOf(trie ?? [], libraries),
    stubs,
  };
}

/** Memory without patches. */
function memoryOf({ data, file }: Layout, regions: readonly Region[]): Memory {
  return new Memory({ regions, patches: [], endian: file.endian }, data);
}

/** Current linkers give the trie a command of its own. */
function exportTrie({ file, commands }: Layout, issues: IssueList): TrieExport[] | undefined {
  const own = linkedData(file, commands, COMMAND.exportsTrie);
  const info = commandOf(commands, COMMAND.dyldInfo, 48);
  const trie = own ?? (info === undefined ? undefined : file.clamp(info.u32(40), info.u32(44)));
  return trie === undefined || trie.length === 0 ? undefined : readExportTrie(trie, issues);
}

function trieExports(trie: readonly TrieExport[], layout: Layout, memory: Memory): ImageExport[] {
  return trie.flatMap(({ name, offset, kind }): ImageExport[] => {
    if (offset === undefined || kind === "absolute") return [];
    const rva = layout.headerRva + offset;
    return [{ name, rva, size: 0, kind: exportKind(kind, memory.regionAt(rva)) }];
  });
}

function exportKind(kind: TrieExport["kind"], region: Region | undefined): SymbolKind {
  if (kind === "thread_local") return "tls";
  return region?.permissions.execute === true ? "function" : "object";
}

/** Old files have no trie: what is external and not private is exported. */
function symbolExports(table: readonly SymbolEntry[]): ImageExport[] {
  return table.flatMap(({ name, rva, kind, external, privateExternal }): ImageExport[] =>
    rva === undefined || !external || privateExternal || name === "" ? [] : [{ name, rva, size: 0, kind }],
  );
}

function reexportsOf(trie: readonly TrieExport[], libraries: Libraries): MachOFacts["reexports"] {
  return trie.flatMap(({ name, reexport }) => {
    if (reexport === undefined) return [];
    return [{ name, library: libraryPath(libraries, reexport.ordinal) ?? "", importedName: reexport.name }];
  });
}

function stubsOf(indirect: readonly IndirectEntry[], importOf: ReadonlyMap<number, number>): StubColumns {
  const rows = indirect.flatMap(({ kind, rva, size, symbol }) => {
    const imported = kind !== "stub" || symbol === undefined ? undefined : importOf.get(symbol);
    return imported === undefined ? [] : [{ rva, size, imported }];
  });
  rows.sort((left, right) => left.rva - right.rva);
  return {
    rva: Float64Array.from(rows, ({ rva }) => rva),
    size: Uint32Array.from(rows, ({ size }) => size),
    import: Uint32Array.from(rows, ({ imported }) => imported),
  };
}
