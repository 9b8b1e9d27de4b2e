/** Section headers: which bytes of the file make up each section (System V gABI, chapter 4, "Sections"). */
import type { Bytes } from "../../base/bytes.ts";
import type { IssueList } from "../../base/issue.ts";
import { plural } from "../../base/plural.ts";
import type { Permissions } from "../image.ts";
import { type Header, heldEntries } from "./header.ts";
import { StringTable } from "../string-table.ts";
import type { Words } from "../words.ts";

export const SECTION_TYPE = {
  progbits: 1,
  symtab: 2,
  strtab: 3,
  rela: 4,
  note: 7,
  nobits: 8,
  rel: 9,
  dynsym: 11,
  initArray: 14,
  finiArray: 15,
  preinitArray: 16,
  symtabShndx: 18,
  relr: 19,
  crel: 0x40000014,
  androidRel: 0x60000001,
  androidRela: 0x60000002,
  androidRelr: 0x6fffff00,
  gnuVerdef: 0x6ffffffd,
  gnuVerneed: 0x6ffffffe,
  gnuVersym: 0x6fffffff,
} as const;

export const SECTION_FLAG = { write: 1, alloc: 2, execute: 4, tls: 0x400, compressed: 0x800 } as const;

export interface SectionHeader {
  readonly index: number;
  readonly name: string;
  readonly type: number;
  /** `sh_flags`, low 32 bits. */
  readonly flags: number;
  readonly address: bigint;
  readonly offset: number;
  /** Bytes in memory, and in the file unless the type is NOBITS; as claimed. */
  readonly size: number;
  readonly link: number;
  readonly info: number;
  readonly align: number;
  readonly entrySize: number;
}

/** Reads the headers that the file holds, in file order; their names come from the section `e_shstrndx`. */
export function readSectionHeaders(file: Bytes, words: Words, header: Header, issues: IssueList): SectionHeader[] {
  const table = header.sectionHeaders;
  const count = heldEntries(file, table, "section", issues);
  const entries = file.clamp(table.offset, count * table.stride);
  const unnamed = Array.from({ length: count }, (_, index) => decode(entries, words, index, table.stride));
  for (const { header: section } of unnamed) {
    reportMissingBytes(file, section, table.offset + section.index * table.stride, issues);
  }
  if (unnamed.length === 0) return [];
  const names = nameTable(file, unnamed[header.sectionNames]?.header, count, issues);
  return unnamed.map(({ header: section, nameOffset }) => ({ ...section, name: names?.at(nameOffset) ?? "" }));
}

/** The bytes of a section that the file holds; none for NOBITS. */
export function sectionBytes(file: Bytes, section: SectionHeader): Bytes {
  return section.type === SECTION_TYPE.nobits ? file.clamp(0, 0) : file.clamp(section.offset, section.size);
}

/** Whether the section takes up memory of its own: thread-local zero-fill only describes a template. */
export function occupiesMemory(section: SectionHeader): boolean {
  if ((section.flags & SECTION_FLAG.alloc) === 0 || section.size === 0 || section.type === 0) return false;
  return !(section.type === SECTION_TYPE.nobits && (section.flags & SECTION_FLAG.tls) !== 0);
}

export function sectionPermissions(section: SectionHeader): Permissions {
  const { flags } = section;
  return {
    read: (flags & SECTION_FLAG.alloc) !== 0,
    write: (flags & SECTION_FLAG.write) !== 0,
    execute: (flags & SECTION_FLAG.execute) !== 0,
  };
}

/** Name of `sh_type`, or the number in hexadecimal. */
export function sectionTypeName(type: number): string {
  return TYPE_NAMES.get(type) ?? `0x${type.toString(16)}`;
}

interface Unnamed {
  readonly header: SectionHeader;
  readonly nameOffset: number;
}

function decode(entries: Bytes, words: Words, index: number, stride: number): Unnamed {
  const at = index * stride;
  const w = words.size;
  return {
    nameOffset: entries.u32(at),
    header: {
      index,
      name: "",
      type: entries.u32(at + 4),
      flags: entries.u32(at + (entries.endian === "big" && w === 8 ? 12 : 8)),
      address: words.address(entries, at + 8 + w),
      offset: words.unsigned(entries, at + 8 + 2 * w),
      size: words.unsigned(entries, at + 8 + 3 * w),
      link: entries.u32(at + 8 + 4 * w),
      info: entries.u32(at + 12 + 4 * w),
      align: words.unsigned(entries, at + 16 + 4 * w),
      entrySize: words.unsigned(entries, at + 16 + 5 * w),
    },
  };
}

function reportMissingBytes(file: Bytes, section: SectionHeader, headerOffset: number, issues: IssueList): void {
  const { index, type, offset, size } = section;
  if (type === SECTION_TYPE.nobits || type === 0 || offset + size <= file.length) return;
  const message = `section ${index} claims ${size} ${plural(size, "byte")} at ${offset}; the file has ${file.length}`;
  issues.add("elf_section_truncated", message, headerOffset);
}

function nameTable(
  file: Bytes,
  section: SectionHeader | undefined,
  count: number,
  issues: IssueList,
): StringTable | undefined {
  if (section !== undefined && section.type !== 0) {
    const bytes = sectionBytes(file, section);
    return new StringTable(bytes, 65_536 + 2 * bytes.length + SHORT_NAME * count);
  }
  if (section !== undefined) return undefined;
  issues.add("elf_section_names_missing", "the section that should hold the section names does not exist");
  return undefined;
}

/** Bytes of a name for each of any number of sections; longer ones stand in the table, on their own or as the ends of two. */
const SHORT_NAME = 16;

const TYPE_NAMES: ReadonlyMap<number, string> = new Map([
  [0, "NULL"],
  [1, "PROGBITS"],
  [2, "SYMTAB"],
  [3, "STRTAB"],
  [4, "RELA"],
  [5, "HASH"],
  [6, "DYNAMIC"],
  [7, "NOTE"],
  [8, "NOBITS"],
  [9, "REL"],
  [10, "SHLIB"],
  [11, "DYNSYM"],
  [14, "INIT_ARRAY"],
  [15, "FINI_ARRAY"],
  [16, "PREINIT_ARRAY"],
  [17, "GROUP"],
  [18, "SYMTAB_SHNDX"],
  [19, "RELR"],
  [0x40000014, "CREL"],
  [0x60000001, "ANDROID_REL"],
  [0x60000002, "ANDROID_RELA"],
  [0x6fff4c00, "LLVM_ODRTAB"],
  [0x6fff4c03, "LLVM_ADDRSIG"],
  [0x6fff4c0a, "LLVM_BB_ADDR_MAP"],
  [0x6fffff00, "ANDROID_RELR"],
  [0x6ffffff5, "GNU_ATTRIBUTES"],
  [0x6ffffff6, "GNU_HASH"],
  [0x6ffffff7, "GNU_LIBLIST"],
  [0x6ffffffd, "VERDEF"],
  [0x6ffffffe, "VERNEED"],
  [0x6fffffff, "VERSYM"],
]);
