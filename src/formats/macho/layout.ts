/** The parts of a Mach-O file that its header describes, and the memory they make up. */
import { Bytes } from "../../base/bytes.ts";
import type { IssueList } from "../../base/issue.ts";
import type { MappedRange } from "../elf/regions.ts";
import { AddressSpace, RVA_LIMIT, Words } from "../words.ts";
import { type Header, readHeader } from "./header.ts";
import { type LoadCommand, readLoadCommands } from "./load-commands.ts";
import { FILE_TYPE } from "./machines.ts";
import { sectionRanges, segmentRanges } from "./memory-map.ts";
import { readSegments, type SectionHeader, type SegmentCommand } from "./segments.ts";
import { type Slice, sliceBytes } from "./universal.ts";

export interface Layout {
  /** The whole file, of which `file` may be a slice. */
  readonly data: Uint8Array;
  /** The program; its offsets count from its own start, `fileOffset` of its views from the start of the whole file. */
  readonly file: Bytes;
  readonly header: Header;
  readonly commands: readonly LoadCommand[];
  readonly space: AddressSpace;
  readonly segments: readonly SegmentCommand[];
  readonly sections: readonly SectionHeader[];
  /** Where the header itself is in memory: what tables of the linker count from. */
  readonly headerRva: number;
  /** What sections map, in file order, then what segments map. */
  readonly ranges: readonly MappedRange[];
}

/** Reads the headers of the program that `slice` of the file holds; `undefined` when it is none. */
export function readLayout(data: Uint8Array, slice: Slice | undefined, issues: IssueList): Layout | undefined {
  const program = slice === undefined ? data : sliceBytes(data, slice);
  const header = readHeader(program);
  if (header === undefined) return undefined;
  const file = new Bytes(program, header.endian, slice?.offset ?? 0);
  const commands = readLoadCommands(file, header, issues);
  const { segments, sections } = readSegments(commands, issues);
  const base = isObject(header) ? 0n : chooseBase(segments);
  const space = new AddressSpace(new Words(header.bits), base);
  const loads = segmentRanges({ header, segments, sections, space }, issues);
  const mapped = sectionRanges({ header, segments, sections, space }, issues);
  const headerRva = space.rvaOf(headerSegment(segments)?.address ?? base) ?? 0;
  return { data, file, header, commands, space, segments, sections, headerRva, ranges: [...mapped, ...loads] };
}

/** Whether the file is what a compiler made, before linking. */
export function isObject({ fileType }: Pick<Header, "fileType">): boolean {
  return fileType === FILE_TYPE.object;
}

/** The section of a name in a segment; some tools put a section elsewhere, so the segment may be left open. */
export function namedSection({ sections }: Layout, name: string, segment?: string): SectionHeader | undefined {
  return sections.find(
    (section) => section.name === name && (segment === undefined || section.segmentName === segment),
  );
}

/** The segment that maps the start of the file. */
function headerSegment(segments: readonly SegmentCommand[]): SegmentCommand | undefined {
  const mapped = segments.filter(isMapped);
  return mapped.find(({ fileOffset, fileSize }) => fileOffset === 0 && fileSize > 0) ?? mapped[0];
}

/** The lowest segment that is mapped for use, if the others lie within reach of it, or else that of the header. */
function chooseBase(segments: readonly SegmentCommand[]): bigint {
  const mapped = segments.filter(isMapped);
  const [first] = mapped;
  if (first === undefined) return 0n;
  let [lowest, highest] = [first.address, first.address];
  for (const { address } of mapped) {
    if (address < lowest) lowest = address;
    if (address > highest) highest = address;
  }
  if (highest - lowest < BigInt(RVA_LIMIT)) return lowest;
  return headerSegment(segments)?.address ?? lowest;
}

/** `__PAGEZERO` keeps memory unused: it has size, and neither bytes nor permissions. */
function isMapped({ memorySize, fileSize, protection }: SegmentCommand): boolean {
  return memorySize > 0 && (fileSize > 0 || protection !== 0);
}
