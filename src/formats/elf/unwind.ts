/** Function ranges from the unwind tables of an ELF file, with or without section headers. */
import type { Bytes } from "../../base/bytes.ts";
import type { IssueList } from "../../base/issue.ts";
import { readFrameIndex, type FrameIndex } from "../dwarf/eh-frame-header.ts";
import { readCallFrames, readMoreFrames, type FrameRange } from "../dwarf/eh-frame.ts";
import type { Region } from "../image.ts";
import type { Memory } from "../memory.ts";
import { withinFile } from "../within-file.ts";
import type { AddressSpace } from "../words.ts";
import { type ProgramHeader, SEGMENT_TYPE } from "./segments.ts";

/** Where the tables may be. */
export interface UnwindSources {
  readonly regions: readonly Region[];
  readonly segments: readonly ProgramHeader[];
  readonly memory: Memory;
  readonly space: AddressSpace;
}

/** Frames that start in executable memory, in table order. */
export function unwindRanges(sources: UnwindSources, issues: IssueList): FrameRange[] {
  const index = frameIndex(sources);
  const listed = new Float64Array(index?.entries ?? []).sort();
  const ranges: FrameRange[] = [];
  for (const { section, rva } of frameSections(sources, index, issues)) {
    const place = { space: sources.space, rva };
    const frames = readCallFrames(section, place, issues);
    const unmet = unmetEntries(listed, rva, section.length, frames.entries);
    if (unmet.length > 0) {
      issues.add("eh_frame_index_differs", ".eh_frame_hdr lists frames that a walk of .eh_frame does not meet");
      readMoreFrames(section, place, unmet, frames);
    }
    for (const range of frames.ranges) if (isExecutable(range, sources.memory)) ranges.push(range);
  }
  return ranges;
}

/** The frames that only `.eh_frame_hdr` leads to. */
export function unnamedFrames(sources: UnwindSources): FrameSection | undefined {
  return indexedSection(sources.memory, frameIndex(sources));
}

/** A section of call frame information and where it is in memory. */
export interface FrameSection {
  readonly section: Bytes;
  readonly rva: number;
}

function frameIndex({ segments, regions, memory, space }: UnwindSources): FrameIndex | undefined {
  const header = segments.find(({ type }) => type === SEGMENT_TYPE.ehFrame);
  const region = regions.find(({ name }) => name === ".eh_frame_hdr");
  const rva = header === undefined ? region?.rva : space.rvaOf(header.address);
  const size = header?.memorySize ?? region?.size ?? 0;
  const bytes = rva === undefined ? undefined : memory.from(rva, size);
  return rva === undefined || bytes === undefined ? undefined : readFrameIndex(bytes, rva, space);
}

function frameSections(sources: UnwindSources, index: FrameIndex | undefined, issues: IssueList): FrameSection[] {
  const named = sources.regions.filter(({ name, fileSize }) => FRAME_SECTION.test(name) && fileSize > 0);
  if (named.length === 0) {
    const found = indexedSection(sources.memory, index);
    return found === undefined ? [] : [found];
  }
  const read = withinFile(named, sources.regions);
  if (read.length < named.length) {
    const message = `${named.length - read.length} of ${named.length} .eh_frame sections show bytes of others and are not read`;
    issues.add("eh_frame_not_read", message);
  }
  return read.flatMap(({ rva, size }) => {
    const section = sources.memory.from(rva, size);
    return section === undefined ? [] : [{ section, rva }];
  });
}

/** Relocatable files may have one for each section of code. */
const FRAME_SECTION = /^\.eh_frame(\.|$)/u;

function indexedSection(memory: Memory, index: FrameIndex | undefined): FrameSection | undefined {
  const rva = index?.frames;
  const found = rva === undefined ? undefined : memory.from(rva, Number.MAX_SAFE_INTEGER);
  if (rva === undefined || found === undefined) return undefined;
  return { section: found.clamp(0, terminatedSize(found)), rva };
}

/** `.eh_frame` ends with a zero length; without a section header nothing else says where. */
function terminatedSize(section: Bytes): number {
  let at = 0;
  while (at + 4 <= section.length) {
    const length = section.u32(at);
    if (length === 0) return at;
    const extended = length === 0xffff_ffff;
    if (extended && at + 12 > section.length) return at;
    const next = extended ? at + 12 + Number(section.u64(at + 4)) : at + 4 + length;
    if (next > section.length) return at;
    at = next;
  }
  return at;
}

/** Offsets in the section of entries that are `listed` and that `met` lacks; both ascend. */
function unmetEntries(listed: Float64Array, rva: number, size: number, met: readonly number[]): number[] {
  const unmet: number[] = [];
  let next = 0;
  for (let row = firstAtLeast(listed, rva); row < listed.length; row++) {
    const offset = (listed[row] ?? 0) - rva;
    if (offset >= size) break;
    while ((met[next] ?? Infinity) < offset) next++;
    if (met[next] !== offset) unmet.push(offset);
  }
  return unmet;
}

function firstAtLeast(ascending: Float64Array, value: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

function isExecutable({ rva }: FrameRange, memory: Memory): boolean {
  return memory.regionAt(rva)?.permissions.execute === true;
}
