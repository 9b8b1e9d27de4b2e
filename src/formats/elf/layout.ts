/** The parts of an ELF file that its headers describe, and the memory they make up. */
import { Bytes } from "../../base/bytes.ts";
import type { IssueList } from "../../base/issue.ts";
import { AddressSpace, Words } from "../words.ts";
import { chooseBase, RELOCATABLE_BASE } from "./base-address.ts";
import { FILE_TYPE, type Header } from "./header.ts";
import { type Placement, placeLinked, placeRelocatable } from "./placement.ts";
import { headerRanges, type MappedRange, reportOverlaps, sectionRanges, segmentRanges } from "./regions.ts";
import { readSectionHeaders, type SectionHeader } from "./section-headers.ts";
import { type ProgramHeader, readProgramHeaders } from "./segments.ts";

export interface Layout {
  readonly file: Bytes;
  readonly header: Header;
  readonly space: AddressSpace;
  readonly segments: readonly ProgramHeader[];
  readonly sections: readonly SectionHeader[];
  readonly placement: Placement;
  /** What sections map, in file order, then the headers, then what segments map. */
  readonly ranges: readonly MappedRange[];
}

/** Reads the headers and decides where everything lies. */
export function readLayout(data: Uint8Array, header: Header, issues: IssueList): Layout {
  const file = new Bytes(data, header.endian);
  const words = new Words(header.bits);
  const segments = readProgramHeaders(file, words, header, issues);
  const sections = readSectionHeaders(file, words, header, issues);
  const relocatable = isRelocatable(header);
  const base = relocatable ? RELOCATABLE_BASE : chooseBase(segments, sections, header.entry, issues);
  const space = new AddressSpace(words, base);
  const placement = relocatable ? placeRelocatable(sections, issues) : placeLinked(sections, space);
  const loads = relocatable ? [] : segmentRanges(segments, space);
  const mapped = sectionRanges(sections, placement, loads, issues);
  reportOverlaps(mapped, issues);
  const headers = headerRanges(header, loads, header.entry === 0n ? undefined : space.rvaOf(header.entry));
  return { file, header, space, segments, sections, placement, ranges: [...mapped, ...headers, ...loads] };
}

/** Whether the sections of the file have no addresses yet. */
export function isRelocatable(header: Header): boolean {
  return header.type === FILE_TYPE.relocatable;
}
