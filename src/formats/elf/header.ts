/** The ELF file header (System V gABI, chapter 4, "ELF Header"). */
import { Bytes, type Endian } from "../../base/bytes.ts";
import type { IssueList } from "../../base/issue.ts";
import { isKnownMachine, usualEndian } from "./machines.ts";
import { Words } from "../words.ts";

export const FILE_TYPE = { relocatable: 1, executable: 2, shared: 3, core: 4 } as const;

/** Where a table of headers lies; `count` is what the file claims. */
export interface HeaderTable {
  readonly offset: number;
  readonly count: number;
  /** Bytes from one entry to the next, at least the size of an entry. */
  readonly stride: number;
}

export interface Header {
  readonly bits: 32 | 64;
  readonly endian: Endian;
  /** `EI_OSABI`. */
  readonly abi: number;
  readonly type: number;
  readonly machine: number;
  readonly flags: number;
  readonly entry: bigint;
  readonly programHeaders: HeaderTable;
  readonly sectionHeaders: HeaderTable;
  /** Index of the section that holds the section names, 0 when there is none. */
  readonly sectionNames: number;
}

/** Whether the file starts with the magic number. */
export function hasElfMagic(data: Uint8Array): boolean {
  return data[0] === 0x7f && data[1] === 0x45 && data[2] === 0x4c && data[3] === 0x46;
}

/** Reads the header; `undefined` when the file is too short for one. */
export function readHeader(data: Uint8Array, issues: IssueList): Header | undefined {
  if (data.length < SMALLEST_HEADER) return undefined;
  const endian = fileEndian(data, issues);
  const file = new Bytes(data, endian);
  const bits = fileBits(file, issues);
  const words = new Words(bits);
  const w = words.size;
  const raw = file.window(0, 40 + 3 * w);
  if (raw === undefined) return undefined;
  const header: Header = {
    bits,
    endian,
    abi: raw.u8(7),
    type: raw.u16(16),
    machine: raw.u16(18),
    entry: words.address(raw, 24),
    flags: raw.u32(24 + 3 * w),
    programHeaders: {
      offset: words.unsigned(raw, 24 + w),
      stride: stride(raw.u16(30 + 3 * w), bits === 32 ? 32 : 56),
      count: raw.u16(32 + 3 * w),
    },
    sectionHeaders: {
      offset: words.unsigned(raw, 24 + 2 * w),
      stride: stride(raw.u16(34 + 3 * w), bits === 32 ? 40 : 64),
      count: raw.u16(36 + 3 * w),
    },
    sectionNames: raw.u16(38 + 3 * w),
  };
  return withExtensions(file, words, header);
}

/**
 * Limits a table to the entries that the file holds.
 * Reports the first entry that is missing.
 */
export function heldEntries(file: Bytes, table: HeaderTable, what: string, issues: IssueList): number {
  if (table.count === 0 || table.offset === 0) return 0;
  const held = Math.max(0, Math.floor((file.length - table.offset) / table.stride));
  if (held >= table.count) return table.count;
  const message = `${what} header ${held} of ${table.count} lies outside the file`;
  issues.add(`elf_${what}_headers_truncated`, message, table.offset + held * table.stride);
  return held;
}

/** Size of an `Elf32_Ehdr`. */
const SMALLEST_HEADER = 52;

/** Entries may be longer than this program knows, never shorter. */
function stride(declared: number, size: number): number {
  return Math.max(declared, size);
}

/** The kernel ignores `EI_DATA`, so a wrong one hides a program from tools; the machine number tells. */
function fileEndian(data: Uint8Array, issues: IssueList): Endian {
  const declared = data[5] === 1 ? "little" : data[5] === 2 ? "big" : undefined;
  const little = usualEndian(new Bytes(data, "little").u16(18)) === "little";
  const big = usualEndian(new Bytes(data, "big").u16(18)) === "big";
  if (declared === "little" && !(big && !isKnownMachine(new Bytes(data, "little").u16(18)))) return "little";
  if (declared === "big" && !(little && !isKnownMachine(new Bytes(data, "big").u16(18)))) return "big";
  const endian = big ? "big" : "little";
  issues.add("elf_data_encoding_wrong", `EI_DATA is ${data[5]}; the machine number is ${endian}-endian`, 5);
  return endian;
}

function fileBits(file: Bytes, issues: IssueList): 32 | 64 {
  const declared = file.u8(4);
  if (declared === 1) return 32;
  if (declared === 2) return 64;
  const bits = file.u16(40) === SMALLEST_HEADER ? 32 : 64;
  issues.add("elf_class_wrong", `EI_CLASS is ${declared}; read as a ${bits}-bit file`, 4);
  return bits;
}

/** Counts too large for the header stand in the first section header ("Extended section numbering"). */
function withExtensions(file: Bytes, words: Words, header: Header): Header {
  const { sectionHeaders, programHeaders } = header;
  const first = sectionHeaders.offset === 0 ? undefined : file.window(sectionHeaders.offset, sectionHeaders.stride);
  if (first === undefined) return header;
  const w = words.size;
  const count = sectionHeaders.count === 0 ? words.unsigned(first, 8 + 3 * w) : sectionHeaders.count;
  const segments = programHeaders.count === 0xffff ? first.u32(12 + 4 * w) : programHeaders.count;
  const names = header.sectionNames === 0xffff ? first.u32(8 + 4 * w) : header.sectionNames;
  return {
    ...header,
    programHeaders: { ...programHeaders, count: segments },
    sectionHeaders: { ...sectionHeaders, count },
    sectionNames: names,
  };
}
