/** Segments and their sections (Mach-O: `mach-o/loader.h`, `struct segment_command`, `struct section`). */
import { type Bytes, textOf } from "../../base/bytes.ts";
import type { IssueList } from "../../base/issue.ts";
import type { Permissions } from "../image.ts";
import { Words } from "../words.ts";
import { COMMAND, type LoadCommand } from "./load-commands.ts";

export interface SegmentCommand {
  readonly name: string;
  readonly address: bigint;
  readonly memorySize: number;
  /** In the slice. */
  readonly fileOffset: number;
  readonly fileSize: number;
  /** Sum of `PROTECTION`, as the kernel sets it at the start. */
  readonly protection: number;
}

export interface SectionHeader {
  /** From 1 on, over all segments, as symbols count. */
  readonly number: number;
  readonly segmentName: string;
  readonly name: string;
  /** Position of the segment command that holds it. */
  readonly segment: number;
  readonly address: bigint;
  readonly size: number;
  /** In the slice. */
  readonly fileOffset: number;
  readonly relocationOffset: number;
  readonly relocations: number;
  /** One of `SECTION_TYPE`. */
  readonly type: number;
  /** Sum of `SECTION_ATTRIBUTE`. */
  readonly attributes: number;
  /** First entry in the table of indirect symbols, of sections of stubs and pointers. */
  readonly firstIndirect: number;
  /** Bytes of a stub. */
  readonly stubSize: number;
}

export const SECTION_TYPE = {
  zeroFill: 0x01,
  strings: 0x02,
  nonLazyPointers: 0x06,
  lazyPointers: 0x07,
  stubs: 0x08,
  initPointers: 0x09,
  termPointers: 0x0a,
  largeZeroFill: 0x0c,
  lazyLibraryPointers: 0x10,
  threadLocal: 0x11,
  threadLocalZeroFill: 0x12,
  threadLocalVariables: 0x13,
  threadLocalPointers: 0x14,
  initOffsets: 0x16,
} as const;

const TYPE_NAMES = (
  "REGULAR ZEROFILL CSTRING_LITERALS 4BYTE_LITERALS 8BYTE_LITERALS LITERAL_POINTERS NON_LAZY_SYMBOL_POINTERS " +
  "LAZY_SYMBOL_POINTERS SYMBOL_STUBS MOD_INIT_FUNC_POINTERS MOD_TERM_FUNC_POINTERS COALESCED GB_ZEROFILL INTERPOSING " +
  "16BYTE_LITERALS DTRACE_DOF LAZY_DYLIB_SYMBOL_POINTERS THREAD_LOCAL_REGULAR THREAD_LOCAL_ZEROFILL " +
  "THREAD_LOCAL_VARIABLES THREAD_LOCAL_VARIABLE_POINTERS THREAD_LOCAL_INIT_FUNCTION_POINTERS INIT_FUNC_OFFSETS"
).split(" ");

/** `CSTRING_LITERALS`..., or the number. */
export function sectionTypeName(type: number): string {
  return TYPE_NAMES[type] ?? `0x${type.toString(16)}`;
}

/** `S_ATTR_*`. */
export const SECTION_ATTRIBUTE = {
  someInstructions: 0x400,
  debug: 0x0200_0000,
  pureInstructions: 0x8000_0000,
} as const;

/** `VM_PROT_*`. */
export const PROTECTION = { read: 1, write: 2, execute: 4 } as const;

export interface Segments {
  readonly segments: readonly SegmentCommand[];
  readonly sections: readonly SectionHeader[];
}

/** Reads every segment command; sections up to the first one that its command does not hold. */
export function readSegments(commands: readonly LoadCommand[], issues: IssueList): Segments {
  const segments: SegmentCommand[] = [];
  const sections: SectionHeader[] = [];
  for (const { type, bytes } of commands) {
    const form = FORMS.get(type);
    if (form === undefined) continue;
    if (bytes.length < form.size) {
      issues.add("macho_segment_truncated", "a segment command is too short", bytes.fileOffset);
      continue;
    }
    const segment = decodeSegment(bytes, form);
    addSections(bytes, form, segments.length, sections, issues);
    segments.push(segment);
  }
  return { segments, sections };
}

/** `__TEXT,__text`: section names alone repeat from segment to segment. */
export function fullName({ segmentName, name }: SectionHeader): string {
  return `${segmentName},${name}`;
}

export function isZeroFill({ type }: SectionHeader): boolean {
  const { zeroFill, largeZeroFill, threadLocalZeroFill } = SECTION_TYPE;
  return type === zeroFill || type === largeZeroFill || type === threadLocalZeroFill;
}

/** Whether the section holds instructions. */
export function holdsCode({ attributes }: SectionHeader): boolean {
  const { pureInstructions, someInstructions } = SECTION_ATTRIBUTE;
  return (attributes & (pureInstructions | someInstructions)) !== 0;
}

/** The bytes that the file holds of a section. */
export function sectionBytes(file: Bytes, section: SectionHeader): Bytes {
  return isZeroFill(section) ? file.clamp(0, 0) : file.clamp(section.fileOffset, section.size);
}

export function protectionOf({ protection }: SegmentCommand): Permissions {
  return {
    read: (protection & PROTECTION.read) !== 0,
    write: (protection & PROTECTION.write) !== 0,
    execute: (protection & PROTECTION.execute) !== 0,
  };
}

/** Sizes of the commands and of the section headers in them. */
interface Form {
  readonly words: Words;
  readonly size: number;
  readonly sectionSize: number;
}

const FORMS: ReadonlyMap<number, Form> = new Map([
  [COMMAND.segment, { words: new Words(32), size: 56, sectionSize: 68 }],
  [COMMAND.segment64, { words: new Words(64), size: 72, sectionSize: 80 }],
]);

const NAME_SIZE = 16;
const SEGMENT_FIELDS = 24;

function decodeSegment(bytes: Bytes, { words, size }: Form): SegmentCommand {
  const w = words.size;
  return {
    name: fixedText(bytes.clamp(8, NAME_SIZE)),
    address: words.address(bytes, SEGMENT_FIELDS),
    memorySize: words.unsigned(bytes, SEGMENT_FIELDS + w),
    fileOffset: words.unsigned(bytes, SEGMENT_FIELDS + 2 * w),
    fileSize: words.unsigned(bytes, SEGMENT_FIELDS + 3 * w),
    protection: bytes.u32(size - 12),
  };
}

function addSections(
  bytes: Bytes,
  { words, size, sectionSize }: Form,
  segment: number,
  sections: SectionHeader[],
  issues: IssueList,
): void {
  const count = bytes.u32(size - 8);
  for (let index = 0; index < count; index++) {
    const header = bytes.window(size + index * sectionSize, sectionSize);
    if (header === undefined) {
      const message = `section ${index} of ${count} lies outside its segment command`;
      issues.add("macho_section_truncated", message, bytes.fileOffset);
      return;
    }
    sections.push(decodeSection(header, words, sections.length + 1, segment));
  }
}

function decodeSection(bytes: Bytes, words: Words, number: number, segment: number): SectionHeader {
  const fields = 2 * NAME_SIZE + 2 * words.size;
  const flags = bytes.u32(fields + 16);
  return {
    number,
    name: fixedText(bytes.clamp(0, NAME_SIZE)),
    segmentName: fixedText(bytes.clamp(NAME_SIZE, NAME_SIZE)),
    segment,
    address: words.address(bytes, 2 * NAME_SIZE),
    size: words.unsigned(bytes, 2 * NAME_SIZE + words.size),
    fileOffset: bytes.u32(fields),
    relocationOffset: bytes.u32(fields + 8),
    relocations: bytes.u32(fields + 12),
    type: flags & 0xff,
    attributes: (flags & ~0xff) >>> 0,
    firstIndirect: bytes.u32(fields + 20),
    stubSize: bytes.u32(fields + 24),
  };
}

/** A name that fills its field has no terminator. */
function fixedText(bytes: Bytes): string {
  const end = bytes.data.indexOf(0);
  return textOf(bytes.data.subarray(0, end === -1 ? bytes.length : end));
}
