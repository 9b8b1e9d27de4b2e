/** The memory of a loaded image as its file fills it. */
import { Bytes } from "../base/bytes.ts";
import type { Image, Region } from "./image.ts";

/** The part of an image that decides what its memory holds. */
export type MappedImage = Pick<Image, "regions" | "patches" | "endian">;

/** Reads mapped memory by rva. Regions are disjoint and ascending; look-ups are logarithmic. */
export class Memory {
  readonly #image: MappedImage;
  readonly #file: Uint8Array;
  readonly #patched: readonly (Uint8Array | undefined)[];

  /** `file` is the whole sample; it is never written to. */
  constructor(image: MappedImage, file: Uint8Array) {
    this.#image = image;
    this.#file = file;
    this.#patched = applyPatches(image, file);
  }

  regionAt(rva: number): Region | undefined {
    return this.#image.regions[this.#indexAt(rva)];
  }

  /** The file bytes of a region, patched where relocations say so; shorter than `size` when memory is zero-filled. */
  bytesOf(region: Region): Uint8Array {
    const patched = this.#patched[this.#indexAt(region.rva)];
    return patched ?? this.#file.subarray(region.fileOffset, region.fileOffset + region.fileSize);
  }

  /** `size` bytes of the file from `offset` on, without patches; `undefined` when it does not hold them all. */
  file(offset: number, size: number): Uint8Array | undefined {
    return offset < 0 || offset + size > this.#file.length ? undefined : this.#file.subarray(offset, offset + size);
  }

  /** `size` bytes at `rva`, or `undefined` when one region does not hold them all in the file. */
  window(rva: number, size: number): Bytes | undefined {
    const region = this.regionAt(rva);
    if (region === undefined) return undefined;
    return new Bytes(this.bytesOf(region), this.#image.endian, region.fileOffset).window(rva - region.rva, size);
  }

  /** The bytes from `rva` to the end of its region, at most `limit`. */
  from(rva: number, limit: number): Bytes | undefined {
    const region = this.regionAt(rva);
    if (region === undefined) return undefined;
    return new Bytes(this.bytesOf(region), this.#image.endian, region.fileOffset).clamp(rva - region.rva, limit);
  }

  /**
   * The file bytes from `rva` on, at most `limit`, across regions as long as both memory and file go on without a gap.
   * Unlike the other reads it sees the file without patches.
   */
  contiguous(rva: number, limit: number): Bytes | undefined {
    const { regions } = this.#image;
    let index = this.#indexAt(rva);
    const first = regions[index];
    if (first === undefined || rva - first.rva >= first.fileSize) return undefined;
    const start = first.fileOffset + (rva - first.rva);
    let end = first.fileOffset + first.fileSize;
    for (let last = first; end - start < limit; index++) {
      const next = regions[index + 1];
      if (next === undefined || next.rva !== last.rva + last.fileSize || next.fileOffset !== end) break;
      end += next.fileSize;
      last = next;
    }
    return new Bytes(this.#file, this.#image.endian).clamp(start, Math.min(limit, end - start));
  }

  /** File offset of the byte at `rva`; `undefined` when it is not mapped or zero-filled. */
  fileOffset(rva: number): number | undefined {
    const region = this.regionAt(rva);
    if (region === undefined || rva - region.rva >= region.fileSize) return undefined;
    return region.fileOffset + (rva - region.rva);
  }

  /** First rva that is filled from `offset` of the file. */
  rvaOfFileOffset(offset: number): number | undefined {
    const region = this.#image.regions.find(
      (candidate) => offset >= candidate.fileOffset && offset < candidate.fileOffset + candidate.fileSize,
    );
    return region === undefined ? undefined : region.rva + (offset - region.fileOffset);
  }

  #indexAt(rva: number): number {
    const { regions } = this.#image;
    let low = 0;
    let high = regions.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const region = regions[middle];
      if (region === undefined) return -1;
      if (rva < region.rva) high = middle - 1;
      else if (rva >= region.rva + region.size) low = middle + 1;
      else return middle;
    }
    return -1;
  }
}

/** Copies each region that a patch touches, once. */
function applyPatches(image: MappedImage, file: Uint8Array): readonly (Uint8Array | undefined)[] {
  const copies: (Uint8Array | undefined)[] = [];
  let index = 0;
  for (const patch of [...image.patches].sort((left, right) => left.rva - right.rva)) {
    let region = image.regions[index];
    while (region !== undefined && patch.rva >= region.rva + region.size) region = image.regions[++index];
    if (region === undefined) break;
    const at = patch.rva - region.rva;
    if (at < 0 || at + patch.bytes.length > region.fileSize) continue;
    copies[index] ??= file.slice(region.fileOffset, region.fileOffset + region.fileSize);
    copies[index]?.set(patch.bytes, at);
  }
  return copies;
}
