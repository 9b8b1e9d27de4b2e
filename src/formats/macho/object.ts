/** What the tables of an object file say, its relocations applied at the addresses that its sections have. */
import type { IssueList } from "../../base/issue.ts";
import { roundUp } from "../elf/placement.ts";
import { type MappedRange, regionsOf } from "../elf/regions.ts";
import { ExportList } from "../export-list.ts";
import type { ImageExport, ImageImport } from "../image.ts";
import { Memory } from "../memory.ts";
import { RVA_LIMIT } from "../words.ts";
import type { Contents } from "./contents.ts";
import type { Layout } from "./layout.ts";
import { linkObject } from "./object-relocations.ts";
import { imageSymbols, readSymbols, type SymbolEntry } from "./symbols.ts";

/** Bytes of address space that each undefined symbol gets in the region `external`. */
const PLACEHOLDER_SIZE = 16;

/** Alignment of the memory that a linker would add. */
const ADDED_ALIGNMENT = 4096;

const NO_STUBS = { rva: new Float64Array(0), size: new Uint32Array(0), import: new Uint32Array(0) };

/** Gives undefined and common symbols addresses after the sections, then applies relocations. */
export function objectContents(layout: Layout, issues: IssueList): Contents {
  const { data, file } = layout;
  const commonStart = roundUp(endOf(layout.ranges), ADDED_ALIGNMENT);
  const { table, end } = placeCommon(readSymbols(layout, issues), commonStart);
  const externalStart = roundUp(end, ADDED_ALIGNMENT);
  const { imports, byIndex } = importsOf(table, externalStart);
  const tableStart = externalStart + roundUp(imports.length * PLACEHOLDER_SIZE, ADDED_ALIGNMENT);
  const linked = linkObject({ layout, table, imports, importOf: byIndex, tableStart }, issues);
  const added = { fileOffset: 0, fileSize: 0, permissions: { read: true, write: true, execute: false } };
  const ranges: MappedRange[] = [
    { ...added, name: "common", rva: commonStart, size: end - commonStart, content: "zero" },
    { ...added, name: "external", rva: externalStart, size: imports.length * PLACEHOLDER_SIZE, content: "external" },
    { ...added, name: "got", rva: tableStart, size: linked.tableSize, content: "data" },
  ];
  const regions = regionsOf(file, [...layout.ranges, ...ranges]);
  const { patches } = linked;
  return {
    ...linked.words,
    regions,
    patches,
    memory: new Memory({ regions, patches, endian: file.endian }, data),
    table,
    symbols: imageSymbols(table),
    imports: imports.map((imported, index) =>
      linked.called.has(index) ? { ...imported, kind: "function" as const } : imported,
    ),
    exports: ExportList.of(table.flatMap((symbol) => exportOf(symbol))),
    reexports: [],
    stubs: NO_STUBS,
    fixups: "relocations",
  };
}

function endOf(ranges: readonly MappedRange[]): number {
  let end = 0;
  for (const { rva, size } of ranges) end = Math.max(end, rva + size);
  return end;
}

interface Placed {
  readonly table: readonly SymbolEntry[];
  /** First rva past the common symbols. */
  readonly end: number;
}

function placeCommon(symbols: readonly SymbolEntry[], start: number): Placed {
  let end = start;
  const table = symbols.map((symbol): SymbolEntry => {
    if (symbol.place !== "common") return symbol;
    const rva = roundUp(end, symbol.alignment);
    if (rva + symbol.value >= RVA_LIMIT) return symbol;
    end = rva + symbol.value;
    return { ...symbol, rva, kind: "object" };
  });
  return { table, end };
}

interface Imports {
  readonly imports: readonly ImageImport[];
  /** Position among the imports by symbol index. */
  readonly byIndex: ReadonlyMap<number, number>;
}

function importsOf(table: readonly SymbolEntry[], start: number): Imports {
  const imports: ImageImport[] = [];
  const byIndex = new Map<number, number>();
  for (const [index, { name, place, weak }] of table.entries()) {
    if (place !== "undefined" || name === "") continue;
    byIndex.set(index, imports.length);
    imports.push({ name, kind: "notype", weak, rva: start + imports.length * PLACEHOLDER_SIZE });
  }
  return { imports, byIndex };
}

function exportOf({ name, rva, kind, value, place, external, privateExternal }: SymbolEntry): ImageExport[] {
  if (rva === undefined || !external || privateExternal || name === "") return [];
  return [{ name, rva, size: place === "common" ? value : 0, kind }];
}
