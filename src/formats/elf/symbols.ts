/** Symbol tables (System V gABI, chapter 4, "Symbol Table"). */
import type { Bytes } from "../../base/bytes.ts";
import type { ImageSymbol, SymbolBinding, SymbolKind } from "../image.ts";
import type { StringTable } from "../string-table.ts";
import type { AddressSpace } from "../words.ts";
import type { Placement } from "./placement.ts";
import type { Versions } from "./versions.ts";

export const SECTION_INDEX = { undefined: 0, absolute: 0xfff1, common: 0xfff2, extended: 0xffff } as const;
const FIRST_RESERVED_INDEX = 0xff00;

/** The entries of one table in its order, so that relocations and versions can point at them. */
export interface SymbolTable {
  readonly symbols: readonly ImageSymbol[];
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
  symbols: [],
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
  const { words } = context.space;
  const fields = fieldsOf(words.bits);
  const count = Math.floor(table.length / fields.entrySize);
  const sections = new Uint32Array(count);
  const values = new Float64Array(count);
  const symbols: ImageSymbol[] = [];
  for (let index = 0; index < count; index++) {
    const at = index * fields.entrySize;
    const section = sectionIndex(table.u16(at + fields.section), index, context.extendedIndexes);
    sections[index] = section;
    values[index] = words.unsigned(table, at + fields.value);
    const symbol = readSymbol(table, at, section, fields, context);
    const version = context.versions?.of(index)?.name;
    if (version !== undefined) symbol.version = version;
    symbols.push(symbol);
  }
  return { symbols, sections, values, versions: context.versions };
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

/** What the entry says by itself. Optional fields that most symbols have stand in one literal, which keeps objects small. */
function readSymbol(
  table: Bytes,
  at: number,
  section: number,
  fields: EntryFields,
  context: SymbolContext,
): Writable<ImageSymbol> {
  const { source, space, names } = context;
  const info = table.u8(at + fields.info);
  const name = names.at(table.u32(at));
  const size = space.words.unsigned(table, at + fields.size);
  const kind = KINDS[info & 15] ?? "other";
  const binding = BINDINGS[info >> 4] ?? "other";
  const rva = hasAddress(section, kind) ? symbolRva(table, at + fields.value, section, kind, context) : undefined;
  const symbol: Writable<ImageSymbol> =
    rva === undefined ? { name, size, kind, binding, source } : { name, rva, size, kind, binding, source };
  const visibility = table.u8(at + fields.other) & 3;
  if (visibility !== 0) symbol.visibility = VISIBILITIES[visibility] ?? "default";
  if (source === "symtab") splitVersion(symbol);
  return symbol;
}

function sectionIndex(index: number, symbol: number, extended: Bytes | undefined): number {
  if (index !== SECTION_INDEX.extended || extended === undefined) return index;
  return symbol * 4 + 4 <= extended.length ? extended.u32(symbol * 4) : index;
}

function hasAddress(section: number, kind: SymbolKind): boolean {
  if (section === SECTION_INDEX.undefined || kind === "tls" || kind === "file") return false;
  return section < FIRST_RESERVED_INDEX || section > SECTION_INDEX.extended;
}

function symbolRva(
  table: Bytes,
  at: number,
  section: number,
  kind: SymbolKind,
  context: SymbolContext,
): number | undefined {
  const { space, placement, thumb } = context;
  const start = placement === undefined ? 0 : placement[section];
  const value = placement === undefined ? space.read(table, at) : space.words.unsigned(table, at);
  if (start === undefined || value === undefined) return undefined;
  return thumb && kind === "function" ? start + value - (value % 2) : start + value;
}

/** Linkers write the version of a symbol into its name in `.symtab`: `printf@GLIBC_2.2.5`, `memcpy@@GLIBC_2.14`. */
function splitVersion(symbol: Writable<ImageSymbol>): void {
  const { name } = symbol;
  const at = name.indexOf("@");
  if (at <= 0 || name.startsWith("?")) return;
  const version = name.slice(name[at + 1] === "@" ? at + 2 : at + 1);
  if (version === "") return;
  symbol.name = name.slice(0, at);
  symbol.version = version;
}

const KINDS: readonly SymbolKind[] = [
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
];

const BINDINGS: readonly SymbolBinding[] = [
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
];

const VISIBILITIES = ["default", "internal", "hidden", "protected"] as const;
