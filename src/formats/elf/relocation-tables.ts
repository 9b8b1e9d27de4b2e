/** The relocation tables that a run-time linker applies. */
import type { Bytes } from "../../base/bytes.ts";
import type { IssueList } from "../../base/issue.ts";
import { type Dynamic, DYNAMIC_TAG } from "./dynamic.ts";
import type { RelocationTable } from "./relocations.ts";
import { SECTION_FLAG, SECTION_TYPE, type SectionHeader, sectionBytes } from "./section-headers.ts";

/** Tables that the dynamic section names, then those that only a section header shows (static programs). */
export function dynamicRelocationTables(
  file: Bytes,
  dynamic: Dynamic | undefined,
  sections: readonly SectionHeader[],
  issues: IssueList,
): RelocationTable[] {
  const tables = dynamic === undefined ? [] : taggedTables(dynamic, issues);
  reportPacked(dynamic, sections, issues);
  for (const section of sections) {
    const form = FORMS.get(section.type);
    if (form === undefined || (section.flags & SECTION_FLAG.alloc) === 0) continue;
    const bytes = sectionBytes(file, section);
    if (bytes.length > 0 && !tables.some((table) => overlaps(table.bytes, bytes))) tables.push({ bytes, form });
  }
  return tables;
}

const FORMS: ReadonlyMap<number, RelocationTable["form"]> = new Map([
  [SECTION_TYPE.rela, "rela"],
  [SECTION_TYPE.rel, "rel"],
  [SECTION_TYPE.relr, "relr"],
  [SECTION_TYPE.androidRelr, "relr"],
]);

function taggedTables(dynamic: Dynamic, issues: IssueList): RelocationTable[] {
  const plt = dynamic.number(DYNAMIC_TAG.pltRel) === DYNAMIC_TAG.rel ? "rel" : "rela";
  const candidates = [
    { form: "rela", tag: DYNAMIC_TAG.rela, size: DYNAMIC_TAG.relaSize },
    { form: "rel", tag: DYNAMIC_TAG.rel, size: DYNAMIC_TAG.relSize },
    { form: plt, tag: DYNAMIC_TAG.jmpRel, size: DYNAMIC_TAG.pltRelSize },
    { form: "relr", tag: DYNAMIC_TAG.relr, size: DYNAMIC_TAG.relrSize },
  ] as const;
  const tables: RelocationTable[] = [];
  for (const { form, tag, size } of candidates) {
    const length = dynamic.number(size) ?? 0;
    const bytes = length === 0 ? undefined : dynamic.bytes(tag, length, issues);
    if (bytes !== undefined && bytes.length > 0) tables.push({ form, bytes });
  }
  return tables;
}

function overlaps(left: Bytes, right: Bytes): boolean {
  return left.fileOffset < right.fileOffset + right.length && right.fileOffset < left.fileOffset + left.length;
}

function reportPacked(dynamic: Dynamic | undefined, sections: readonly SectionHeader[], issues: IssueList): void {
  const packed = [DYNAMIC_TAG.crel, DYNAMIC_TAG.androidRel, DYNAMIC_TAG.androidRela].some((tag) => dynamic?.has(tag));
  const types: readonly number[] = [SECTION_TYPE.crel, SECTION_TYPE.androidRel, SECTION_TYPE.androidRela];
  if (packed || sections.some(({ type }) => types.includes(type))) {
    issues.add("elf_packed_relocations_unread", "packed relocations (CREL or Android) are not read");
  }
}
