/** Symbol tables (System V gABI, chapter 4, "Symbol Table"). */
import { type Bytes, textOf } from "../../base/bytes.ts";
import type { SymbolBinding, SymbolKind } from "../image.ts";
import { NameSlices } from "../name-slices.ts";
import {
  emptyColumns,
  FUNCTION,
  pieceOf,
  SYMBOL_BINDINGS,
  SYMBOL_KINDS,
  SYMBOL_SOURCES,
  type SymbolColumns,
  SymbolList,
} from "../symbol-list.ts";
import { HOLDS, type StringTable } from "../string-table.ts";
import type { AddressSpace } from "../words.ts";
import type { Placement } from "./placement.ts";
import type { Versions } from "./versions.ts";

export const SECTION_INDEX = { undefined: 0, absolute: 0xfff1, common: 0xfff2, extended: 0xffff } as const;
const FIRST_RESERVED_INDEX = 0xff00;

/** The entries of one table in its order, so that relocations and versions can point at them. */
export interface SymbolTable {
  readonly symbols: SymbolList;
  /** Section index of each, extended indexes resolved. */
  readonly sections: Uint32Array;
  /** `st_value` of each, rounded above 2^53: the alignment of common symbols, the offset of thread-local ones. */
  readonly values: Float64Array;
  readonly versions: Versions | undefined;
}

/** What the entries of a table refer to. */
export interface SymbolContext {
  readonly source: "symtab" | "dynsym";
  readonly space: AddressSpace;
  readonly names: StringTable;
  readonly versions?: Versions;
  /** Given for relocatable files, whose values are offsets in sections. */
  readonly placement?: Placement;
  /** `SHT_SYMTAB_SHNDX`: section indexes that do not fit in an entry. */
  readonly extendedIndexes?: Bytes;
  /** Code addresses have a lowest bit that selects an instruction set. */
  readonly thumb: boolean;
}

export const NO_SYMBOLS: SymbolTable = {
  symbols: SymbolList.of([]),
  sections: new Uint32Array(0),
  values: new Float64Array(0),
  versions: undefined,
};

/** Offsets of the fields of `Elf32_Sym` and `Elf64_Sym`; the name is first in both. */
interface EntryFields {
  readonly entrySize: number;
  readonly value: number;
  readonly size: number;
  readonly info: number;
  readonly other: number;
  readonly section: number;
}

const FIELDS_32: EntryFields = { entrySize: 16, value: 4, size: 8, info: 12, other: 13, section: 14 };
const FIELDS_64: EntryFields = { entrySize: 24, value: 8, size: 16, info: 4, other: 5, section: 6 };

function fieldsOf(bits: 32 | 64): EntryFields {
  return bits === 32 ? FIELDS_32 : FIELDS_64;
}

/** Bytes of one entry. */
export function symbolSize(bits: 32 | 64): number {
  return fieldsOf(bits).entrySize;
}

/** Reads every whole entry of `table`, the null one at index 0 included. */
export function readSymbols(table: Bytes, context: SymbolContext): SymbolTable {
  const { space, source, names } = context;
  const count = Math.floor(table.length / fieldsOf(space.words.bits).entrySize);
  const entries = {
    columns: emptyColumns(count),
    sections: new Uint32Array(count),
    values: new Float64Array(count),
    held: new Uint8Array(count),
  };
  readEntries(table, context, entries);
  const { columns, sections, values, held } = entries;
  columns.source.fill(SYMBOL_SOURCES.indexOf(source));
  const name = new NameSlices(names.slicedBytes(), columns.name.start, columns.name.end);
  const versions =
    source === "symtab" ? splitVersions(name, held, columns.version) : versionsOf(context, columns.version);
  const symbols = new SymbolList({ ...columns, name, versions });
  markPieces(symbols, held);
  return { symbols, sections, values, versions: context.versions };
}

/** What is filled in entry by entry. */
interface Entries {
  readonly columns: SymbolColumns;
  readonly sections: Uint32Array;
  readonly values: Float64Array;
  /** What the name of each holds: sums of `HOLDS`. */
  readonly held: Uint8Array;
}

/** One loop that calls little: it runs before V8 has optimised what it would call, over hundreds of thousands of entries. */
function readEntries(table: Bytes, context: SymbolContext, { columns, sections, values, held }: Entries): void {
  const { space, names, placement, thumb, extendedIndexes } = context;
  const fields = fieldsOf(space.words.bits);
  const isWide = space.words.bits === 64;
  const isLittle = table.endian === "little";
  const high = isLittle ? 4 : 0;
  const low = isWide && !isLittle ? 4 : 0;
  const view = new DataView(table.data.buffer, table.data.byteOffset, table.data.byteLength);
  for (let row = 0; row < sections.length; row++) {
    const at = row * fields.entrySize;
    held[row] = names.slice(view.getUint32(at, isLittle), row, columns.name);
    const info = view.getUint8(at + fields.info);
    const kind = KIND_OF_TYPE[info & 15] as number;
    columns.kind[row] = kind;
    columns.binding[row] = BINDING_OF_TYPE[info >> 4] as number;
    columns.visibility[row] = view.getUint8(at + fields.other) & 3;
    const sizeHigh = isWide ? view.getUint32(at + fields.size + high, isLittle) : 0;
    columns.size[row] = sizeHigh * HIGH_WORD + view.getUint32(at + fields.size + low, isLittle);
    const valueHigh = isWide ? view.getUint32(at + fields.value + high, isLittle) : 0;
    const valueLow = view.getUint32(at + fields.value + low, isLittle);
    const value = valueHigh * HIGH_WORD + valueLow;
    values[row] = value;
    const index = view.getUint16(at + fields.section, isLittle);
    const section = index === SECTION_INDEX.extended ? extendedIndex(row, extendedIndexes) : index;
    sections[row] = section;
    let rva = Number.NaN;
    if (hasAddress(section, kind)) {
      const offset = placement === undefined ? (space.rvaOfHalves(valueHigh, valueLow) ?? Number.NaN) : value;
      rva = placement === undefined ? offset : offset + (placement[section] ?? Number.NaN);
      if (thumb && kind === FUNCTION) rva -= offset % 2;
    }
    columns.rva[row] = rva;
  }
}

const HIGH_WORD = 2 ** 32;

function extendedIndex(symbol: number, indexes: Bytes | undefined): number {
  return indexes !== undefined && symbol * 4 + 4 <= indexes.length ? indexes.u32(symbol * 4) : SECTION_INDEX.extended;
}

function hasAddress(section: number, kind: number): boolean {
  if (section === SECTION_INDEX.undefined || kind === TLS || kind === FILE) return false;
  return section < FIRST_RESERVED_INDEX || section > SECTION_INDEX.extended;
}

/** Enters the versions that a table of the file gives, and answers their texts. */
function versionsOf({ versions }: SymbolContext, column: Uint32Array): readonly string[] {
  const texts = new VersionTexts();
  if (versions === undefined) return texts.list;
  for (let row = 0; row < column.length; row++) {
    const version = versions.of(row);
    if (version !== undefined) column[row] = texts.rowOf(version.name);
  }
  return texts.list;
}

/** Linkers write the version of a symbol into its name in `.symtab`: `printf@GLIBC_2.2.5`, `memcpy@@GLIBC_2.14`. */
function splitVersions({ bytes, start, end }: NameSlices, held: Uint8Array, column: Uint32Array): readonly string[] {
  const texts = new VersionTexts();
  for (let row = 0; row < column.length; row++) {
    if (((held[row] as number) & HOLDS.atSign) === 0) continue;
    const first = start[row] as number;
    const last = end[row] as number;
    const at = bytes.indexOf(AT_SIGN, first);
    if (at === first || bytes[first] === QUESTION_MARK) continue;
    const from = bytes[at + 1] === AT_SIGN ? at + 2 : at + 1;
    if (from >= last) continue;
    column[row] = texts.rowOf(textOf(bytes.subarray(from, last)));
    end[row] = at;
  }
  return texts.list;
}

/** Only names with a dot say that they are pieces. */
function markPieces({ name, rva, piece }: SymbolList, held: Uint8Array): void {
  for (let row = 0; row < held.length; row++) {
    if (((held[row] as number) & HOLDS.dot) !== 0 && !Number.isNaN(rva[row])) piece[row] = pieceOf(name.at(row));
  }
}

const TLS = SYMBOL_KINDS.indexOf("tls");
const FILE = SYMBOL_KINDS.indexOf("file");

const AT_SIGN = 0x40;
const QUESTION_MARK = 0x3f;

/** Each version once; the empty one stands for none. */
class VersionTexts {
  readonly list = [""];
  readonly #rows = new Map([["", 0]]);

  rowOf(version: string): number {
    const known = this.#rows.get(version);
    if (known !== undefined) return known;
    this.#rows.set(version, this.list.length);
    return this.list.push(version) - 1;
  }
}

const KIND_OF_TYPE = codesOf<SymbolKind>(SYMBOL_KINDS, [
  "notype",
  "object",
  "function",
  "section",
  "file",
  "object",
  "tls",
  "other",
  "other",
  "other",
  "ifunc",
]);

const BINDING_OF_TYPE = codesOf<SymbolBinding>(SYMBOL_BINDINGS, [
  "local",
  "global",
  "weak",
  "other",
  "other",
  "other",
  "other",
  "other",
  "other",
  "other",
  "unique",
]);

/** The code of each value of four bits; those past the end of `names` are `other`. */
function codesOf<Name extends string>(all: readonly (Name | "other")[], names: readonly Name[]): Uint8Array {
  return Uint8Array.from({ length: 16 }, (_, bits) => all.indexOf(names[bits] ?? "other"));
}
