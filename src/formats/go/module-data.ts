/** The runtime's record of a Go module, which holds where its text starts (Go source: `runtime/symtab.go`). */
import type { Bytes } from "../../base/bytes.ts";
import type { Region } from "../image.ts";
import { pointerAt, type RelocatedMemory } from "../pointer-lookup.ts";
import type { LocatedTable } from "./locate-table.ts";

/**
 * Address that the starts of `table` count from: found by the record's first word, which points at the table, and
 * confirmed by its lowest and highest program counter.
 */
export function moduleTextStart(
  table: LocatedTable,
  sources: RelocatedMemory & { readonly regions: readonly Region[] },
): number | undefined {
  const { bytes, layout } = table;
  const w = layout.pointerSize;
  const lowest = bytes.u32(layout.index);
  const highest = bytes.u32(layout.index + layout.functions * 2 * layout.fieldSize);
  for (const record of recordCandidates(table, sources)) {
    const first = pointerAt(sources, record + LOWEST_COUNTER * w);
    const last = pointerAt(sources, record + (LOWEST_COUNTER + 1) * w);
    if (first !== undefined && last !== undefined && last - first === highest - lowest) return first - lowest;
  }
  return undefined;
}

/** Word of `minpc`: after a pointer, six slices and another pointer. `maxpc` follows. */
const LOWEST_COUNTER = 20;

function* recordCandidates(
  table: LocatedTable,
  { pointers, regions, memory, space }: RelocatedMemory & { readonly regions: readonly Region[] },
): Generator<number> {
  for (const [row, target] of pointers.target.entries()) {
    if (target === table.rva) yield pointers.slot[row] ?? 0;
  }
  const word = wordOf(space.addressOf(table.rva), table);
  for (const region of regions) {
    if (region.content !== "data") continue;
    const bytes = memory.from(region.rva, region.size);
    if (bytes !== undefined) yield* occurrences(bytes, word, region.rva);
  }
}

function* occurrences(bytes: Bytes, word: Buffer, rva: number): Generator<number> {
  const buffer = Buffer.from(bytes.data.buffer, bytes.data.byteOffset, bytes.data.byteLength);
  for (let at = buffer.indexOf(word); at !== -1; at = buffer.indexOf(word, at + 1)) {
    if ((rva + at) % word.length === 0) yield rva + at;
  }
}

function wordOf(address: bigint, { bytes, layout }: LocatedTable): Buffer {
  const word = Buffer.alloc(8);
  if (bytes.endian === "little") return (word.writeBigUInt64LE(address), word.subarray(0, layout.pointerSize));
  return (word.writeBigUInt64BE(address), word.subarray(8 - layout.pointerSize));
}
