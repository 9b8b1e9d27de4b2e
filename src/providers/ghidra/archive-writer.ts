/** Writes ZIP files out of entries of another one, whose bytes are copied as they are packed. */
import { open } from "node:fs/promises";
import type { Archive, ArchiveEntry } from "./archive.ts";

/** Copies entries into a new archive, in their order; the same entries give the same bytes. */
export async function copyEntries(archive: Archive, entries: readonly ArchiveEntry[], path: string): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    const directory: Buffer[] = [];
    let pending: Buffer[] = [];
    let [offset, written] = [0, 0];
    for (const entry of entries) {
      const name = Buffer.from(entry.name);
      directory.push(centralHeader(entry, name, offset), name);
      const parts = [localHeader(entry, name), name, archive.raw(entry)];
      pending.push(...parts);
      offset += parts.reduce((sum, { length }) => sum + length, 0);
      if (offset - written < BATCH) continue;
      await file.appendFile(Buffer.concat(pending));
      [pending, written] = [[], offset];
    }
    const central = Buffer.concat(directory);
    await file.appendFile(Buffer.concat([...pending, central, endRecord(entries.length, central.length, offset)]));
  } finally {
    await file.close();
  }
}

/** Bytes that are written at once: a jar has tens of thousands of small entries. */
const BATCH = 4 * 1024 * 1024;
/** Version 2.0 of the format: deflation and folders. */
const VERSION = 20;
const NAMES_ARE_UTF8 = 0x0800;
/** 1 January 1980, where the format's dates begin. */
const DATE = 0x0021;

function localHeader(entry: ArchiveEntry, name: Buffer): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  writeDescription(header, 4, entry, name);
  return header;
}

function centralHeader(entry: ArchiveEntry, name: Buffer, offset: number): Buffer {
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(VERSION, 4);
  writeDescription(header, 6, entry, name);
  header.writeUInt32LE(offset, 42);
  return header;
}

/** What the local and the central header say alike. */
function writeDescription(header: Buffer, at: number, entry: ArchiveEntry, name: Buffer): void {
  header.writeUInt16LE(VERSION, at);
  header.writeUInt16LE(NAMES_ARE_UTF8, at + 2);
  header.writeUInt16LE(entry.method, at + 4);
  header.writeUInt16LE(0, at + 6);
  header.writeUInt16LE(DATE, at + 8);
  header.writeUInt32LE(entry.crc32, at + 10);
  header.writeUInt32LE(entry.compressedSize, at + 14);
  header.writeUInt32LE(entry.size, at + 18);
  header.writeUInt16LE(name.length, at + 22);
}

function endRecord(count: number, size: number, offset: number): Buffer {
  const record = Buffer.alloc(22);
  record.writeUInt32LE(0x06054b50, 0);
  record.writeUInt16LE(count, 8);
  record.writeUInt16LE(count, 10);
  record.writeUInt32LE(size, 12);
  record.writeUInt32LE(offset, 16);
  return record;
}
