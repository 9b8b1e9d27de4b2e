/** The symbol table (Mach-O: `mach-o/nlist.h`). */
import type { Bytes } from "../../base/bytes.ts";
import type { IssueList } from "../../base/issue.ts";
import { plural } from "../../base/plural.ts";
import type { ImageSymbol, SymbolKind } from "../image.ts";
import { StringTable } from "../string-table.ts";
import { SymbolList } from "../symbol-list.ts";
import type { Layout } from "./layout.ts";
import { COMMAND, commandOf } from "./load-commands.ts";
import { CPU, FILE_TYPE } from "./machines.ts";
import { holdsCode, SECTION_TYPE, type SectionHeader } from "./segments.ts";

/** One entry of the table, in its order, so that relocations and indirect symbols can point at it. */
export interface SymbolEntry {
  readonly name: string;
  readonly place: "undefined" | "common" | "absolute" | "section" | "indirect" | "debug";
  /** Where a symbol of a section is. */
  readonly rva?: number;
  /** `n_value`, rounded above 2^53: the size of a common symbol. */
  readonly value: number;
  readonly kind: SymbolKind;
  readonly external: boolean;
  /** Visible in this image only, though external to its object file. */
  readonly privateExternal: boolean;
  readonly weak: boolean;
  /** Power of two that a common symbol is aligned to. */
  readonly alignment: number;
  /** Which library an undefined symbol comes from: a position from 1 on, or one of `ORDINAL`. */
  readonly ordinal: number;
}

/** `*_LIBRARY_ORDINAL` and `BIND_SPECIAL_DYLIB_*`, as binding tables spell them. */
export const ORDINAL = { self: 0, mainExecutable: -1, flatLookup: -2, weakLookup: -3 } as const;

/** Reads every whole entry; empty for stripped files. */
export function readSymbols(layout: Layout, issues: IssueList): SymbolEntry[] {
  const { file, commands, header, space } = layout;
  const command = commandOf(commands, COMMAND.symbols, COMMAND_SIZE);
  if (command === undefined) return [];
  const entrySize = 8 + space.words.size;
  const promised = command.u32(12);
  const table = file.clamp(command.u32(8), promised * entrySize);
  const count = Math.floor(table.length / entrySize);
  if (count < promised) {
    const message = `${promised} ${plural(promised, "symbol is", "symbols are")} promised; the file holds ${count}`;
    issues.add("macho_symbols_truncated", message, table.fileOffset);
  }
  const names = new StringTable(file.clamp(command.u32(16), command.u32(20)));
  const reader = { layout, names, thumb: header.cpuType === CPU.arm };
  const symbols = Array.from({ length: count }, (_, index) => readEntry(table, index * entrySize, reader));
  if (names.faults > 0) {
    const message = `${names.faults} ${plural(names.faults, "name lies outside the string table, has no end or is", "names lie outside the string table, have no end or are")} too long`;
    issues.add("macho_names_damaged", message, table.fileOffset);
  }
  return symbols;
}

/** The symbols that name something, debugging entries and assembler labels left out. */
export function imageSymbols(symbols: readonly SymbolEntry[]): SymbolList {
  const named = symbols.filter(({ name, place }) => name !== "" && place !== "debug" && place !== "indirect");
  return SymbolList.of(
    named.map((symbol) => ({
      name: symbol.name,
      ...(symbol.rva === undefined ? {} : { rva: symbol.rva }),
      size: symbol.place === "common" ? symbol.value : 0,
      kind: symbol.kind,
      binding: bindingOf(symbol),
      source: "symtab",
      ...(symbol.privateExternal ? { visibility: "hidden" as const } : {}),
    })),
  );
}

/** Whether the entries of undefined symbols tell which library each comes from. */
export function hasLibraryOrdinals({ header }: Layout): boolean {
  return (header.flags & TWO_LEVEL) !== 0;
}

const TWO_LEVEL = 0x80;
const COMMAND_SIZE = 24;

/** `n_type`: debugging entries have a bit of the mask set. */
const TYPE = { debugMask: 0xe0, privateExternal: 0x10, mask: 0x0e, external: 0x01 } as const;
const PLACES: ReadonlyMap<number, SymbolEntry["place"]> = new Map([
  [0x0, "undefined"],
  [0x2, "absolute"],
  [0xa, "indirect"],
  [0xc, "undefined"],
  [0xe, "section"],
]);

/** `n_desc`. */
const DESCRIPTION = { thumb: 0x08, weakReference: 0x40, weakDefinition: 0x80, alternativeEntry: 0x200 } as const;

interface Reader {
  readonly layout: Layout;
  readonly names: StringTable;
  readonly thumb: boolean;
}

function readEntry(table: Bytes, at: number, { layout, names, thumb }: Reader): SymbolEntry {
  const { space, sections } = layout;
  const type = table.u8(at + 4);
  const description = table.u16(at + 6);
  const value = space.words.unsigned(table, at + 8);
  const place = placeOf(type, value, layout);
  const section = place === "section" ? sections[table.u8(at + 5) - 1] : undefined;
  const address = place === "section" ? space.read(table, at + 8) : undefined;
  const rva = address === undefined || address < 0 ? undefined : address;
  const name = names.at(table.u32(at));
  const isAlternative = (description & DESCRIPTION.alternativeEntry) !== 0;
  return {
    name,
    place,
    ...(rva === undefined ? {} : { rva: thumb && (description & DESCRIPTION.thumb) !== 0 ? rva - (rva % 2) : rva }),
    value,
    kind: kindOf(name, section, rva, isAlternative, layout),
    external: (type & TYPE.external) !== 0,
    privateExternal: (type & TYPE.privateExternal) !== 0,
    weak: (description & (place === "section" ? DESCRIPTION.weakDefinition : DESCRIPTION.weakReference)) !== 0,
    alignment: place === "common" ? 2 ** ((description >> 8) & 15) : 1,
    ordinal: ordinalOf(description >> 8),
  };
}

/** An undefined external symbol with a value is a common one: the value is its size. */
function placeOf(type: number, value: number, { header }: Layout): SymbolEntry["place"] {
  if ((type & TYPE.debugMask) !== 0) return "debug";
  const place = PLACES.get(type & TYPE.mask) ?? "absolute";
  const isCommon = place === "undefined" && value > 0 && (type & TYPE.external) !== 0;
  return isCommon && header.fileType === FILE_TYPE.object ? "common" : place;
}

function ordinalOf(field: number): number {
  const signed = (field << 24) >> 24;
  return field === 0xff || field === 0xfe ? signed : field;
}

/** An alternative entry is a label inside a function, and so is a name that compilers keep to themselves. */
function kindOf(
  name: string,
  section: SectionHeader | undefined,
  rva: number | undefined,
  isAlternative: boolean,
  { space }: Layout,
): SymbolKind {
  if (section === undefined || rva === undefined) return "notype";
  const start = space.rvaOf(section.address) ?? 0;
  if (rva < start || rva > start + section.size) return "object";
  if (THREAD_LOCAL.has(section.type)) return "tls";
  if (!holdsCode(section)) return "object";
  return isAlternative || LABEL.test(name) ? "notype" : "function";
}

const THREAD_LOCAL: ReadonlySet<number> = new Set([
  SECTION_TYPE.threadLocal,
  SECTION_TYPE.threadLocalZeroFill,
  SECTION_TYPE.threadLocalVariables,
]);

/** `L` names are the assembler's, `ltmp0` the start of a section. */
const LABEL = /^(L|ltmp\d+$)/u;

function bindingOf({ external, weak }: SymbolEntry): ImageSymbol["binding"] {
  if (weak) return "weak";
  return external ? "global" : "local";
}
