/** Program headers: what a loader maps, and where (System V gABI, chapter 5, "Program Header"). */
import type { Bytes } from "../../base/bytes.ts";
import type { IssueList } from "../../base/issue.ts";
import type { Permissions, Segment } from "../image.ts";
import { type Header, heldEntries } from "./header.ts";
import type { AddressSpace, Words } from "../words.ts";

export const SEGMENT_TYPE = {
  load: 1,
  dynamic: 2,
  interp: 3,
  note: 4,
  tls: 7,
  ehFrame: 0x6474e550,
  stack: 0x6474e551,
  relro: 0x6474e552,
} as const;

export interface ProgramHeader {
  readonly index: number;
  readonly type: number;
  /** Bits 1 execute, 2 write, 4 read. */
  readonly flags: number;
  readonly offset: number;
  readonly address: bigint;
  /** Bytes in the file as claimed; the file may hold fewer. */
  readonly fileSize: number;
  readonly memorySize: number;
  readonly align: number;
  /** File offset of the header itself. */
  readonly headerOffset: number;
}

/** Reads the headers that the file holds, in file order. */
export function readProgramHeaders(file: Bytes, words: Words, header: Header, issues: IssueList): ProgramHeader[] {
  const table = header.programHeaders;
  const count = heldEntries(file, table, "program", issues);
  const entries = file.clamp(table.offset, count * table.stride);
  return Array.from({ length: count }, (_, index) => decode(entries, words, index, table.stride));
}

/** The segment as the image shows it; `undefined` when it lies too far from the base. */
export function segmentOf(header: ProgramHeader, file: Bytes, space: AddressSpace): Segment | undefined {
  const rva = space.rvaOf(header.address);
  if (rva === undefined) return undefined;
  return {
    type: SEGMENT_NAMES.get(header.type) ?? `0x${header.type.toString(16)}`,
    rva,
    size: header.memorySize,
    fileOffset: header.offset,
    fileSize: file.clamp(header.offset, header.fileSize).length,
    permissions: permissionsOf(header.flags),
    align: header.align,
  };
}

/** `p_flags` as permissions. */
export function permissionsOf(flags: number): Permissions {
  return { read: (flags & 4) !== 0, write: (flags & 2) !== 0, execute: (flags & 1) !== 0 };
}

function decode(entries: Bytes, words: Words, index: number, stride: number): ProgramHeader {
  const at = index * stride;
  const w = words.size;
  return {
    index,
    type: entries.u32(at),
    flags: entries.u32(at + (w === 4 ? 24 : 4)),
    offset: words.unsigned(entries, at + w),
    address: words.address(entries, at + 2 * w),
    fileSize: words.unsigned(entries, at + 4 * w),
    memorySize: words.unsigned(entries, at + 5 * w),
    align: words.unsigned(entries, at + (w === 4 ? 28 : 48)),
    headerOffset: entries.fileOffset + at,
  };
}

const SEGMENT_NAMES: ReadonlyMap<number, string> = new Map([
  [0, "NULL"],
  [1, "LOAD"],
  [2, "DYNAMIC"],
  [3, "INTERP"],
  [4, "NOTE"],
  [5, "SHLIB"],
  [6, "PHDR"],
  [7, "TLS"],
  [0x6474e550, "GNU_EH_FRAME"],
  [0x6474e551, "GNU_STACK"],
  [0x6474e552, "GNU_RELRO"],
  [0x6474e553, "GNU_PROPERTY"],
  [0x6474e554, "GNU_SFRAME"],
  [0x65a3dbe5, "OPENBSD_MUTABLE"],
  [0x65a3dbe6, "OPENBSD_RANDOMIZE"],
  [0x65a3dbe7, "OPENBSD_WXNEEDED"],
  [0x65a41be6, "OPENBSD_BOOTDATA"],
]);
