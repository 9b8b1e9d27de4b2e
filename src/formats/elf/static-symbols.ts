/** The symbol table that is for linkers and debuggers: `.symtab`. */
import type { IssueList } from "../../base/issue.ts";
import { architectureOf } from "./machines.ts";
import { isRelocatable, type Layout } from "./layout.ts";
import { SECTION_TYPE, type SectionHeader, sectionBytes } from "./section-headers.ts";
import { StringTable } from "../string-table.ts";
import { readSymbols, type SymbolContext, type TableSymbol } from "./symbols.ts";

/** Symbols of the first section of `type`, in table order; none when there is no such section. */
export function sectionSymbols(layout: Layout, type: number, issues: IssueList): TableSymbol[] {
  const { file, sections } = layout;
  const table = sections.find((section) => section.type === type);
  if (table === undefined) return [];
  const names = linkedStrings(layout, table);
  const symbols = readSymbols(sectionBytes(file, table), symbolContext(layout, names, table));
  reportNames(names, table.offset, issues);
  return symbols;
}

/** What the entries of a table refer to; `table` is its section header where it has one. */
export function symbolContext(layout: Layout, names: StringTable, table?: SectionHeader): SymbolContext {
  const { file, sections, header, space, placement } = layout;
  const indexes =
    table === undefined
      ? undefined
      : sections.find(({ type, link }) => type === SECTION_TYPE.symtabShndx && link === table.index);
  return {
    space,
    names,
    placement: isRelocatable(header) ? placement : undefined,
    extendedIndexes: indexes === undefined ? undefined : sectionBytes(file, indexes),
    thumb: architectureOf(header.machine, header.bits) === "arm",
  };
}

/** The string table that `sh_link` of a section names; empty when there is none. */
export function linkedStrings({ file, sections }: Layout, section: SectionHeader): StringTable {
  const strings = sections[section.link];
  return new StringTable(strings === undefined ? file.clamp(0, 0) : sectionBytes(file, strings));
}

/** Reports names that could not be read whole. */
export function reportNames(names: StringTable, offset: number, issues: IssueList): void {
  if (names.faults === 0) return;
  const message = `${names.faults} names lie outside their string table, have no end or are too long`;
  issues.add("elf_names_damaged", message, offset);
}
