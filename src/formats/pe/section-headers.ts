/** Section headers of PE images and COFF objects (PE format, "Section Table"). */
import type { Bytes } from "../../base/bytes.ts";
import type { IssueList } from "../../base/issue.ts";
import type { Permissions } from "../image.ts";
import { type Header, SECTION_HEADER_SIZE } from "./header.ts";
import type { CoffNames } from "./coff-names.ts";

export interface SectionHeader {
  /** From 1 on, as symbols count. */
  readonly number: number;
  readonly name: string;
  /** Bytes in memory; 0 in objects. */
  readonly virtualSize: number;
  readonly rva: number;
  readonly rawSize: number;
  readonly rawOffset: number;
  readonly relocationOffset: number;
  readonly relocations: number;
  /** Sum of `SECTION_FLAG`. */
  readonly flags: number;
}

/** `IMAGE_SCN_*`. */
export const SECTION_FLAG = {
  code: 0x20,
  initialized: 0x40,
  uninitialized: 0x80,
  information: 0x200,
  removed: 0x800,
  comdat: 0x1000,
  manyRelocations: 0x0100_0000,
  discardable: 0x0200_0000,
  execute: 0x2000_0000,
  read: 0x4000_0000,
  write: 0x8000_0000,
} as const;

/** Whether a flag of `SECTION_FLAG` is set. */
export function hasFlag({ flags }: SectionHeader, flag: number): boolean {
  return (flags & flag) !== 0;
}

/** Reads headers in file order, up to the first one that the file does not hold. */
export function readSectionHeaders(file: Bytes, header: Header, names: CoffNames, issues: IssueList): SectionHeader[] {
  const sections: SectionHeader[] = [];
  for (let index = 0; index < header.sections; index++) {
    const offset = header.sectionTable + index * SECTION_HEADER_SIZE;
    const bytes = file.window(offset, SECTION_HEADER_SIZE);
    if (bytes === undefined) {
      const message = `section header ${index + 1} of ${header.sections} lies outside the file`;
      issues.add("pe_section_header_truncated", message, offset);
      break;
    }
    sections.push(decode(bytes, index + 1, names));
  }
  return sections;
}

/** What the section header allows. */
export function sectionPermissions(section: SectionHeader): Permissions {
  return {
    read: hasFlag(section, SECTION_FLAG.read),
    write: hasFlag(section, SECTION_FLAG.write),
    execute: hasFlag(section, SECTION_FLAG.execute),
  };
}

/** Bytes in memory: those of the file when the header gives no other size. */
export function memorySize({ virtualSize, rawSize }: SectionHeader): number {
  return virtualSize === 0 ? rawSize : virtualSize;
}

/** The bytes that the file holds of a section, at most its size in memory when it has one. */
export function sectionBytes(file: Bytes, section: SectionHeader): Bytes {
  if (section.rawOffset === 0 || hasFlag(section, SECTION_FLAG.uninitialized)) return file.clamp(file.length, 0);
  return file.clamp(section.rawOffset, Math.min(section.rawSize, memorySize(section)));
}

/** `CODE`, `DATA`, `BSS`, `INFO` and `REMOVED` for what a linker reads and drops, or the flags in hexadecimal. */
export function sectionTypeName(section: SectionHeader): string {
  if (hasFlag(section, SECTION_FLAG.code)) return "CODE";
  if (hasFlag(section, SECTION_FLAG.initialized)) return "DATA";
  if (hasFlag(section, SECTION_FLAG.uninitialized)) return "BSS";
  if (hasFlag(section, SECTION_FLAG.information)) return "INFO";
  return hasFlag(section, SECTION_FLAG.removed) ? "REMOVED" : `0x${section.flags.toString(16)}`;
}

function decode(bytes: Bytes, number: number, names: CoffNames): SectionHeader {
  return {
    number,
    name: names.ofSection(bytes.clamp(0, 8)),
    virtualSize: bytes.u32(8),
    rva: bytes.u32(12),
    rawSize: bytes.u32(16),
    rawOffset: bytes.u32(20),
    relocationOffset: bytes.u32(24),
    relocations: bytes.u16(32),
    flags: bytes.u32(36),
  };
}
