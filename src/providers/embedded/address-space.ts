/** Virtual addresses, rvas and file offsets of one analysed file. */
import { lastAtMost, textAt } from "../../engine/columns.ts";
import type { RegionRows } from "./parts/summary.ts";

/** Lower-case hexadecimal with `0x`. */
export function hexadecimal(value: bigint | number): string {
  return value < 0 ? `-0x${(-value).toString(16)}` : `0x${value.toString(16)}`;
}

/** A size or offset as facts state it: those past 2^53 - 1, which only a broken header claims, as that bound. */
export function exactCount(value: number): number {
  return Math.min(value, Number.MAX_SAFE_INTEGER);
}

/** Formats rvas as virtual addresses and reads them back. */
export class Addresses {
  readonly #base: bigint;
  /** The base when every address near it is an exact number. */
  readonly #exact: number | undefined;

  constructor(base: bigint) {
    this.#base = base;
    this.#exact = base < 2n ** 52n ? Number(base) : undefined;
  }

  /** The virtual address of an rva, as text. */
  text(rva: number): string {
    return hexadecimal(this.#exact === undefined ? this.#base + BigInt(rva) : this.#exact + rva);
  }

  absolute(rva: number): bigint {
    return this.#base + BigInt(rva);
  }

  /** Distance of any address from the base, as text. */
  distance(address: bigint): string {
    return hexadecimal(address - this.#base);
  }

  /** `undefined` when it is too far from the base to be mapped. */
  rva(address: bigint): number | undefined {
    const distance = address - this.#base;
    return distance > LIMIT || distance < -LIMIT ? undefined : Number(distance);
  }
}

const LIMIT = 2n ** 52n;

/** Index of the region that holds `rva`, -1 when it is not mapped. */
export function regionAt(regions: RegionRows, rva: number): number {
  const index = lastAtMost(regions.rva, rva);
  if (index < 0) return -1;
  return rva < (regions.rva[index] ?? 0) + (regions.size[index] ?? 0) ? index : -1;
}

/** Name of the region that holds `rva`; null when it is not mapped. */
export function sectionAt(regions: RegionRows, rva: number): string | null {
  const index = regionAt(regions, rva);
  return index < 0 ? null : textAt(regions.name, index);
}

/** File offset of the byte at `rva`; null when the file does not fill it. */
export function fileOffsetOf(regions: RegionRows, rva: number): number | null {
  const index = regionAt(regions, rva);
  const distance = rva - (regions.rva[index] ?? 0);
  if (index < 0 || distance >= (regions.fileSize[index] ?? 0)) return null;
  return (regions.fileOffset[index] ?? 0) + distance;
}

/** Lowest rva that byte `offset` of the file fills. */
export function rvaOfFileOffset(regions: RegionRows, offset: number): number | undefined {
  for (let index = 0; index < regions.rva.length; index++) {
    const distance = offset - (regions.fileOffset[index] ?? 0);
    if (distance >= 0 && distance < (regions.fileSize[index] ?? 0)) return (regions.rva[index] ?? 0) + distance;
  }
  return undefined;
}
