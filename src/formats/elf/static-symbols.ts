/** Symbol tables that section headers show: `.symtab`, and `.dynsym` of files without a dynamic segment. */
import type { IssueList } from "../../base/issue.ts";
import { plural } from "../../base/plural.ts";
import { StringTable } from "../string-table.ts";
import { isRelocatable, type Layout } from "./layout.ts";
import { architectureOf } from "./machines.ts";
import { SECTION_TYPE, type SectionHeader, sectionBytes } from "./section-headers.ts";
import { NO_SYMBOLS, readSymbols, type SymbolContext, type SymbolTable } from "./symbols.ts";
import type { Versions } from "./versions.ts";

/** The table of the first section of that type; empty when there is none. */
export function sectionSymbols(
  layout: Layout,
  source: SymbolContext["source"],
  issues: IssueList,
  versions?: Versions,
): SymbolTable {
  const { file, sections } = layout;
  const wanted = source === "symtab" ? SECTION_TYPE.symtab : SECTION_TYPE.dynsym;
  const section = sections.find(({ type }) => type === wanted);
  if (section === undefined) return NO_SYMBOLS;
  const names = linkedStrings(layout, section);
  const indexes = sections.find(({ type, link }) => type === SECTION_TYPE.symtabShndx && link === section.index);
  const context = symbolContext(layout, source, names, versions);
  const extended = indexes === undefined ? {} : { extendedIndexes: sectionBytes(file, indexes) };
  const table = readSymbols(sectionBytes(file, section), { ...context, ...extended });
  reportNames(names, section.offset, issues);
  return table;
}

/** What the entries of a table refer to. */
export function symbolContext(
  layout: Layout,
  source: SymbolContext["source"],
  names: StringTable,
  versions?: Versions,
): SymbolContext {
  const { header, space, placement } = layout;
  return {
    source,
    space,
    names,
    ...(versions === undefined ? {} : { versions }),
    ...(isRelocatable(header) ? { placement } : {}),
    thumb: architectureOf(header.machine, header.bits) === "arm",
  };
}

/** The string table that `sh_link` of a section names; empty when there is none. */
export function linkedStrings({ file, sections }: Layout, section: SectionHeader | undefined): StringTable {
  const strings = section === undefined ? undefined : sections[section.link];
  return new StringTable(strings === undefined ? file.clamp(0, 0) : sectionBytes(file, strings));
}

/** Reports names that could not be read whole. */
export function reportNames(names: StringTable, offset: number, issues: IssueList): void {
  if (names.faults === 0) return;
  const message = `${names.faults} ${plural(names.faults, "name lies outside its string table, has no end or is", "names lie outside their string table, have no end or are")} too long`;
  issues.add("elf_names_damaged", message, offset);
}
