/** Where each section lies in memory: by its address, or laid out in header order in relocatable files. */
import type { IssueList } from "../../base/issue.ts";
import { occupiesMemory, SECTION_FLAG, type SectionHeader } from "./section-headers.ts";
import { type AddressSpace, RVA_LIMIT } from "../words.ts";

/** The rva of each section by index; `undefined` for those that occupy no memory. */
export type Placement = readonly (number | undefined)[];

/** Rvas of a linked file. Thread-local zero-fill has one too, that of its template. */
export function placeLinked(sections: readonly SectionHeader[], space: AddressSpace): Placement {
  return sections.map((section) => {
    if ((section.flags & SECTION_FLAG.alloc) === 0 || section.type === 0) return undefined;
    return space.rvaOf(section.address);
  });
}

/** Lays the sections of a relocatable file out one after the other, aligned as they ask. */
export function placeRelocatable(sections: readonly SectionHeader[], issues: IssueList): Placement {
  let next = 0;
  return sections.map((section) => {
    if (!occupiesMemory(section) && !isEmptyAllocated(section)) return undefined;
    const rva = roundUp(next, alignmentOf(section, issues));
    if (rva + section.size >= RVA_LIMIT) {
      issues.add("elf_section_too_large", `section ${section.index} does not fit in the address space`);
      return undefined;
    }
    next = rva + section.size;
    return rva;
  });
}

/** First rva past every placed section. */
export function placementEnd(sections: readonly SectionHeader[], placement: Placement): number {
  let end = 0;
  for (const { index, size } of sections) {
    const rva = placement[index];
    if (rva !== undefined) end = Math.max(end, rva + size);
  }
  return end;
}

/** Rounds up to a multiple of `align`, a positive number. */
export function roundUp(value: number, align: number): number {
  return Math.ceil(value / align) * align;
}

/** Largest alignment that is honoured: a huge page. */
const LARGEST_ALIGNMENT = 2 ** 21;

function isEmptyAllocated(section: SectionHeader): boolean {
  return section.size === 0 && (section.flags & SECTION_FLAG.alloc) !== 0 && section.type !== 0;
}

function alignmentOf(section: SectionHeader, issues: IssueList): number {
  const { align, index } = section;
  if (align <= 1) return 1;
  if (align <= LARGEST_ALIGNMENT && Number.isInteger(Math.log2(align))) return align;
  issues.add("elf_section_alignment_wrong", `section ${index} asks for an alignment of ${align}; 1 is used`);
  return 1;
}
