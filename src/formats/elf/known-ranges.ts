/** Tables that headers and dynamic tags show in a file without section headers, named as linkers name them. */
import type { Bytes } from "../../base/bytes.ts";
import type { Region } from "../image.ts";
import type { Memory } from "../memory.ts";
import type { AddressSpace } from "../words.ts";
import { type Dynamic, DYNAMIC_TAG } from "./dynamic.ts";
import type { MappedRange } from "./regions.ts";
import { type ProgramHeader, SEGMENT_TYPE } from "./segments.ts";
import { symbolSize } from "./symbols.ts";
import { unnamedFrames } from "./unwind.ts";

/** Where the tables are looked for. */
export interface KnownRangeSources {
  readonly regions: readonly Region[];
  readonly segments: readonly ProgramHeader[];
  readonly memory: Memory;
  readonly space: AddressSpace;
  readonly dynamic: Dynamic | undefined;
  readonly dynamicSymbols: number;
}

/** Ranges with the permissions of the segment that maps them; scans for code and texts leave them alone. */
export function knownRanges(sources: KnownRangeSources): MappedRange[] {
  const found = [...segmentTables(sources), ...dynamicTables(sources), ...frameTables(sources)];
  return found.flatMap(({ name, rva, size }) => {
    const region = rva === undefined ? undefined : sources.memory.regionAt(rva);
    const bytes = rva === undefined ? undefined : sources.memory.contiguous(rva, size);
    if (rva === undefined || region === undefined || bytes === undefined) return [];
    const content = "metadata";
    const { permissions } = region;
    return [
      { name, rva, size: bytes.length, fileOffset: bytes.fileOffset, fileSize: bytes.length, permissions, content },
    ];
  });
}

interface Table {
  readonly name: string;
  readonly rva: number | undefined;
  readonly size: number;
}

const SEGMENT_TABLES: ReadonlyMap<number, string> = new Map([
  [SEGMENT_TYPE.interp, ".interp"],
  [SEGMENT_TYPE.note, ".note"],
  [SEGMENT_TYPE.dynamic, ".dynamic"],
  [SEGMENT_TYPE.ehFrame, ".eh_frame_hdr"],
]);

function segmentTables({ segments, space }: KnownRangeSources): Table[] {
  return segments.flatMap(({ type, address, fileSize }) => {
    const name = SEGMENT_TABLES.get(type);
    return name === undefined ? [] : [{ name, rva: space.rvaOf(address), size: fileSize }];
  });
}

function dynamicTables({ dynamic, dynamicSymbols, space, memory }: KnownRangeSources): Table[] {
  if (dynamic === undefined) return [];
  const table = (name: string, tag: number, size: number): Table => ({ name, rva: dynamic.rva(tag), size });
  const sized = (name: string, tag: number, sizeTag: number): Table => table(name, tag, dynamic.number(sizeTag) ?? 0);
  const hash = dynamic.rva(DYNAMIC_TAG.hash);
  return [
    table(".dynsym", DYNAMIC_TAG.symtab, dynamicSymbols * symbolSize(space.words.bits)),
    sized(".dynstr", DYNAMIC_TAG.strtab, DYNAMIC_TAG.strSize),
    sized(".rela.dyn", DYNAMIC_TAG.rela, DYNAMIC_TAG.relaSize),
    sized(".rel.dyn", DYNAMIC_TAG.rel, DYNAMIC_TAG.relSize),
    sized(".rela.plt", DYNAMIC_TAG.jmpRel, DYNAMIC_TAG.pltRelSize),
    sized(".relr.dyn", DYNAMIC_TAG.relr, DYNAMIC_TAG.relrSize),
    table(".gnu.version", DYNAMIC_TAG.versym, dynamicSymbols * 2),
    table(".hash", DYNAMIC_TAG.hash, hash === undefined ? 0 : hashSize(memory.contiguous(hash, 8))),
  ];
}

/** Two counts, then as many words as both say. */
function hashSize(head: Bytes | undefined): number {
  return head === undefined || head.length < 8 ? 0 : 8 + (head.u32(0) + head.u32(4)) * 4;
}

function frameTables(sources: KnownRangeSources): Table[] {
  const frames = unnamedFrames(sources);
  return frames === undefined ? [] : [{ name: ".eh_frame", rva: frames.rva, size: frames.section.length }];
}
