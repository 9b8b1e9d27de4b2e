/** What the tables of a COFF object say, its relocations applied to the chosen layout. */
import type { IssueList } from "../../base/issue.ts";
import { WordCollector } from "../elf/pointers.ts";
import { type MappedRange, regionsOf } from "../elf/regions.ts";
import { ExportList } from "../export-list.ts";
import type { ImageExport, ImageImport } from "../image.ts";
import { Memory } from "../memory.ts";
import type { Contents } from "./contents.ts";
import { readExceptionTable } from "./exception-table.ts";
import { kindOfName } from "./imports.ts";
import type { Layout } from "./layout.ts";
import { architectureOf } from "./machines.ts";
import { rangeOf } from "./memory-map.ts";
import { linkObject } from "./object-relocations.ts";
import { hasFlag, memorySize, SECTION_FLAG, type SectionHeader } from "./section-headers.ts";
import { type CoffSymbol, namedSymbols, readSymbols } from "./symbols.ts";

/** Gives sections, common and undefined symbols addresses, then applies the relocations. */
export function objectContents(layout: Layout, issues: IssueList): Contents {
  const { file, header, sections } = layout;
  const placed = placeSections(sections);
  const read = readSymbols(layout, (number) => placed.rvas[number - 1], issues);
  const common = placeCommon(read, roundUp(placed.end, PAGE));
  const external = roundUp(common.end, PAGE);
  const { imports, byIndex } = importsOf(common.symbols, external);
  const words = new WordCollector();
  noteImportSlots(common.symbols, byIndex, imports, words);
  const patches = linkObject({ layout, rvas: placed.rvas, symbols: common.symbols, imports, byIndex, words }, issues);
  const regions = regionsOf(file, [
    ...sections.flatMap((section, index) => {
      const rva = placed.rvas[index];
      return rva === undefined ? [] : [rangeOf(section, rva)];
    }),
    added("common", common.start, common.end - common.start, "zero"),
    added("external", external, imports.length * PLACEHOLDER_SIZE, "external"),
  ]);
  const memory = new Memory({ regions, patches, endian: "little" }, file.data);
  const architecture = architectureOf(header.machine);
  return {
    ...words.finish(),
    regions,
    patches,
    memory,
    symbols: namedSymbols(common.symbols),
    imports,
    exports: ExportList.of(exportsOf(common.symbols)),
    libraries: [],
    sectionRvas: placed.rvas,
    unwind: sections.flatMap((section, index) => {
      const rva = section.name.startsWith(".pdata") ? placed.rvas[index] : undefined;
      const table = rva === undefined ? undefined : memory.from(rva, section.rawSize);
      return table === undefined ? [] : readExceptionTable(table, { architecture, memory }, issues);
    }),
  };
}

const PAGE = 4096;

/** Bytes of address space that each undefined symbol gets in the region `external`. */
const PLACEHOLDER_SIZE = 16;

interface Placed {
  /** By section number less one; `undefined` for what the linker drops and for debug information. */
  readonly rvas: readonly (number | undefined)[];
  readonly end: number;
}

function placeSections(sections: readonly SectionHeader[]): Placed {
  let end = 0;
  const rvas = sections.map((section) => {
    const dropped = SECTION_FLAG.removed | SECTION_FLAG.information | SECTION_FLAG.discardable;
    if (hasFlag(section, dropped)) return undefined;
    const rva = roundUp(end, alignmentOf(section));
    end = rva + memorySize(section);
    return rva;
  });
  return { rvas, end };
}

const LARGEST_ALIGNMENT = 14;
const USUAL_ALIGNMENT = 16;

/** `IMAGE_SCN_ALIGN_*`: one more than the power of two, in bits 20 to 23. */
function alignmentOf({ flags }: SectionHeader): number {
  const power = (flags >>> 20) & 0xf;
  return power === 0 || power > LARGEST_ALIGNMENT ? USUAL_ALIGNMENT : 2 ** (power - 1);
}

interface PlacedCommon {
  readonly symbols: readonly CoffSymbol[];
  readonly start: number;
  readonly end: number;
}

/** An external symbol without a section and with a value is common: the value is its size. */
function placeCommon(symbols: readonly CoffSymbol[], start: number): PlacedCommon {
  let end = start;
  const placed = symbols.map((symbol): CoffSymbol => {
    if (!isUndefined(symbol) || symbol.value === 0) return symbol;
    const rva = roundUp(end, USUAL_ALIGNMENT);
    end = rva + symbol.value;
    return { ...symbol, rva, size: symbol.value, kind: "object" };
  });
  return { symbols: placed, start, end };
}

function isUndefined({ section, binding, name }: CoffSymbol): boolean {
  return section === 0 && name !== "" && (binding === "global" || binding === "weak");
}

interface ObjectImports {
  readonly imports: ImageImport[];
  /** Index in `imports` by the index that relocations name. */
  readonly byIndex: ReadonlyMap<number, number>;
}

function importsOf(symbols: readonly CoffSymbol[], start: number): ObjectImports {
  const imports: ImageImport[] = [];
  const byIndex = new Map<number, number>();
  for (const symbol of symbols) {
    if (!isUndefined(symbol) || symbol.rva !== undefined) continue;
    byIndex.set(symbol.index, imports.length);
    const name = symbol.name.replace(SLOT_PREFIX, "");
    const kind = symbol.kind === "notype" ? kindOfName(name) : symbol.kind;
    imports.push({ name, kind, weak: symbol.binding === "weak", rva: start + imports.length * PLACEHOLDER_SIZE });
  }
  return { imports, byIndex };
}

/** `__imp_f` stands for the slot that will hold the address of `f`. */
const SLOT_PREFIX = /^__imp_/u;

function noteImportSlots(
  symbols: readonly CoffSymbol[],
  byIndex: ReadonlyMap<number, number>,
  imports: readonly ImageImport[],
  words: WordCollector,
): void {
  for (const { name, index } of symbols) {
    const imported = SLOT_PREFIX.test(name) ? byIndex.get(index) : undefined;
    const rva = imported === undefined ? undefined : imports[imported]?.rva;
    if (imported !== undefined && rva !== undefined) words.addImport(rva, imported);
  }
}

function exportsOf(symbols: readonly CoffSymbol[]): ImageExport[] {
  return symbols.flatMap(({ name, rva, size, kind, binding, section }) => {
    const exported = section > 0 && rva !== undefined && (binding === "global" || binding === "weak");
    return exported && name !== "" && kind !== "section" ? [{ name, rva, size, kind }] : [];
  });
}

function added(name: string, rva: number, size: number, content: MappedRange["content"]): MappedRange {
  const permissions = { read: true, write: true, execute: false };
  return { name, rva, size, fileOffset: 0, fileSize: 0, permissions, content };
}

function roundUp(value: number, align: number): number {
  return Math.ceil(value / align) * align;
}
