/** COFF symbols with their auxiliary records (PE format, "COFF Symbol Table"). */
import type { Bytes } from "../../base/bytes.ts";
import type { IssueList } from "../../base/issue.ts";
import { plural } from "../../base/plural.ts";
import type { ImageSymbol, SymbolBinding, SymbolKind } from "../image.ts";
import { SymbolList } from "../symbol-list.ts";
import type { Layout } from "./layout.ts";
import { hasFlag, SECTION_FLAG, type SectionHeader } from "./section-headers.ts";

export interface CoffSymbol extends ImageSymbol {
  /** Position in the table, auxiliary records counted: what relocations name. */
  readonly index: number;
  /** From 1 on; 0 for undefined and common symbols, negative for absolute and debugging ones. */
  readonly section: number;
  readonly value: number;
}

/** Every symbol in table order; `placement` gives the rva of each section by its number. */
export function readSymbols(layout: Layout, placement: Placement, issues: IssueList): CoffSymbol[] {
  const { file, header, names } = layout;
  if (header.symbolTable === 0) return [];
  const { symbolSize } = header;
  const table = file.clamp(header.symbolTable, header.symbols * symbolSize);
  const symbols: CoffSymbol[] = [];
  for (let at = 0; at + symbolSize <= table.length;) {
    const record = recordOf(table, at, symbolSize);
    const auxiliary = table.clamp(at + symbolSize, record.auxiliaries * symbolSize);
    const name = record.storage === STORAGE.file ? auxiliary.cString(0, 4096).text : names.ofSymbol(table.clamp(at, 8));
    symbols.push(symbolOf({ name, record, auxiliary, index: at / symbolSize }, layout.sections, placement));
    at += symbolSize * (1 + record.auxiliaries);
  }
  if (table.length < header.symbols * symbolSize) {
    issues.add(
      "pe_symbol_table_truncated",
      `the file holds ${symbols.length} of ${header.symbols} ${plural(header.symbols, "symbol")}`,
      table.fileOffset,
    );
  }
  return symbols;
}

/** The rva of a section by its number; `undefined` for those that occupy no memory. */
export type Placement = (section: number) => number | undefined;

/** The symbols that say something about the program: sections, debugging marks and undefined ones are left out. */
export function namedSymbols(symbols: readonly CoffSymbol[]): SymbolList {
  return SymbolList.of(symbols.filter(({ name, kind }) => name !== "" && kind !== "section"));
}

const STORAGE = { external: 2, static: 3, label: 6, function: 101, file: 103, section: 104, weak: 105 } as const;

/** `IMAGE_SYM_DTYPE_FUNCTION` in the second nibble of the type. */
const FUNCTION_TYPE = 2;

interface SymbolRecord {
  readonly value: number;
  readonly section: number;
  readonly type: number;
  readonly storage: number;
  readonly auxiliaries: number;
}

interface SymbolParts {
  readonly name: string;
  readonly record: SymbolRecord;
  readonly auxiliary: Bytes;
  readonly index: number;
}

/** Objects with many sections have two more bytes for the section number. */
function recordOf(table: Bytes, at: number, size: 18 | 20): SymbolRecord {
  const wide = size - 18;
  return {
    value: table.u32(at + 8),
    section: wide === 0 ? (table.u16(at + 12) << 16) >> 16 : table.i32(at + 12),
    type: table.u16(at + 14 + wide),
    storage: table.u8(at + 16 + wide),
    auxiliaries: table.u8(at + 17 + wide),
  };
}

function symbolOf(parts: SymbolParts, sections: readonly SectionHeader[], placement: Placement): CoffSymbol {
  const { name, record, auxiliary, index } = parts;
  const { section, value } = record;
  const header = section > 0 ? sections[section - 1] : undefined;
  const start = header === undefined ? undefined : placement(section);
  const kind = kindOf(parts, header);
  // An auxiliary record of a function starts with the index of its marks; its size follows.
  const size = kind === "function" && auxiliary.length >= 8 && record.storage !== STORAGE.weak ? auxiliary.u32(4) : 0;
  return {
    name,
    size: header !== undefined && size <= header.rawSize ? size : 0,
    kind,
    binding: bindingOf(record),
    source: "symtab",
    index,
    section,
    value,
    ...(start === undefined || kind === "file" ? {} : { rva: start + value }),
  };
}

function kindOf({ name, record, auxiliary }: SymbolParts, section: SectionHeader | undefined): SymbolKind {
  const { storage, type } = record;
  if (storage === STORAGE.file) return "file";
  if (storage === STORAGE.section || storage === STORAGE.function) return "section";
  if (storage === STORAGE.static && (auxiliary.length > 0 || section?.name === name) && type >> 4 !== FUNCTION_TYPE) {
    return "section";
  }
  if (((type >> 4) & 3) === FUNCTION_TYPE) return "function";
  if (section === undefined) return "notype";
  return hasFlag(section, SECTION_FLAG.execute) ? "notype" : "object";
}

function bindingOf({ storage }: SymbolRecord): SymbolBinding {
  switch (storage) {
    case STORAGE.external:
      return "global";
    case STORAGE.weak:
      return "weak";
    case STORAGE.static:
    case STORAGE.label:
      return "local";
    default:
      return "other";
  }
}
