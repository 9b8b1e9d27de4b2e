/** Bytes of mapped memory, read from the sample by range. */
import { lastAtMost } from "../../engine/columns.ts";
import { regionAt } from "./address-space.ts";
import type { Parts } from "./parts.ts";
import type { PatchRows } from "./parts/patches.ts";
import type { RegionRows } from "./parts/summary.ts";

/** The sample's bytes; rejects with `sample_changed` when they are no longer those that were analysed. */
export interface SampleBytes {
  /** The bytes of `[offset, offset + size)` that the file holds. */
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
  if (regionAt(regions, rva) < 0) return undefined;
  const pieces: Uint8Array[] = [];
  for (const { offset, size: length } of filePieces(regions, rva, size)) pieces.push(await sample.read(offset, length));
  const bytes = new Uint8Array(Buffer.concat(pieces));
  if (patched) applyPatches(bytes, rva, await parts.patches());
  return bytes;
}

interface FilePiece {
  readonly offset: number;
  readonly size: number;
}

/** Where the bytes of `[rva, rva + size)` lie in the file, up to the first byte that it does not fill. */
function filePieces(regions: RegionRows, rva: number, size: number): FilePiece[] {
  const pieces: FilePiece[] = [];
  let at = rva;
  for (let index = regionAt(regions, rva); index >= 0 && at < rva + size; index = regionAt(regions, at)) {
    const distance = at - (regions.rva[index] ?? 0);
    const available = (regions.fileSize[index] ?? 0) - distance;
    if (available <= 0) break;
    const length = Math.min(available, rva + size - at);
    pieces.push({ offset: (regions.fileOffset[index] ?? 0) + distance, size: length });
    at += length;
  }
  return pieces;
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
