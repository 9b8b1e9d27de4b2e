/** The memory of a program as the decompiler sees it: what the loader leaves there, and which of it never changes. */
import { firstAtLeast } from "../../../engine/columns.ts";
import { REFERENCE_KINDS, type ReferenceTable } from "../../../engine/program.ts";
import type { Addresses } from "../address-space.ts";
import { rowsWithin } from "../code-map.ts";
import { readMapped, type SampleBytes } from "../mapped-bytes.ts";
import type { Parts } from "../parts.ts";
import type { ImportRows } from "../parts/imports.ts";
import { PERMISSION_BITS } from "../parts/stored-summary.ts";
import type { Summary } from "../parts/summary.ts";
import type { AddressRange, FedRegion } from "./protocol.ts";

export interface MemorySources {
  readonly parts: Parts;
  readonly sample: SampleBytes;
  readonly addresses: Addresses;
}

/** The regions with the pointers that relocations write, each in memory that threads can share. */
export async function fedRegions(
  { parts, sample, addresses }: MemorySources,
  summary: Summary,
  references: ReferenceTable,
): Promise<FedRegion[]> {
  const { regions } = summary;
  const fed: FedRegion[] = [];
  for (const [index, rva] of regions.rva.entries()) {
    const filled = await readMapped(parts, sample, rva, regions.fileSize[index] ?? 0);
    const bytes = inSharedMemory(filled ?? new Uint8Array());
    writePointers(bytes, rva, { summary, references, addresses });
    fed.push({ address: addresses.absolute(rva), size: regions.size[index] ?? 0, bytes });
  }
  return fed;
}

function inSharedMemory(bytes: Uint8Array): Uint8Array {
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
  shared.set(bytes);
  return shared;
}

interface Pointers {
  readonly summary: Summary;
  readonly references: ReferenceTable;
  readonly addresses: Addresses;
}

/** In many files a pointer is zero until the loader has relocated it. */
function writePointers(bytes: Uint8Array, start: number, { summary, references, addresses }: Pointers): void {
  const { from, to, kind } = references;
  const view = new DataView(bytes.buffer);
  const isLittle = summary.endian === "little";
  const { first, end } = rowsWithin(from, { rva: start, size: bytes.length - summary.bits / 8 + 1 });
  for (let row = first; row < end; row++) {
    if (REFERENCE_KINDS[kind[row] ?? 0] !== "pointer") continue;
    const offset = (from[row] ?? 0) - start;
    const target = addresses.absolute(to[row] ?? 0);
    if (summary.bits === 64) view.setBigUint64(offset, BigInt.asUintN(64, target), isLittle);
    else view.setUint32(offset, Number(BigInt.asUintN(32, target)), isLittle);
  }
}

/** What no code can write once the program runs, the slots that the loader fills left out. */
export function constantMemory(summary: Summary, imports: ImportRows, addresses: Addresses): AddressRange[] {
  const { regions, bits } = summary;
  const sealed = sealedRanges(summary, addresses);
  const ranges: AddressRange[] = [];
  const add = (start: number, end: number): void => {
    if (start < end) ranges.push({ start: addresses.absolute(start), end: addresses.absolute(end) });
  };
  for (const [index, rva] of regions.rva.entries()) {
    const isWritten = ((regions.permissions[index] ?? 0) & PERMISSION_BITS.write) !== 0;
    const filled = { start: rva, end: rva + (regions.fileSize[index] ?? 0) };
    for (const { start, end } of isWritten ? sealed.map((range) => common(range, filled)) : [filled]) {
      let next = start;
      for (let slot = firstAtLeast(imports.slot, start); (imports.slot[slot] ?? Infinity) < end; slot++) {
        add(next, imports.slot[slot] ?? end);
        next = Math.max(next, (imports.slot[slot] ?? end) + bits / 8);
      }
      add(next, end);
    }
  }
  return ranges;
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Memory that the loader protects once it has relocated it. */
function sealedRanges({ segments }: Summary, addresses: Addresses): Range[] {
  return segments.flatMap(({ kind, type, name, address, size }) => {
    const isSealed = kind === "segment" && (type === "GNU_RELRO" || /^__(?:DATA|AUTH)_CONST/u.test(name));
    const start = address === null || !isSealed ? undefined : addresses.rva(BigInt(address));
    return start === undefined ? [] : [{ start, end: start + size }];
  });
}

function common(left: Range, right: Range): Range {
  return { start: Math.max(left.start, right.start), end: Math.min(left.end, right.end) };
}
