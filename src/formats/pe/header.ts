/** File and optional headers of PE images and COFF objects (PE format, "COFF File Header", "Optional Header"). */
import { Bytes } from "../../base/bytes.ts";
import type { IssueList } from "../../base/issue.ts";
import { plural } from "../../base/plural.ts";
import { isKnownMachine } from "./machines.ts";

export interface Header {
  readonly machine: number;
  readonly sections: number;
  /** Seconds since 1970, or the hash of a reproducible build. */
  readonly timestamp: number;
  /** Offset of the COFF symbols; 0 when there are none. */
  readonly symbolTable: number;
  readonly symbols: number;
  /** Bytes of a symbol: 18, or 20 in objects with 32-bit section numbers. */
  readonly symbolSize: 18 | 20;
  /** Sum of `CHARACTERISTIC`. */
  readonly characteristics: number;
  /** Offset of the section headers. */
  readonly sectionTable: number;
  /** Offset of the PE signature; absent in objects. */
  readonly signature?: number;
  /** Absent in objects, and when the file is too short for its fixed part. */
  readonly optional?: OptionalHeader;
}

export interface OptionalHeader {
  readonly bits: 32 | 64;
  /** `14.29`. */
  readonly linkerVersion: string;
  readonly entry: number;
  readonly imageBase: bigint;
  readonly sectionAlignment: number;
  readonly fileAlignment: number;
  readonly systemVersion: string;
  readonly subsystemVersion: string;
  readonly imageSize: number;
  readonly headersSize: number;
  /** Checksum as it stands, 0 when the linker made none. */
  readonly checksum: number;
  readonly subsystem: number;
  /** Sum of `DLL_CHARACTERISTIC`. */
  readonly dllCharacteristics: number;
  readonly directories: readonly Directory[];
}

/** A table named by the optional header; `rva` is a file offset in the case of certificates. */
export interface Directory {
  readonly rva: number;
  readonly size: number;
}

/** Position of each table in `OptionalHeader.directories`. */
export const DIRECTORY = {
  exports: 0,
  imports: 1,
  resources: 2,
  exceptions: 3,
  certificates: 4,
  relocations: 5,
  debug: 6,
  threadLocal: 9,
  loadConfiguration: 10,
  importAddresses: 12,
  delayImports: 13,
  managed: 14,
} as const;

/** The table at a position of `DIRECTORY`, when the header names one. */
export function directoryOf(header: Header, index: number): Directory | undefined {
  const directory = header.optional?.directories[index];
  return directory === undefined || directory.rva === 0 || directory.size === 0 ? undefined : directory;
}

/** Offset of the PE signature of a file that starts with `MZ`; `undefined` for other files. */
export function signatureOffset(data: Uint8Array): number | undefined {
  const file = new Bytes(data);
  const start = file.window(0, 0x40);
  if (start === undefined || start.u16(0) !== DOS_MAGIC) return undefined;
  const offset = start.u32(0x3c);
  const found = file.window(offset, SIGNATURE_SIZE + FILE_HEADER_SIZE);
  return found?.u32(0) === PE_MAGIC ? offset : undefined;
}

/** Headers of an image whose signature lies at `signature`. */
export function readImageHeader(file: Bytes, signature: number, issues: IssueList): Header {
  const start = signature + SIGNATURE_SIZE;
  const header = readFileHeader(file.clamp(start, FILE_HEADER_SIZE));
  const optionalStart = start + FILE_HEADER_SIZE;
  const optional = readOptionalHeader(file.clamp(optionalStart, header.optionalSize), issues);
  const sectionTable = optionalStart + header.optionalSize;
  return { ...header, sectionTable, signature, ...(optional === undefined ? {} : { optional }) };
}

/**
 * Header of a file that is a COFF object. The format has no magic number, so that machine, counts and offsets must
 * all make sense; `undefined` when one does not.
 */
export function readObjectHeader(data: Uint8Array): Header | undefined {
  const file = new Bytes(data);
  return readBigHeader(file) ?? readPlainHeader(file);
}

const DOS_MAGIC = 0x5a4d;
const PE_MAGIC = 0x4550;
const SIGNATURE_SIZE = 4;
const FILE_HEADER_SIZE = 20;

/** Bytes of a section header. */
export const SECTION_HEADER_SIZE = 40;

function readFileHeader(bytes: Bytes): Omit<Header, "sectionTable"> & { readonly optionalSize: number } {
  return {
    machine: bytes.u16(0),
    sections: bytes.u16(2),
    timestamp: bytes.u32(4),
    symbolTable: bytes.u32(8),
    symbols: bytes.u32(12),
    symbolSize: 18,
    optionalSize: bytes.u16(16),
    characteristics: bytes.u16(18),
  };
}

function readPlainHeader(file: Bytes): Header | undefined {
  const bytes = file.window(0, FILE_HEADER_SIZE);
  if (bytes === undefined) return undefined;
  const { optionalSize, ...header } = readFileHeader(bytes);
  if (!isKnownMachine(header.machine) || optionalSize !== 0) return undefined;
  return plausible(file, { ...header, sectionTable: FILE_HEADER_SIZE });
}

/** `ClassID` of `ANON_OBJECT_HEADER_BIGOBJ` (winnt.h). */
const BIG_OBJECT = "c7a1bad1eebaa94baf20faf66aa4dcb8";
const BIG_HEADER_SIZE = 56;

function readBigHeader(file: Bytes): Header | undefined {
  const bytes = file.window(0, BIG_HEADER_SIZE);
  if (bytes === undefined || bytes.u32(0) !== 0xffff_0000 || bytes.u16(4) < 2) return undefined;
  if (Buffer.from(bytes.data.subarray(12, 28)).toString("hex") !== BIG_OBJECT) return undefined;
  return plausible(file, {
    machine: bytes.u16(6),
    timestamp: bytes.u32(8),
    sections: bytes.u32(44),
    symbolTable: bytes.u32(48),
    symbols: bytes.u32(52),
    symbolSize: 20,
    characteristics: 0,
    sectionTable: BIG_HEADER_SIZE,
  });
}

function plausible(file: Bytes, header: Header): Header | undefined {
  const { sections, sectionTable, symbolTable } = header;
  const fits = sections > 0 && sectionTable + sections * SECTION_HEADER_SIZE <= file.length;
  if (!fits || symbolTable > file.length) return undefined;
  const first = file.u8(sectionTable);
  return first > 0x20 && first < 0x7f ? header : undefined;
}

const PE32 = 0x10b;
const PE32_PLUS = 0x20b;
const DIRECTORY_LIMIT = 16;

function readOptionalHeader(bytes: Bytes, issues: IssueList): OptionalHeader | undefined {
  const magic = bytes.length < 2 ? 0 : bytes.u16(0);
  const wide = magic === PE32_PLUS;
  const fixedSize = wide ? 112 : 96;
  if ((!wide && magic !== PE32) || bytes.length < fixedSize) {
    const message = `the optional header has magic 0x${magic.toString(16)} and ${bytes.length} ${plural(bytes.length, "byte")}`;
    issues.add("pe_optional_header_wrong", message, bytes.fileOffset);
    return undefined;
  }
  const version = (at: number): string => `${bytes.u16(at)}.${bytes.u16(at + 2)}`;
  return {
    bits: wide ? 64 : 32,
    linkerVersion: `${bytes.u8(2)}.${bytes.u8(3)}`,
    entry: bytes.u32(16),
    imageBase: wide ? bytes.u64(24) : BigInt(bytes.u32(28)),
    sectionAlignment: bytes.u32(32),
    fileAlignment: bytes.u32(36),
    systemVersion: version(40),
    subsystemVersion: version(48),
    imageSize: bytes.u32(56),
    headersSize: bytes.u32(60),
    checksum: bytes.u32(64),
    subsystem: bytes.u16(68),
    dllCharacteristics: bytes.u16(70),
    directories: readDirectories(bytes, fixedSize),
  };
}

function readDirectories(bytes: Bytes, start: number): Directory[] {
  const count = Math.min(bytes.u32(start - 4), DIRECTORY_LIMIT, Math.floor((bytes.length - start) / 8));
  return Array.from({ length: count }, (_, index) => ({
    rva: bytes.u32(start + index * 8),
    size: bytes.u32(start + index * 8 + 4),
  }));
}
