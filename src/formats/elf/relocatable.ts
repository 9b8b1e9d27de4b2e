/** What the tables of a relocatable object or kernel module say, its relocations applied to the chosen layout. */
import type { IssueList } from "../../base/issue.ts";
import type { Patch, Region } from "../image.ts";
import { Memory } from "../memory.ts";
import { gathered } from "../symbol-list.ts";
import { RVA_LIMIT } from "../words.ts";
import type { Contents } from "./contents.ts";
import { exportsOf, imageSymbols, importsOf, type ImportTable } from "./image-symbols.ts";
import type { Layout } from "./layout.ts";
import { linkObject } from "./object-relocations.ts";
import { placementEnd, roundUp } from "./placement.ts";
import { type MappedRange, regionsOf } from "./regions.ts";
import { sectionSymbols } from "./static-symbols.ts";
import { SECTION_INDEX, type SymbolTable } from "./symbols.ts";

/** Bytes of address space that each undefined symbol gets in the region `external`. */
const PLACEHOLDER_SIZE = 16;

/** Memory after the sections of the file that a linker would add. */
const ADDED_ALIGNMENT = 4096;

/** Gives undefined and common symbols addresses, then applies the relocations of every section in memory. */
export function relocatableContents(layout: Layout, issues: IssueList): Contents {
  const { file, sections, placement } = layout;
  const commonStart = roundUp(placementEnd(sections, placement), ADDED_ALIGNMENT);
  const { symbolTable, end } = placeCommon(sectionSymbols(layout, "symtab", issues), commonStart);
  const externalStart = roundUp(end, ADDED_ALIGNMENT);
  const table = importsOf(symbolTable, (index) => externalStart + index * PLACEHOLDER_SIZE);
  const tableStart = externalStart + roundUp(table.imports.length * PLACEHOLDER_SIZE, ADDED_ALIGNMENT);
  const linked = linkObject(
    { layout, symbols: symbolTable.symbols, importOf: table.byIndex, imports: table.imports, tableStart },
    issues,
  );
  const added = addedRanges(commonStart, end, externalStart, table, tableStart, linked.tableSize);
  const regions = regionsOf(file, [...layout.ranges, ...added]);
  const patches = linked.patches;
  return {
    ...linked.words,
    regions,
    patches,
    memory: patchedMemory(layout, regions, patches),
    dynamic: undefined,
    symbols: gathered([imageSymbols(symbolTable)]),
    imports: table.imports,
    exports: exportsOf(symbolTable, undefined),
  };
}

interface PlacedCommon {
  readonly symbolTable: SymbolTable;
  /** First rva past the common symbols. */
  readonly end: number;
}

/** Common symbols have no section: `st_value` is their alignment. */
function placeCommon(table: SymbolTable, start: number): PlacedCommon {
  let end = start;
  const rvas = table.symbols.rva.slice();
  for (const [row, section] of table.sections.entries()) {
    if (section !== SECTION_INDEX.common) continue;
    const align = Math.min(Math.max(table.values[row] ?? 1, 1), ADDED_ALIGNMENT);
    const rva = roundUp(end, align);
    const size = table.symbols.size[row] ?? 0;
    if (rva + size >= RVA_LIMIT) continue;
    end = rva + size;
    rvas[row] = rva;
  }
  return { symbolTable: { ...table, symbols: table.symbols.placedAt(rvas) }, end };
}

function addedRanges(
  commonStart: number,
  commonEnd: number,
  externalStart: number,
  { imports }: ImportTable,
  tableStart: number,
  tableSize: number,
): MappedRange[] {
  const data = { fileOffset: 0, fileSize: 0, permissions: { read: true, write: true, execute: false } };
  return [
    { ...data, name: "common", rva: commonStart, size: commonEnd - commonStart, content: "zero" },
    { ...data, name: "external", rva: externalStart, size: imports.length * PLACEHOLDER_SIZE, content: "external" },
    { ...data, name: "got", rva: tableStart, size: tableSize, content: "data" },
  ];
}

function patchedMemory({ file }: Layout, regions: readonly Region[], patches: readonly Patch[]): Memory {
  return new Memory({ regions, patches, endian: file.endian }, file.data);
}
