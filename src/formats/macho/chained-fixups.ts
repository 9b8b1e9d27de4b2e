/** Fixups that are chained through the words they fix (Mach-O: `mach-o/fixup-chains.h`). */
import type { Bytes } from "../../base/bytes.ts";
import type { IssueList } from "../../base/issue.ts";
import { plural } from "../../base/plural.ts";
import { StringTable } from "../string-table.ts";
import { type ChainedWord, chainFormat, type ChainFormat } from "./chained-pointers.ts";
import type { Layout } from "./layout.ts";
import type { SegmentCommand } from "./segments.ts";

/** An entry of the table of imports. */
export interface ChainedImport {
  readonly name: string;
  /** Position of the library from 1 on, or one of `ORDINAL`. */
  readonly ordinal: number;
  readonly weak: boolean;
}

export interface ChainedFixups {
  readonly imports: readonly ChainedImport[];
  /** Name of the format of pointers, `""` when no segment has chains. */
  readonly format: string;
}

/** What chains lead to. */
export interface ChainVisitor {
  readonly pointer: (slot: number, target: number) => void;
  readonly import: (slot: number, index: number) => void;
}

/** Reads the imports and follows every chain; words of all chains together are no more than the file can hold. */
export function readChainedFixups(
  data: Bytes,
  layout: Layout,
  issues: IssueList,
  visitor: ChainVisitor,
): ChainedFixups | undefined {
  const header = data.window(0, HEADER_SIZE);
  if (header === undefined || header.u32(0) !== 0) {
    issues.add("macho_chained_fixups_wrong", "the header of the chained fixups is cut or unknown", data.fileOffset);
    return undefined;
  }
  const walker = new ChainWalker(layout, visitor);
  let format = "";
  for (const { segment, starts } of chainedSegments(data, header.u32(4), layout)) {
    const found = chainFormat(starts.u16(6));
    if (found === undefined) {
      const message = `chained pointers of format ${starts.u16(6)} are not read`;
      issues.add("macho_chained_format_unknown", message, starts.fileOffset);
      continue;
    }
    format = found.name;
    walker.followSegment(segment, starts, found);
  }
  if (walker.faults > 0) {
    const message = `${walker.faults} fixup ${plural(walker.faults, "chain leaves its page or names", "chains leave their page or name")} places that the file lacks`;
    issues.add("macho_chain_broken", message, data.fileOffset);
  }
  return { imports: readImports(data, header, issues), format };
}

const HEADER_SIZE = 28;

/** `dyld_chained_starts_in_segment` up to its first page start. */
const STARTS_SIZE = 22;

interface ChainedSegment {
  readonly segment: SegmentCommand;
  readonly starts: Bytes;
}

function chainedSegments(data: Bytes, startsOffset: number, { segments }: Layout): ChainedSegment[] {
  const image = data.clamp(startsOffset, data.length);
  const count = image.window(0, 4)?.u32(0) ?? 0;
  return segments.slice(0, count).flatMap((segment, index) => {
    const offset = image.window(4 + index * 4, 4)?.u32(0) ?? 0;
    const size = offset === 0 ? 0 : (image.window(offset, STARTS_SIZE)?.u32(0) ?? 0);
    const starts = size < STARTS_SIZE ? undefined : image.clamp(offset, size);
    return starts === undefined || starts.length < STARTS_SIZE ? [] : [{ segment, starts }];
  });
}

/** `page_start`: no chain, or several whose starts follow further down; the last of those has a flag. */
const PAGE = { none: 0xffff, multi: 0x8000, last: 0x8000, mask: 0x7fff } as const;

/** Addresses of a 32-bit file above the last valid pointer are plain numbers. */
const MAX_POINTER_FIELD = 16;

class ChainWalker {
  /** Chains that could not be followed to their end. */
  faults = 0;
  readonly #layout: Layout;
  readonly #visitor: ChainVisitor;
  #budget: number;

  constructor(layout: Layout, visitor: ChainVisitor) {
    this.#layout = layout;
    this.#visitor = visitor;
    this.#budget = layout.file.length;
  }

  followSegment(segment: SegmentCommand, starts: Bytes, format: ChainFormat): void {
    const { file, space } = this.#layout;
    const rva = space.rvaOf(segment.address);
    if (rva === undefined || rva < 0) return;
    const bytes = file.clamp(segment.fileOffset, Math.min(segment.fileSize, segment.memorySize));
    const pageSize = starts.u16(4);
    const limit = space.words.bits === 32 ? starts.u32(MAX_POINTER_FIELD) : 0;
    const pages = Math.min(starts.u16(20), (starts.length - STARTS_SIZE) >> 1);
    for (let page = 0; page < pages; page++) {
      for (const start of chainStarts(starts, page)) {
        if (this.#budget < 0) return;
        const end = Math.min((page + 1) * pageSize, bytes.length);
        this.#follow({ bytes, rva, at: page * pageSize + start, end, limit }, format);
      }
    }
  }

  #follow({ bytes, rva, at: start, end, limit }: Chain, { stride, size, decode }: ChainFormat): void {
    for (let at = start; ;) {
      if (at >= end || at + size > bytes.length || --this.#budget < 0) {
        this.faults++;
        return;
      }
      const low = bytes.u32(size === 8 && bytes.endian === "big" ? at + 4 : at);
      const high = size === 4 ? 0 : bytes.u32(bytes.endian === "big" ? at : at + 4);
      const word = decode(low, high);
      this.#tell(rva + at, word, limit);
      if (word.next === 0) return;
      at += word.next * stride;
    }
  }

  #tell(slot: number, { import: imported, address, offset }: ChainedWord, limit: number): void {
    const { space, headerRva } = this.#layout;
    if (imported !== undefined) this.#visitor.import(slot, imported);
    else if (offset !== undefined) this.#visitor.pointer(slot, headerRva + offset);
    else if (address !== undefined && (limit === 0 || address <= limit)) {
      this.#visitor.pointer(slot, address - Number(space.base));
    }
  }
}

interface Chain {
  /** File bytes of the segment. */
  readonly bytes: Bytes;
  /** Of the segment. */
  readonly rva: number;
  /** Where in the segment the chain starts, and where its page ends. */
  readonly at: number;
  readonly end: number;
  /** Highest address that is a pointer, 0 for any. */
  readonly limit: number;
}

function* chainStarts(starts: Bytes, page: number): Generator<number> {
  const at = (index: number): number => starts.window(STARTS_SIZE + index * 2, 2)?.u16(0) ?? PAGE.none;
  const first = at(page);
  if (first === PAGE.none) return;
  if ((first & PAGE.multi) === 0) {
    yield first;
    return;
  }
  for (let index = first & PAGE.mask; ; index++) {
    const start = at(index);
    if (start === PAGE.none) return;
    yield start & PAGE.mask;
    if ((start & PAGE.last) !== 0) return;
  }
}

/** `imports_format`: bytes of an entry, with what lies where in it. */
const IMPORT_SIZES: ReadonlyMap<number, number> = new Map([
  [1, 4],
  [2, 8],
  [3, 16],
]);
const WIDE_IMPORTS = 3;

function readImports(data: Bytes, header: Bytes, issues: IssueList): ChainedImport[] {
  const [at, namesAt, promised, format] = [header.u32(8), header.u32(12), header.u32(16), header.u32(20)];
  const size = IMPORT_SIZES.get(format);
  if (size === undefined || header.u32(24) !== 0) {
    const message = `chained imports of format ${format}, names of format ${header.u32(24)} are not read`;
    if (promised > 0) issues.add("macho_chained_imports_unknown", message, data.fileOffset);
    return [];
  }
  const table = data.clamp(at, promised * size);
  const count = Math.floor(table.length / size);
  if (count < promised) {
    const message = `${promised} chained ${plural(promised, "import is", "imports are")} promised; the file holds ${count}`;
    issues.add("macho_chained_imports_truncated", message, table.fileOffset);
  }
  const names = new StringTable(data.clamp(namesAt, data.length));
  return Array.from({ length: count }, (_, index) => {
    const entry = table.u32(index * size);
    if (format !== WIDE_IMPORTS) {
      return { name: names.at(entry >>> 9), ordinal: (entry << 24) >> 24, weak: ((entry >>> 8) & 1) === 1 };
    }
    const name = names.at(table.u32(index * size + 4));
    return { name, ordinal: (entry << 16) >> 16, weak: ((entry >>> 16) & 1) === 1 };
  });
}
