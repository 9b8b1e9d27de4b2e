/** ZIP files (PKWARE APPNOTE 6.3), as far as a jar of Java needs them: no encryption, no ZIP64, one disk. */
import { promisify } from "node:util";
import { inflateRaw } from "node:zlib";

/** One file of an archive, as the central directory describes it. */
export interface ArchiveEntry {
  readonly name: string;
  readonly method: number;
  readonly crc32: number;
  readonly compressedSize: number;
  /** Bytes of the file itself. */
  readonly size: number;
  /** Where its local header begins. */
  readonly headerOffset: number;
}

export const STORED = 0;
const DEFLATED = 8;

/** An archive in memory. Throws a `RangeError` for bytes that are none, and where an entry points beyond them. */
export class Archive {
  readonly entries: readonly ArchiveEntry[];
  readonly #bytes: Buffer;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.entries = readDirectory(bytes);
  }

  /** The bytes as they lie in the archive. */
  raw(entry: ArchiveEntry): Buffer {
    const header = slice(this.#bytes, entry.headerOffset, LOCAL_HEADER_SIZE);
    if (header.readUInt32LE(0) !== LOCAL_HEADER) throw new RangeError(`${entry.name} has no header`);
    const start = entry.headerOffset + LOCAL_HEADER_SIZE + header.readUInt16LE(26) + header.readUInt16LE(28);
    return slice(this.#bytes, start, entry.compressedSize);
  }

  /** The bytes of the file; never more than the directory says. */
  async read(entry: ArchiveEntry): Promise<Buffer> {
    const raw = this.raw(entry);
    if (entry.method === STORED) return raw;
    if (entry.method !== DEFLATED) throw new RangeError(`${entry.name} is packed with method ${entry.method}`);
    const bytes = await inflate(raw, { maxOutputLength: Math.max(1, entry.size) });
    if (bytes.length !== entry.size) throw new RangeError(`${entry.name} has ${bytes.length} bytes of ${entry.size}`);
    return bytes;
  }
}

const inflate = promisify<Buffer, { maxOutputLength: number }, Buffer>(inflateRaw);

const LOCAL_HEADER = 0x04034b50;
const LOCAL_HEADER_SIZE = 30;
const CENTRAL_HEADER = 0x02014b50;
const CENTRAL_HEADER_SIZE = 46;
const END_RECORD = 0x06054b50;
const END_RECORD_SIZE = 22;
const LONGEST_COMMENT = 0xffff;

/** Finds the end record, which only a comment can follow, and reads the directory that it points to. */
function readDirectory(file: Buffer): ArchiveEntry[] {
  const first = Math.max(0, file.length - END_RECORD_SIZE - LONGEST_COMMENT);
  for (let at = file.length - END_RECORD_SIZE; at >= first; at--) {
    if (file.readUInt32LE(at) !== END_RECORD) continue;
    const bytes = slice(file, file.readUInt32LE(at + 16), file.readUInt32LE(at + 12));
    return readEntries(bytes, file.readUInt16LE(at + 10));
  }
  throw new RangeError("the file is no ZIP archive");
}

function readEntries(bytes: Buffer, count: number): ArchiveEntry[] {
  const entries: ArchiveEntry[] = [];
  let at = 0;
  for (let index = 0; index < count; index++) {
    const header = slice(bytes, at, CENTRAL_HEADER_SIZE);
    if (header.readUInt32LE(0) !== CENTRAL_HEADER) throw new RangeError(`entry ${index} of ${count} is no entry`);
    const nameLength = header.readUInt16LE(28);
    const nameStart = at + CENTRAL_HEADER_SIZE;
    entries.push({
      name: slice(bytes, nameStart, nameLength).toString("utf8"),
      method: header.readUInt16LE(10),
      crc32: header.readUInt32LE(16),
      compressedSize: header.readUInt32LE(20),
      size: header.readUInt32LE(24),
      headerOffset: header.readUInt32LE(42),
    });
    at = nameStart + nameLength + header.readUInt16LE(30) + header.readUInt16LE(32);
  }
  return entries;
}

function slice(bytes: Buffer, start: number, length: number): Buffer {
  if (start + length > bytes.length) throw new RangeError("the archive points beyond its end");
  return bytes.subarray(start, start + length);
}
