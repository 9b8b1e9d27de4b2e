/** Compact unwind tables (Mach-O: `mach-o/compact_unwind_encoding.h`): which functions have frames and handlers. */
import type { Bytes } from "../../base/bytes.ts";
import type { IssueList } from "../../base/issue.ts";
import { SECTION_TYPE } from "./segments.ts";
import { type Layout, namedSection } from "./layout.ts";
import type { Memory } from "../memory.ts";

export interface CompactUnwind {
  /**
   * Rvas at which an entry with an encoding starts, ascending as in the table. Linkers join neighbours with the same
   * encoding, so a function may have none.
   */
  readonly starts: readonly number[];
  /** Rvas of functions that have landing pads, each with the rva of its table (LSDA). */
  readonly handlers: readonly { readonly rva: number; readonly table: number }[];
  /** Ranges with exact ends: objects have them, linked files do not. */
  readonly ranges: readonly { readonly rva: number; readonly size: number }[];
}

const NONE: CompactUnwind = { starts: [], handlers: [], ranges: [] };

/** Reads `__unwind_info` of linked files and `__compact_unwind` of objects. */
export function readCompactUnwind(layout: Layout, memory: Memory, issues: IssueList): CompactUnwind {
  const linked = namedSection(layout, "__unwind_info");
  if (linked !== undefined && linked.type !== SECTION_TYPE.zeroFill) {
    const rva = layout.space.rvaOf(linked.address);
    const bytes = rva === undefined ? undefined : memory.from(rva, linked.size);
    return bytes === undefined ? NONE : readTable(bytes, layout.headerRva, issues);
  }
  const section = namedSection(layout, "__compact_unwind", "__LD");
  const rva = section === undefined ? undefined : layout.space.rvaOf(section.address);
  const bytes = section === undefined || rva === undefined ? undefined : memory.from(rva, section.size);
  return bytes === undefined ? NONE : readObjectEntries(bytes, layout);
}

const HEADER_SIZE = 28;
const INDEX_SIZE = 12;
const HANDLER_SIZE = 8;
const PAGE = { regular: 2, compressed: 3 } as const;

/** The pages together cover no more than the section; overlapping ones end the reading. */
function readTable(table: Bytes, headerRva: number, issues: IssueList): CompactUnwind {
  const header = table.window(0, HEADER_SIZE);
  if (header === undefined || header.u32(0) !== 1) {
    issues.add("macho_unwind_info_wrong", "the compact unwind table is cut or of another version", table.fileOffset);
    return NONE;
  }
  const common = table.clamp(header.u32(4), header.u32(8) * 4);
  const index = table.clamp(header.u32(20), header.u32(24) * INDEX_SIZE);
  const starts: number[] = [];
  const handlers: { rva: number; table: number }[] = [];
  let budget = table.length;
  for (let at = 0; at + INDEX_SIZE <= index.length && budget > 0; at += INDEX_SIZE) {
    const [first, page, firstHandler] = [index.u32(at), index.u32(at + 4), index.u32(at + 8)];
    if (page !== 0) budget -= readPage(table, page, headerRva + first, headerRva, common, starts);
    const lastHandler = index.window(at + INDEX_SIZE, INDEX_SIZE)?.u32(8) ?? firstHandler;
    const entries = table.clamp(firstHandler, Math.min(lastHandler - firstHandler, budget));
    budget -= entries.length;
    for (let entry = 0; entry + HANDLER_SIZE <= entries.length; entry += HANDLER_SIZE) {
      handlers.push({ rva: headerRva + entries.u32(entry), table: headerRva + entries.u32(entry + 4) });
    }
  }
  if (budget <= 0) issues.add("macho_unwind_pages_overlap", "pages of the unwind table overlap", table.fileOffset);
  return { starts, handlers, ranges: [] };
}

/** Adds the starts of a page; gives back how many bytes were read. */
function readPage(
  table: Bytes,
  at: number,
  pageRva: number,
  headerRva: number,
  common: Bytes,
  starts: number[],
): number {
  const page = table.clamp(at, table.length);
  const kind = page.window(0, 8)?.u32(0);
  if (kind !== PAGE.regular && kind !== PAGE.compressed) return 8;
  const [entriesAt, count] = [page.u16(4), page.u16(6)];
  const size = kind === PAGE.regular ? 8 : 4;
  const entries = page.clamp(entriesAt, count * size);
  const own = kind === PAGE.regular ? undefined : pageEncodings(page);
  for (let entry = 0; entry + size <= entries.length; entry += size) {
    const first = entries.u32(entry);
    if (own === undefined) {
      if (entries.u32(entry + 4) !== 0) starts.push(headerRva + first);
    } else if (encodingAt(first >>> 24, common, own) !== 0) starts.push(pageRva + (first & 0xff_ffff));
  }
  return entries.length + size;
}

function pageEncodings(page: Bytes): Bytes | undefined {
  const header = page.window(0, 12);
  return header === undefined ? page.clamp(0, 0) : page.clamp(header.u16(8), header.u16(10) * 4);
}

/** Encodings of the whole table come first, then those of the page. */
function encodingAt(index: number, common: Bytes, own: Bytes): number {
  const shared = common.length >> 2;
  const bytes = index < shared ? common : own;
  return bytes.window((index < shared ? index : index - shared) * 4, 4)?.u32(0) ?? 0;
}

/** `compact_unwind_entry`: function, length, encoding, personality, table; the relocations are applied. */
function readObjectEntries(section: Bytes, { space }: Layout): CompactUnwind {
  const w = space.words.size;
  const size = 8 + 3 * w;
  const ranges: { rva: number; size: number }[] = [];
  const handlers: { rva: number; table: number }[] = [];
  for (let at = 0; at + size <= section.length; at += size) {
    const rva = space.read(section, at);
    const length = section.u32(at + w);
    if (rva === undefined || rva < 0 || length === 0) continue;
    ranges.push({ rva, size: length });
    const table = space.words.unsigned(section, at + 8 + 2 * w) === 0 ? undefined : space.read(section, at + 8 + 2 * w);
    if (table !== undefined) handlers.push({ rva, table });
  }
  return { starts: [], handlers, ranges };
}
