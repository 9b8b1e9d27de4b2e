/** Symbol tables (System V gABI, chapter 4, "Symbol Table"). */
import { type Bytes, textOf } from "../../base/bytes.ts";
import type { SymbolBinding, SymbolKind } from "../image.ts";
import { NameSlices } from "../name-slices.ts";
import {
  emptyColumns,
  isColdName,
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
  /** What the name of each held before its version was split off: sums of `HOLDS`. */
  readonly held: Uint8Array;
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
  held: new Uint8Array(0),
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
  const fields = fieldsOf(space.words.bits);
  const count = Math.floor(table.length / fields.entrySize);
  const sections = new Uint32Array(count);
  const values = new Float64Array(count);
  const held = new Uint8Array(count);
  const columns = emptyColumns(count);
  for (let index = 0; index < count; index++) {
    const at = index * fields.entrySize;
    const section = sectionIndex(table.u16(at + fields.section), index, context.extendedIndexes);
    sections[index] = section;
    values[index] = space.words.unsigned(table, at + fields.value);
    held[index] = names.slice(table.u32(at), index, columns.name);
    readEntry(table, at, section, fields, context, columns, index);
  }
  columns.source.fill(SYMBOL_SOURCES.indexOf(source));
  const name = new NameSlices(names.slicedBytes(), columns.name.start, columns.name.end);
  const versions =
    source === "symtab" ? splitVersions(name, held, columns.version) : versionsOf(context, columns.version);
  markCold(name, held, columns.cold);
  const symbols = new SymbolList({ ...columns, name, versions });
  return { symbols, sections, values, held, versions: context.versions };
}

/** What the entry says by itself, its name left out. */
function readEntry(
  table: Bytes,
  at: number,
  section: number,
  fields: EntryFields,
  context: SymbolContext,
  columns: SymbolColumns,
  row: number,
): void {
  const info = table.u8(at + fields.info);
  const kind = KIND_OF_TYPE[info & 15] as number;
  columns.kind[row] = kind;
  columns.binding[row] = BINDING_OF_TYPE[info >> 4] as number;
  columns.visibility[row] = table.u8(at + fields.other) & 3;
  columns.size[row] = context.space.words.unsigned(table, at + fields.size);
  const rva = hasAddress(section, kind) ? symbolRva(table, at + fields.value, section, kind, context) : undefined;
  columns.rva[row] = rva ?? Number.NaN;
}

function sectionIndex(index: number, symbol: number, extended: Bytes | undefined): number {
  if (index !== SECTION_INDEX.extended || extended === undefined) return index;
  return symbol * 4 + 4 <= extended.length ? extended.u32(symbol * 4) : index;
}

function hasAddress(section: number, kind: number): boolean {
  if (section === SECTION_INDEX.undefined || kind === TLS || kind === FILE) return false;
  return section < FIRST_RESERVED_INDEX || section > SECTION_INDEX.extended;
}

function symbolRva(
  table: Bytes,
  at: number,
  section: number,
  kind: number,
  context: SymbolContext,
): number | undefined {
  const { space, placement, thumb } = context;
  const start = placement === undefined ? 0 : placement[section];
  const value = placement === undefined ? space.read(table, at) : space.words.unsigned(table, at);
  if (start === undefined || value === undefined) return undefined;
  return thumb && kind === FUNCTION ? start + value - (value % 2) : start + value;
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

function markCold(names: NameSlices, held: Uint8Array, cold: Uint8Array): void {
  for (let row = 0; row < held.length; row++) {
    if (((held[row] as number) & HOLDS.dot) !== 0 && isColdName(names.at(row))) cold[row] = 1;
  }
}

const FUNCTION = SYMBOL_KINDS.indexOf("function");
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
