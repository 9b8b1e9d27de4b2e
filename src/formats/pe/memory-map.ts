/** Mapped memory of a PE image: the tables inside its sections first, then the sections, then the headers. */
import type { IssueList } from "../../base/issue.ts";
import { plural } from "../../base/plural.ts";
import { divide } from "../elf/claims.ts";
import { type MappedRange, regionsOf } from "../elf/regions.ts";
import type { Region } from "../image.ts";
import { Memory } from "../memory.ts";
import type { Layout } from "./layout.ts";
import { hasFlag, memorySize, SECTION_FLAG, type SectionHeader, sectionPermissions } from "./section-headers.ts";

/** A range of bytes that a table of the format takes, not the program's data. */
export interface TableRange {
  readonly rva: number;
  readonly size: number;
}

/** What the section headers and the headers themselves map. */
export function mappedRanges({ file, header, sections }: Layout, issues: IssueList): MappedRange[] {
  const ranges = sections.filter((section) => memorySize(section) > 0).map((section) => rangeOf(section, section.rva));
  reportOverlaps(ranges, issues);
  reportCuts(sections, file.length, issues);
  const size = Math.min(header.optional?.headersSize ?? 0, file.length);
  const permissions = { read: true, write: false, execute: false };
  return [
    ...ranges,
    { name: "headers", rva: 0, size, fileOffset: 0, fileSize: size, permissions, content: "metadata" },
  ];
}

/** The memory that a section fills at `rva`. */
export function rangeOf(section: SectionHeader, rva: number): MappedRange {
  const hasBytes = section.rawOffset !== 0 && !hasFlag(section, SECTION_FLAG.uninitialized);
  const fileSize = hasBytes ? Math.min(section.rawSize, memorySize(section)) : 0;
  return {
    name: section.name,
    rva,
    size: memorySize(section),
    fileOffset: section.rawOffset,
    fileSize,
    permissions: sectionPermissions(section),
    content: contentOf(section, fileSize),
  };
}

/** Regions with the tables cut out of the sections that hold them; those keep the name of their section. */
export function regionsAround(
  { file }: Layout,
  ranges: readonly MappedRange[],
  tables: readonly TableRange[],
): Region[] {
  const whole = regionsOf(file, ranges);
  const memory = memoryOf(file.data, whole);
  const cut = joined(tables).flatMap(({ rva, size }): MappedRange[] => {
    const region = memory.regionAt(rva);
    if (region === undefined || region.permissions.execute || region.fileSize === 0) return [];
    const fileOffset = region.fileOffset + (rva - region.rva);
    const kept = Math.min(size, region.rva + region.fileSize - rva);
    return kept <= 0 ? [] : [{ ...region, rva, size: kept, fileOffset, fileSize: kept, content: "metadata" }];
  });
  return cut.length === 0 ? whole : regionsOf(file, [...cut, ...ranges]);
}

/** Memory without patches. */
export function memoryOf(data: Uint8Array, regions: readonly Region[]): Memory {
  return new Memory({ regions, patches: [], endian: "little" }, data);
}

const METADATA_SECTION = /^\.(pdata|xdata|reloc|edata|debug|gopclntab|eh_fram|gnu|sxdata|gfids|giats|rela|stab)/u;

function contentOf(section: SectionHeader, fileSize: number): Region["content"] {
  if (METADATA_SECTION.test(section.name)) return "metadata";
  if (fileSize === 0) return "zero";
  return hasFlag(section, SECTION_FLAG.execute) ? "code" : "data";
}

function reportCuts(sections: readonly SectionHeader[], size: number, issues: IssueList): void {
  for (const { name, rawOffset, rawSize } of sections) {
    if (rawOffset === 0 || rawOffset + rawSize <= size) continue;
    const message = `section ${JSON.stringify(name)} ends at 0x${(rawOffset + rawSize).toString(16)}, behind the file`;
    issues.add("pe_section_truncated", message, rawOffset);
  }
}

function reportOverlaps(ranges: readonly MappedRange[], issues: IssueList): void {
  const kept = ranges.map(() => 0);
  for (const { claim, size } of divide(ranges)) kept[claim] = (kept[claim] ?? 0) + size;
  for (const [index, { name, size }] of ranges.entries()) {
    const lost = size - (kept[index] ?? 0);
    if (lost <= 0) continue;
    const message = `${lost} ${plural(lost, "byte")} of section ${JSON.stringify(name)} ${plural(lost, "belongs", "belong")} to an earlier section too`;
    issues.add("pe_sections_overlap", message);
  }
}

/** Names and tables lie side by side with padding between them: ranges this close are one. */
const PADDING = 3;

function joined(tables: readonly TableRange[]): TableRange[] {
  const result: { rva: number; size: number }[] = [];
  for (const { rva, size } of [...tables].sort((left, right) => left.rva - right.rva)) {
    const last = result.at(-1);
    if (last !== undefined && rva <= last.rva + last.size + PADDING) {
      last.size = Math.max(last.size, rva + size - last.rva);
    } else result.push({ rva, size });
  }
  return result;
}
