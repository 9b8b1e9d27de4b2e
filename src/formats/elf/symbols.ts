/** Symbol tables (System V gABI, chapter 4, "Symbol Table"). */
import type { Bytes } from "../../base/bytes.ts";
import type { ImageSymbol, SymbolBinding, SymbolKind } from "../image.ts";
import type { Placement } from "./placement.ts";
import type { StringTable } from "../string-table.ts";
import type { AddressSpace } from "../words.ts";

export const SECTION_INDEX = { undefined: 0, absolute: 0xfff1, common: 0xfff2, extended: 0xffff } as const;
const FIRST_RESERVED_INDEX = 0xff00;

/** One entry, in the order of the table, so that relocations and versions can point at it. */
export interface TableSymbol {
  readonly name: string;
  readonly rva: number | undefined;
  readonly size: number;
  readonly kind: SymbolKind;
  readonly binding: SymbolBinding;
  readonly visibility: NonNullable<ImageSymbol["visibility"]>;
  /** Section index, extended indexes resolved. */
  readonly section: number;
  /** `st_value` as a number, rounded above 2^53: the alignment of common symbols, the offset of thread-local ones. */
  readonly value: number;
}

export interface SymbolTable {
  readonly symbols: readonly TableSymbol[];
  readonly source: "symtab" | "dynsym";
}

/** What the entries of a table refer to. */
export interface SymbolContext {
  readonly space: AddressSpace;
  readonly names: StringTable;
  /** Given for relocatable files, whose values are offsets in sections. */
  readonly placement: Placement | undefined;
  /** `SHT_SYMTAB_SHNDX`: section indexes that do not fit in an entry. */
  readonly extendedIndexes: Bytes | undefined;
  /** Code addresses whose lowest bit selects an instruction set. */
  readonly thumb: boolean;
}

/** Bytes of one entry. */
export function symbolSize(bits: 32 | 64): number {
  return bits === 32 ? 16 : 24;
}

/** Reads every whole entry of `table`, the null one at index 0 included. */
export function readSymbols(table: Bytes, context: SymbolContext): TableSymbol[] {
  const size = symbolSize(context.space.words.bits);
  const symbols: TableSymbol[] = [];
  for (let at = 0; at + size <= table.length; at += size) symbols.push(readSymbol(table, at, symbols.length, context));
  return symbols;
}

function readSymbol(table: Bytes, at: number, index: number, context: SymbolContext): TableSymbol {
  const { space } = context;
  const wide = space.words.bits === 64;
  const info = table.u8(at + (wide ? 4 : 12));
  const kind = KINDS[info & 15] ?? "other";
  const section = sectionIndex(table.u16(at + (wide ? 6 : 14)), index, context.extendedIndexes);
  const valueAt = at + (wide ? 8 : 4);
  return {
    name: context.names.at(table.u32(at)),
    rva: symbolRva(table, valueAt, section, kind, context),
    size: wide ? space.words.unsigned(table, at + 16) : table.u32(at + 8),
    kind,
    binding: BINDINGS[info >> 4] ?? "other",
    visibility: VISIBILITIES[table.u8(at + (wide ? 5 : 13)) & 3] ?? "default",
    section,
    value: space.words.unsigned(table, valueAt),
  };
}

function sectionIndex(index: number, symbol: number, extended: Bytes | undefined): number {
  if (index !== SECTION_INDEX.extended || extended === undefined) return index;
  return symbol * 4 + 4 <= extended.length ? extended.u32(symbol * 4) : index;
}

function symbolRva(
  table: Bytes,
  at: number,
  section: number,
  kind: SymbolKind,
  context: SymbolContext,
): number | undefined {
  const { space, placement, thumb } = context;
  if (section === SECTION_INDEX.undefined || kind === "tls" || kind === "file") return undefined;
  if (section >= FIRST_RESERVED_INDEX && section <= 0xffff) return undefined;
  if (placement === undefined) return codeAddress(space.read(table, at), thumb && kind === "function");
  const start = placement[section];
  return start === undefined
    ? undefined
    : codeAddress(start + space.words.unsigned(table, at), thumb && kind === "function");
}

function codeAddress(rva: number | undefined, thumb: boolean): number | undefined {
  return thumb && rva !== undefined && rva % 2 === 1 ? rva - 1 : rva;
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
