/**
 * The executable memory of an image in one flat array, so that code is walked with small integers. Neighbouring
 * regions share a run; runs lie apart by `SLACK` zero bytes, so that a decoder may always read on past an end.
 */
import type { Image, Region } from "../formats/image.ts";
import type { Memory } from "../formats/memory.ts";
import { lastAtMost } from "./columns.ts";
import { searchedCode } from "./searched-regions.ts";

/** A stretch of code space in which `rva = offset + delta`. Bytes between its regions are zero. */
export interface CodeRun {
  /** First and one-past-last offset. */
  readonly start: number;
  readonly end: number;
  readonly delta: number;
}

/** A region that holds instructions, by offsets; `end` excludes what the file does not fill. */
export interface CodeRegion {
  readonly start: number;
  readonly end: number;
  readonly region: Region;
}

export class CodeSpace {
  /** Instruction bytes; `size` of them and `SLACK` zero bytes. Never written to: it may be a part of the file. */
  readonly bytes: Uint8Array;
  readonly size: number;
  readonly regions: readonly CodeRegion[];
  readonly runs: readonly CodeRun[];
  /** Addresses between which all code lies; the second is one past its last byte. */
  readonly lowest: number;
  readonly highest: number;
  readonly #runStarts: Float64Array;
  readonly #runRvas: Float64Array;
  readonly #regionStarts: Float64Array;
  /** First run, kept apart: most images have one. */
  readonly #first: CodeRun;
  /** One bit for every offset that a region fills, read by `holds`; absent when one region fills everything. */
  readonly #filled: Uint8Array | undefined;
  /** Region that was asked for last: neighbours are asked for one after the other. */
  #latest: CodeRegion | undefined;

  constructor(image: Image, memory: Memory) {
    const layout = layOut(searchedCode(image).regions);
    this.regions = layout.regions;
    this.runs = layout.runs;
    this.size = layout.size;
    this.bytes = viewOf(layout, memory) ?? copyOf(layout, memory);
    this.lowest = this.runs.reduce((least, { start, delta }) => Math.min(least, start + delta), Infinity);
    this.highest = this.runs.reduce((most, { end, delta }) => Math.max(most, end + delta), -Infinity);
    this.#runStarts = Float64Array.from(this.runs, (run) => run.start);
    this.#runRvas = Float64Array.from(this.runs, (run) => run.start + run.delta);
    this.#regionStarts = Float64Array.from(this.regions, (region) => region.start);
    this.#first = this.runs[0] ?? { start: 0, end: 0, delta: 0 };
    this.#filled = this.regions.length === 1 ? undefined : fillBits(this.regions, layout.size);
  }

  /** Whether `offset` is executable memory that the file fills. */
  holds(offset: number): boolean {
    if (offset < this.#first.start || offset >= this.size) return false;
    return this.#filled === undefined || ((this.#filled[offset >> 3] ?? 0) & (1 << (offset & 7))) !== 0;
  }

  /** End of the bytes that the file fills from `offset` on, or of a part of them; `offset` itself when it fills none there. */
  filledFrom(offset: number): number {
    if (!this.holds(offset)) return offset;
    return this.regionAt(offset)?.end ?? offset + 1;
  }

  /** The run of an offset that lies in one (or in the slack behind it). */
  runAt(offset: number): CodeRun {
    if (offset < this.#first.end + SLACK) return this.#first;
    return this.runs[lastAtMost(this.#runStarts, offset)] ?? this.#first;
  }

  /** The region that fills `offset`. */
  regionAt(offset: number): CodeRegion | undefined {
    const latest = this.#latest;
    if (latest !== undefined && offset >= latest.start && offset < latest.end) return latest;
    const found = this.regions[lastAtMost(this.#regionStarts, offset)];
    if (found === undefined || offset >= found.end) return undefined;
    this.#latest = found;
    return found;
  }

  /** Address of an offset in code space. */
  rvaOf(offset: number): number {
    return offset + this.runAt(offset).delta;
  }

  /** Offset of an address, -1 when it is not executable memory that the file fills. */
  offsetOf(rva: number): number {
    const first = this.#first;
    let offset = rva - first.delta;
    if (offset < first.start || offset >= first.end) {
      const run = this.runs[lastAtMost(this.#runRvas, rva)];
      if (run === undefined) return -1;
      offset = rva - run.delta;
      if (offset >= run.end) return -1;
    }
    return this.holds(offset) ? offset : -1;
  }

  /** Offset of a branch target that was computed as an offset in the run of `from`; -1 when it is not code. */
  target(from: number, offset: number): number {
    const run = this.runAt(from);
    if (offset >= run.start && offset < run.end) return this.holds(offset) ? offset : -1;
    return this.runs.length === 1 ? -1 : this.offsetOf(offset + run.delta);
  }
}

/** Bytes that may be read past every run: more than the longest instruction. */
export const SLACK = 64;

/** Regions closer than this share a run. */
const NEAR = 0x1_0000;

interface Layout {
  readonly regions: readonly CodeRegion[];
  readonly runs: readonly CodeRun[];
  readonly size: number;
}

/** The part of the file that is the same as `copyOf`, as that of most linked programs is; `undefined` when none is. */
function viewOf({ regions, size }: Layout, memory: Memory): Uint8Array | undefined {
  const [first] = regions;
  if (first === undefined) return undefined;
  const view = memory.file(first.region.fileOffset - first.start, size + SLACK);
  if (view === undefined) return undefined;
  let filled = 0;
  for (const { start, end, region } of regions) {
    const bytes = memory.bytesOf(region);
    const isThere = bytes.buffer === view.buffer && bytes.byteOffset === view.byteOffset + start;
    if (!isThere || !isZero(view.subarray(filled, start))) return undefined;
    filled = end;
  }
  return isZero(view.subarray(filled)) ? view : undefined;
}

function isZero(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0);
}

function copyOf({ regions, size }: Layout, memory: Memory): Uint8Array {
  const copy = new Uint8Array(size + SLACK);
  for (const { start, end, region } of regions) {
    copy.set(memory.bytesOf(region).subarray(0, end - start), start);
  }
  return copy;
}

function layOut(sources: readonly Region[]): Layout {
  const regions: CodeRegion[] = [];
  const runs: { start: number; end: number; delta: number }[] = [];
  let gapsLeft = NEAR + sources.reduce((sum, region) => sum + region.fileSize, 0);
  for (const region of sources) {
    let run = runs.at(-1);
    const gap = run === undefined ? Infinity : region.rva - (run.end + run.delta);
    if (run === undefined || gap >= NEAR || gap > gapsLeft) {
      // The low bits of offset and rva agree, so that alignment can be seen in either.
      const from = run === undefined ? 0 : run.end + SLACK;
      const start = from + ((region.rva - from) & (SLACK - 1));
      run = { start, end: start, delta: region.rva - start };
      runs.push(run);
    } else gapsLeft -= gap;
    const start = region.rva - run.delta;
    run.end = start + Math.min(region.fileSize, region.size);
    regions.push({ start, end: run.end, region });
  }
  return { regions, runs, size: runs.at(-1)?.end ?? 0 };
}

function fillBits(regions: readonly CodeRegion[], size: number): Uint8Array {
  const bits = new Uint8Array((size >> 3) + 1);
  for (const { start, end } of regions) {
    for (let offset = start; offset < end; offset++) {
      if ((offset & 7) === 0 && offset + 8 <= end) {
        bits.fill(0xff, offset >> 3, end >> 3);
        offset = ((end >> 3) << 3) - 1;
        continue;
      }
      const byte = offset >> 3;
      bits[byte] = (bits[byte] ?? 0) | (1 << (offset & 7));
    }
  }
  return bits;
}
