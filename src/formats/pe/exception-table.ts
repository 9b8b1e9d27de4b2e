/** Function ranges of the exception table (Microsoft x64 and ARM64 exception handling; PE format, "The .pdata Section"). */
import type { Bytes } from "../../base/bytes.ts";
import type { IssueList } from "../../base/issue.ts";
import { plural } from "../../base/plural.ts";
import type { Architecture } from "../image.ts";
import type { Memory } from "../memory.ts";

/** A range of code that one entry describes. */
export interface UnwindRange {
  readonly rva: number;
  readonly size: number;
  /** A piece of the function that another entry describes. */
  readonly fragment: boolean;
  /** Function that the system calls for exceptions in the range; in objects perhaps the stand-in for an import. */
  readonly handler?: number;
  /** Rva of what the handler is given, in a form of its own. */
  readonly handlerData?: number;
}

/** What an entry is resolved with. */
export interface UnwindSources {
  readonly architecture: Architecture;
  readonly memory: Memory;
}

/** Entries in table order that describe executable memory; a table of another architecture gives none. */
export function readExceptionTable(table: Bytes, sources: UnwindSources, issues: IssueList): UnwindRange[] {
  const form = FORMS.get(sources.architecture);
  if (form === undefined) return [];
  const ranges: UnwindRange[] = [];
  let wrong = 0;
  for (let at = 0; at + form.size <= table.length; at += form.size) {
    // Linkers fill up with zeros; in objects the first function does start at 0.
    if (table.u32(at) === 0 && table.u32(at + 4) === 0) continue;
    const range = form.read(table, at, sources.memory);
    if (range !== undefined && sources.memory.regionAt(range.rva)?.permissions.execute === true) ranges.push(range);
    else wrong++;
  }
  if (wrong > 0)
    issues.add(
      "pe_exception_entry_wrong",
      `${wrong} exception ${plural(wrong, "entry describes", "entries describe")} no code`,
      table.fileOffset,
    );
  return ranges;
}

interface Form {
  /** Bytes of an entry. */
  readonly size: number;
  readonly read: (table: Bytes, at: number, memory: Memory) => UnwindRange | undefined;
}

const FORMS: ReadonlyMap<Architecture, Form> = new Map<Architecture, Form>([
  ["x86_64", { size: 12, read: readX64 }],
  ["arm64", { size: 8, read: readArm64 }],
]);

const FLAG = { exceptionHandler: 1, terminationHandler: 2, chained: 4 } as const;

/** Chained records that are followed to their function's first one. */
const CHAIN_LIMIT = 32;

function readX64(table: Bytes, at: number, memory: Memory): UnwindRange | undefined {
  const rva = table.u32(at);
  const size = table.u32(at + 4) - rva;
  const info = table.u32(at + 8);
  if (size <= 0) return undefined;
  const own = unwindInfo(memory, info);
  if (own === undefined) return { rva, size, fragment: (info & 1) === 1 };
  const handler = handlerOf(memory, own);
  const fragment = own.chained !== undefined && chainEnds(memory, own, rva);
  return { rva, size, fragment, ...handler };
}

interface UnwindInfo {
  /** Rva of what follows the unwind codes when there is a handler. */
  readonly handlerField?: number;
  /** The entry that this one goes on. */
  readonly chained?: { readonly rva: number; readonly info: number };
}

/** `UNWIND_INFO`: version and flags, prologue size, count of codes, frame register; then codes of two bytes each. */
function unwindInfo(memory: Memory, rva: number): UnwindInfo | undefined {
  const head = memory.window(rva, 4);
  const version = (head?.u8(0) ?? 0) & 7;
  if (head === undefined || version === 0 || version > 3) return undefined;
  const flags = head.u8(0) >> 3;
  const after = rva + 4 + Math.ceil(head.u8(2) / 2) * 4;
  if ((flags & FLAG.chained) !== 0) {
    const entry = memory.window(after, 12);
    return entry === undefined ? {} : { chained: { rva: entry.u32(0), info: entry.u32(8) } };
  }
  return (flags & (FLAG.exceptionHandler | FLAG.terminationHandler)) === 0 ? {} : { handlerField: after };
}

function handlerOf(memory: Memory, { handlerField }: UnwindInfo): Pick<UnwindRange, "handler" | "handlerData"> {
  if (handlerField === undefined) return {};
  const handler = memory.window(handlerField, 4)?.u32(0);
  const region = handler === undefined ? undefined : memory.regionAt(handler);
  if (handler === undefined || (region?.permissions.execute !== true && region?.content !== "external")) return {};
  return { handler, handlerData: handlerField + 4 };
}

/** Whether following the chain leads to another entry that goes on no further: a chain in a circle does not. */
function chainEnds(memory: Memory, start: UnwindInfo, rva: number): boolean {
  let link = start.chained;
  for (let step = 0; step < CHAIN_LIMIT && link !== undefined; step++) {
    const next = unwindInfo(memory, link.info);
    if (next?.chained === undefined) return link.rva !== rva;
    link = next.chained;
  }
  return false;
}

const PACKED_FRAGMENT = 2;

/** The second word: two low bits 0 and the rva of a record, or packed data with the length in bits 2 to 12. */
function readArm64(table: Bytes, at: number, memory: Memory): UnwindRange | undefined {
  const rva = table.u32(at);
  const packed = table.u32(at + 4);
  const kind = packed & 3;
  if (kind === 0) return readArm64Record(rva, packed, memory);
  const size = ((packed >>> 2) & 0x7ff) * 4;
  return size === 0 ? undefined : { rva, size, fragment: kind === PACKED_FRAGMENT };
}

/** Unwind code `end_c`: what comes first in a piece whose prologue is in another entry. */
const END_CONTINUED = 0xe5;

/** `.xdata`: length in words, handler bit, epilogue count and code words, the counts perhaps in a second word. */
function readArm64Record(rva: number, record: number, memory: Memory): UnwindRange | undefined {
  const head = memory.window(record, 4)?.u32(0);
  if (head === undefined) return undefined;
  const size = (head & 0x3_ffff) * 4;
  const extended = head >>> 22 === 0;
  const second = extended ? (memory.window(record + 4, 4)?.u32(0) ?? 0) : 0;
  const epilogues = extended ? second & 0xffff : (head >>> 22) & 0x1f;
  const codeWords = extended ? (second >>> 16) & 0xff : head >>> 27;
  const singleEpilogue = (head >>> 21) & 1;
  const codes = record + (extended ? 8 : 4) + (singleEpilogue === 1 ? 0 : epilogues * 4);
  const hasHandler = (head >>> 20) & 1;
  const handler = hasHandler === 1 ? handlerOf(memory, { handlerField: codes + codeWords * 4 }) : {};
  const fragment = memory.window(codes, 1)?.u8(0) === END_CONTINUED;
  return size === 0 ? undefined : { rva, size, fragment, ...handler };
}
