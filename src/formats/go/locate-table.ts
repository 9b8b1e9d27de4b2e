/** Finds Go's function table in a file. */
import type { Bytes } from "../../base/bytes.ts";
import type { Region } from "../image.ts";
import type { Memory } from "../memory.ts";
import { MAGIC_SIZE, readTableLayout, type TableLayout } from "./table-layout.ts";

export interface LocatedTable {
  readonly rva: number;
  /** From the start of the table to the end of what is mapped after it. */
  readonly bytes: Bytes;
  readonly layout: TableLayout;
}

/** Where a table may be. */
export interface TableHints {
  readonly regions: readonly Region[];
  readonly memory: Memory;
  /** Value of the symbol `runtime.pclntab`. */
  readonly symbol: number | undefined;
  /** Something else in the file says that it is a Go program. */
  readonly isGo: boolean;
}

/** By section name, by symbol, and in Go programs with neither by a search for a header that fits. */
export function locateTable(hints: TableHints): LocatedTable | undefined {
  const { regions, memory, symbol, isGo } = hints;
  for (const region of regions.filter(({ name }) => TABLE_SECTION.test(name))) {
    const found = tableAt(memory, region.rva) ?? obfuscatedTableAt(memory, region.rva);
    if (found !== undefined) return found;
  }
  const named = symbol === undefined ? undefined : tableAt(memory, symbol);
  return named ?? (isGo ? searchTable(regions, memory) : undefined);
}

const TABLE_SECTION = /^((\.data\.rel\.ro)?\.gopclntab|__\w+,__gopclntab)$/u;

function tableAt(memory: Memory, rva: number): LocatedTable | undefined {
  const bytes = memory.contiguous(rva, Number.MAX_SAFE_INTEGER);
  const layout = bytes === undefined ? undefined : readTableLayout(bytes);
  return bytes === undefined || layout === undefined ? undefined : { rva, bytes, layout };
}

/** Obfuscators change the magic number and keep the layout of current releases. */
function obfuscatedTableAt(memory: Memory, rva: number): LocatedTable | undefined {
  const bytes = memory.contiguous(rva, Number.MAX_SAFE_INTEGER);
  const layout = bytes === undefined ? undefined : readTableLayout(bytes, "1.20");
  return bytes === undefined || layout === undefined || !ascends(bytes, layout) ? undefined : { rva, bytes, layout };
}

/** A table that the search accepts needs more than a header: its first starts ascend. */
function searchTable(regions: readonly Region[], memory: Memory): LocatedTable | undefined {
  for (const region of regions) {
    if (region.content === "stubs" || region.fileSize < SMALLEST_TABLE) continue;
    for (const at of candidates(memory.from(region.rva, region.size))) {
      const found = tableAt(memory, region.rva + at);
      if (found !== undefined && ascends(found.bytes, found.layout)) return found;
    }
  }
  return undefined;
}

const SMALLEST_TABLE = 64;
const CHECKED_STARTS = 64;

/** Offsets of magic numbers, in order. */
function* candidates(bytes: Bytes | undefined): Generator<number> {
  if (bytes === undefined) return;
  const buffer = Buffer.from(bytes.data.buffer, bytes.data.byteOffset, bytes.data.byteLength);
  const little = bytes.endian === "little";
  const pattern = little ? Buffer.of(0xff, 0xff, 0xff, 0, 0) : Buffer.of(0xff, 0xff, 0xff);
  const lead = little ? 1 : 0;
  for (let at = buffer.indexOf(pattern, lead); at !== -1; at = buffer.indexOf(pattern, at + 1)) {
    const start = at - lead;
    const low = buffer[little ? start : start + 3] ?? 0;
    if (low >= 0xf0 && start % 4 === 0 && start + MAGIC_SIZE <= buffer.length) yield start;
  }
}

function ascends(bytes: Bytes, { index, fieldSize, functions }: TableLayout): boolean {
  let last = -1n;
  for (let row = 0; row < Math.min(functions, CHECKED_STARTS); row++) {
    const at = index + row * 2 * fieldSize;
    const start = fieldSize === 4 ? BigInt(bytes.u32(at)) : bytes.u64(at);
    if (start < last) return false;
    last = start;
  }
  return true;
}
