/** Bytes of mapped memory, read from the sample by range. */
import { lastAtMost } from "../../engine/columns.ts";
import { regionAt } from "./address-space.ts";
import type { Parts } from "./parts.ts";
import type { PatchRows } from "./parts/patches.ts";

/** The sample's bytes; rejects with `sample_changed` when they are no longer those that were analysed. */
export interface SampleBytes {
  /** The bytes of `[offset, offset + size)` that the file holds, in a buffer of their own. */
  read(offset: number, size: number): Promise<Uint8Array>;
}

/**
 * At most `size` bytes from `rva`, across neighbouring regions, up to the first byte that the file does not fill;
 * patched as relocations say. `undefined` when the address is not mapped, empty when it is zero-filled.
 */
export async function readMapped(
  parts: Parts,
  sample: SampleBytes,
  rva: number,
  size: number,
): Promise<Uint8Array | undefined> {
  const { regions, patched } = await parts.summary();
  const first = regionAt(regions, rva);
  if (first < 0) return undefined;
  const pieces: Uint8Array[] = [];
  let at = rva;
  for (let index = first; index < regions.rva.length && at < rva + size; index++) {
    const distance = at - (regions.rva[index] ?? 0);
    const filled = regions.fileSize[index] ?? 0;
    if (distance < 0 || distance >= filled) break;
    const wanted = Math.min(filled - distance, rva + size - at);
    pieces.push(await sample.read((regions.fileOffset[index] ?? 0) + distance, wanted));
    at += wanted;
    if (at < (regions.rva[index + 1] ?? Infinity)) break;
  }
  const [single] = pieces;
  const bytes = pieces.length === 1 && single !== undefined ? single : joined(pieces);
  if (patched) applyPatches(bytes, rva, await parts.patches());
  return bytes;
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(pieces));
}

/** Writes the part of each patch that lies within `bytes`, which start at `rva`. */
function applyPatches(bytes: Uint8Array, rva: number, patches: PatchRows): void {
  for (let index = Math.max(0, lastAtMost(patches.rva, rva)); index < patches.rva.length; index++) {
    const start = (patches.rva[index] ?? 0) - rva;
    if (start >= bytes.length) return;
    const patch = patches.bytes.subarray(patches.offsets[index], patches.offsets[index + 1]);
    for (const [distance, value] of patch.entries()) {
      if (start + distance >= 0 && start + distance < bytes.length) bytes[start + distance] = value;
    }
  }
}
