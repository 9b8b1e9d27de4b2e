/** What segments and sections of a Mach-O file put into memory. */
import type { IssueList } from "../../base/issue.ts";
import { plural } from "../../base/plural.ts";
import { type Claim, divide } from "../elf/claims.ts";
import type { MappedRange } from "../elf/regions.ts";
import type { Permissions, Region } from "../image.ts";
import { type AddressSpace, RVA_LIMIT } from "../words.ts";
import type { Header } from "./header.ts";
import { FILE_TYPE } from "./machines.ts";
import {
  fullName,
  holdsCode,
  isZeroFill,
  protectionOf,
  SECTION_ATTRIBUTE,
  SECTION_TYPE,
  type SectionHeader,
  type SegmentCommand,
} from "./segments.ts";

/** The headers of one file. */
export interface MapSources {
  readonly header: Header;
  readonly segments: readonly SegmentCommand[];
  readonly sections: readonly SectionHeader[];
  readonly space: AddressSpace;
}

/** What segments map, in file order; none for objects, where the one segment is only a wrapper. */
export function segmentRanges({ header, segments, sections, space }: MapSources, issues: IssueList): MappedRange[] {
  if (header.fileType === FILE_TYPE.object) return [];
  const divided = new Set(sections.map(({ segment }) => segment));
  return segments.flatMap((segment, index) => {
    if (segment.memorySize === 0 || (segment.fileSize === 0 && segment.protection === 0)) return [];
    const rva = space.rvaOf(segment.address);
    if (rva === undefined || rva < 0) {
      const message = `segment ${index} is too far from the image base to be mapped`;
      issues.add("macho_segment_unreachable", message);
      return [];
    }
    const permissions = protectionOf(segment);
    return [
      {
        name: `segment:${index}`,
        rva,
        size: Math.min(segment.memorySize, RVA_LIMIT - rva),
        fileOffset: segment.fileOffset,
        fileSize: Math.min(segment.fileSize, segment.memorySize),
        permissions,
        content: segmentContent(segment, header, divided.has(index)),
      },
    ];
  });
}

/**
 * What sections map. The loader goes by segments alone, so a section that names other bytes than its segment maps
 * there is left out and reported.
 */
export function sectionRanges(sources: MapSources, issues: IssueList): MappedRange[] {
  const { header, segments, sections, space } = sources;
  const ranges = sections.flatMap((section) => {
    const rva = space.rvaOf(section.address);
    if (rva === undefined || rva < 0 || section.size === 0) return [];
    const segment = segments[section.segment];
    const trusted = header.fileType === FILE_TYPE.object || header.fileType === FILE_TYPE.debugSymbols;
    if (!trusted && (segment === undefined || !agrees(section, segment))) {
      const message = `section ${JSON.stringify(fullName(section))} names other bytes than its segment`;
      issues.add("macho_section_contradicts_segment", message);
      return [];
    }
    return [rangeOf(section, rva, sectionPermissions(section, segment))];
  });
  reportOverlaps(ranges, issues);
  return ranges;
}

/**
 * What the bytes of a section may be used for: a segment of code is executable as a whole, though its texts and
 * tables are never run, so execution counts only where the section holds instructions.
 */
export function sectionPermissions(section: SectionHeader, segment: SegmentCommand | undefined): Permissions {
  const whole = segment === undefined ? { read: true, write: true, execute: true } : protectionOf(segment);
  const readOnly = section.segmentName === "__TEXT" || holdsCode(section);
  return {
    read: whole.read,
    write: whole.write && !(readOnly && whole.execute),
    execute: whole.execute && holdsCode(section),
  };
}

function agrees(section: SectionHeader, segment: SegmentCommand): boolean {
  const skipped = Number(section.address - segment.address);
  if (skipped < 0 || skipped + section.size > segment.memorySize) return false;
  if (isZeroFill(section)) return true;
  return section.fileOffset === segment.fileOffset + skipped && skipped + section.size <= segment.fileSize;
}

function rangeOf(section: SectionHeader, rva: number, permissions: Permissions): MappedRange {
  return {
    name: fullName(section),
    rva,
    size: Math.min(section.size, RVA_LIMIT - rva),
    fileOffset: section.fileOffset,
    fileSize: isZeroFill(section) || section.fileOffset === 0 ? 0 : section.size,
    permissions,
    content: sectionContent(section),
  };
}

/** Sections of tables that tools made, by name alone. */
const METADATA_NAMES: ReadonlySet<string> = new Set([
  "__unwind_info",
  "__eh_frame",
  "__gcc_except_tab",
  "__compact_unwind",
  "__gopclntab",
  "__gosymtab",
  "__typelink",
  "__itablink",
]);

function sectionContent(section: SectionHeader): Region["content"] {
  if (isZeroFill(section)) return "zero";
  if (section.type === SECTION_TYPE.stubs || section.name === "__stub_helper") return "stubs";
  if (holdsCode(section)) return "code";
  const isDebug = (section.attributes & SECTION_ATTRIBUTE.debug) !== 0 || section.segmentName === "__DWARF";
  return isDebug || METADATA_NAMES.has(section.name) ? "metadata" : "data";
}

/** Between the sections of a segment lie headers and filling; a segment without sections may hold anything. */
function segmentContent(segment: SegmentCommand, header: Header, isDivided: boolean): Region["content"] {
  if (segment.fileSize === 0) return "zero";
  if (segment.name === "__LINKEDIT" || header.fileType === FILE_TYPE.debugSymbols) return "metadata";
  if (!isDivided && protectionOf(segment).execute) return "code";
  return segment.fileOffset === 0 ? "metadata" : "data";
}

function reportOverlaps(ranges: readonly MappedRange[], issues: IssueList): void {
  const kept = ranges.map(() => 0);
  const claims: readonly Claim[] = ranges;
  for (const { claim, size } of divide(claims)) kept[claim] = (kept[claim] ?? 0) + size;
  for (const [index, { name, size }] of ranges.entries()) {
    const lost = size - (kept[index] ?? 0);
    if (lost <= 0) continue;
    const message = `${lost} ${plural(lost, "byte")} of section ${JSON.stringify(name)} ${plural(lost, "belongs", "belong")} to an earlier section too`;
    issues.add("macho_sections_overlap", message);
  }
}
