/** Mapped memory of an ELF file: sections first, then what segments map beside them. */
import type { Bytes } from "../../base/bytes.ts";
import type { IssueList } from "../../base/issue.ts";
import { plural } from "../../base/plural.ts";
import type { Permissions, Region } from "../image.ts";
import { type Claim, divide, type Piece } from "./claims.ts";
import type { Header } from "./header.ts";
import type { Placement } from "./placement.ts";
import { permissionsOf, type ProgramHeader, SEGMENT_TYPE } from "./segments.ts";
import { occupiesMemory, SECTION_TYPE, type SectionHeader, sectionPermissions } from "./section-headers.ts";
import { type AddressSpace, RVA_LIMIT } from "../words.ts";

/** A range of memory with what fills it. */
export interface MappedRange extends Claim {
  readonly name: string;
  readonly fileOffset: number;
  /** As claimed; clamped to the file when it becomes a region. */
  readonly fileSize: number;
  readonly permissions: Permissions;
  readonly content: Region["content"];
}

/** Divides the ranges, first come first served, into disjoint regions that ascend by rva. */
export function regionsOf(file: Bytes, ranges: readonly MappedRange[]): Region[] {
  return divide(ranges).flatMap((piece) => {
    const range = ranges[piece.claim];
    return range === undefined ? [] : [regionOf(file, range, piece)];
  });
}

/** What the `PT_LOAD` segments map, last header first: a loader lets the later one cover the earlier one. */
export function segmentRanges(headers: readonly ProgramHeader[], space: AddressSpace): MappedRange[] {
  return [...headers].reverse().flatMap((header) => {
    const rva = space.rvaOf(header.address);
    if (header.type !== SEGMENT_TYPE.load || rva === undefined || rva < 0 || header.memorySize === 0) return [];
    const permissions = permissionsOf(header.flags);
    return [
      {
        name: `segment:${header.index}`,
        rva,
        size: Math.min(header.memorySize, RVA_LIMIT - rva),
        fileOffset: header.offset,
        fileSize: Math.min(header.fileSize, header.memorySize),
        permissions,
        content: segmentContent(header, permissions),
      },
    ];
  });
}

/**
 * The headers at the start of the file where an executable segment maps them: they are no code, unless the entry point
 * lies in them.
 */
export function headerRanges(
  { programHeaders }: Header,
  loads: readonly MappedRange[],
  entry: number | undefined,
): MappedRange[] {
  const end = programHeaders.offset + programHeaders.count * programHeaders.stride;
  return loads.flatMap((load) => {
    if (!load.permissions.execute || load.fileOffset !== 0 || end > load.fileSize) return [];
    if (entry !== undefined && entry >= load.rva && entry < load.rva + end) return [];
    return [{ ...load, name: "headers", size: end, fileSize: end, content: "metadata" as const }];
  });
}

/**
 * What the sections map. In a file with segments, a section that the segments do not load the same way is left out
 * and reported: the loader goes by the segments.
 */
export function sectionRanges(
  sections: readonly SectionHeader[],
  placement: Placement,
  segments: readonly MappedRange[],
  issues: IssueList,
): MappedRange[] {
  const loads = [...segments].sort((left, right) => left.rva - right.rva);
  const trusted = loads.length === 0 || holdsDebugInfoOnly(sections);
  return sections.flatMap((section) => {
    const rva = placement[section.index];
    if (!occupiesMemory(section) || rva === undefined) return [];
    const fault = trusted ? undefined : contradiction(section, rva, loads);
    if (fault === undefined) return [sectionRange(section, rva)];
    issues.add(fault.code, `section ${section.index} (${JSON.stringify(section.name)}) ${fault.what}`);
    return [];
  });
}

/** Reports sections that share memory; the first one in file order keeps it. */
export function reportOverlaps(ranges: readonly MappedRange[], issues: IssueList): void {
  const kept = ranges.map(() => 0);
  for (const { claim, size } of divide(ranges)) kept[claim] = (kept[claim] ?? 0) + size;
  for (const [index, { name, size }] of ranges.entries()) {
    const lost = size - (kept[index] ?? 0);
    if (lost > 0) {
      const message = `${lost} ${plural(lost, "byte")} of section ${JSON.stringify(name)} ${plural(lost, "belongs", "belong")} to an earlier section too`;
      issues.add("elf_sections_overlap", message);
    }
  }
}

function regionOf(file: Bytes, range: MappedRange, piece: Piece): Region {
  const skipped = piece.rva - range.rva;
  const wanted = Math.min(Math.max(range.fileSize - skipped, 0), piece.size);
  const bytes = file.clamp(range.fileOffset + skipped, wanted);
  return {
    name: range.name,
    rva: piece.rva,
    size: piece.size,
    fileOffset: bytes.length === 0 ? 0 : bytes.fileOffset,
    fileSize: bytes.length,
    permissions: range.permissions,
    content: range.content,
  };
}

function sectionRange(section: SectionHeader, rva: number): MappedRange {
  return {
    name: section.name,
    rva,
    size: Math.min(section.size, RVA_LIMIT - rva),
    fileOffset: section.offset,
    fileSize: section.type === SECTION_TYPE.nobits ? 0 : section.size,
    permissions: sectionPermissions(section),
    content: sectionContent(section),
  };
}

/** Debug companions keep the program's headers and drop its bytes: their code sections are all NOBITS. */
function holdsDebugInfoOnly(sections: readonly SectionHeader[]): boolean {
  const code = sections.filter((section) => occupiesMemory(section) && sectionPermissions(section).execute);
  return code.length > 0 && code.every(({ type }) => type === SECTION_TYPE.nobits);
}

interface Contradiction {
  readonly code: string;
  readonly what: string;
}

function contradiction(section: SectionHeader, rva: number, loads: readonly MappedRange[]): Contradiction | undefined {
  const segment = lastStartingAtMost(loads, rva);
  if (segment === undefined || rva + section.size > segment.rva + segment.size) {
    return { code: "elf_section_not_loaded", what: "lies outside the loaded segments" };
  }
  const skipped = rva - segment.rva;
  const agrees =
    section.type === SECTION_TYPE.nobits
      ? skipped >= segment.fileSize
      : segment.fileOffset + skipped === section.offset && skipped < segment.fileSize;
  if (agrees) return undefined;
  return { code: "elf_section_contradicts_segment", what: "names other bytes than the segment that loads it" };
}

function lastStartingAtMost(loads: readonly MappedRange[], rva: number): MappedRange | undefined {
  let low = 0;
  let high = loads.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    if ((loads[middle]?.rva ?? 0) <= rva) low = middle + 1;
    else high = middle - 1;
  }
  return loads[high];
}

function segmentContent(header: ProgramHeader, permissions: Permissions): Region["content"] {
  if (header.fileSize === 0) return "zero";
  return permissions.execute ? "code" : "data";
}

const STUB_SECTIONS = new Set([".plt", ".plt.sec", ".plt.got", ".iplt", ".plt.bnd"]);
const METADATA_SECTION =
  /^\.(eh_frame|eh_frame_hdr|gcc_except_table|rela?|relr|crel|dyn(amic|sym|str)|(gnu\.)?hash|gopclntab|note|interp|gnu\.version|gnu\.build\.attributes|gnu\.liblist|symtab|strtab|sframe|ARM\.(exidx|extab))([._].*)?$/u;

function sectionContent(section: SectionHeader): Region["content"] {
  const { name, type } = section;
  const executable = sectionPermissions(section).execute;
  if (STUB_SECTIONS.has(name) && executable) return "stubs";
  if (type === SECTION_TYPE.nobits) return "zero";
  if (executable) return "code";
  return METADATA_SECTION.test(name) ? "metadata" : "data";
}
