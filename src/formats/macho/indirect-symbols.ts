/** Which symbol each stub and each pointer of a table stands for (Mach-O: `mach-o/loader.h`, "indirect symbol table"). */
import type { Bytes } from "../../base/bytes.ts";
import type { IssueList } from "../../base/issue.ts";
import { plural } from "../../base/plural.ts";
import type { Layout } from "./layout.ts";
import { COMMAND, commandOf } from "./load-commands.ts";
import { CPU } from "./machines.ts";
import { SECTION_TYPE, type SectionHeader } from "./segments.ts";

/** A stub or a pointer slot. */
export interface IndirectEntry {
  readonly kind: "stub" | "pointer";
  readonly rva: number;
  /** Bytes. */
  readonly size: number;
  /** Index in the symbol table; `undefined` for pointers at something local or absolute. */
  readonly symbol: number | undefined;
}

/** Entries in the order of their sections; all together are no more than the table has. */
export function readIndirectSymbols(layout: Layout, issues: IssueList): IndirectEntry[] {
  const { file, commands, sections } = layout;
  const command = commandOf(commands, COMMAND.dynamicSymbols, COMMAND_SIZE);
  const table = command === undefined ? undefined : file.clamp(command.u32(56), command.u32(60) * 4);
  if (table === undefined) return [];
  let budget = table.length / 4;
  const entries: IndirectEntry[] = [];
  for (const section of sections) {
    const size = entrySize(section, layout);
    if (size === 0) continue;
    const wanted = Math.floor(section.size / size);
    const count = Math.min(wanted, Math.floor(budget));
    budget -= count;
    const read = addEntries(section, size, count, table, layout, entries);
    if (read === wanted) continue;
    const message = `section ${section.number} has ${wanted} ${plural(wanted, "entry", "entries")}; ${read} of them ${plural(read, "has", "have")} an indirect symbol`;
    issues.add("macho_indirect_symbols_truncated", message, table.fileOffset);
  }
  return entries;
}

const COMMAND_SIZE = 80;
const NO_SYMBOL = 0xc000_0000;

const POINTER_TYPES: ReadonlySet<number> = new Set([
  SECTION_TYPE.nonLazyPointers,
  SECTION_TYPE.lazyPointers,
  SECTION_TYPE.lazyLibraryPointers,
  SECTION_TYPE.threadLocalPointers,
]);

function entrySize({ type, stubSize }: SectionHeader, { space, header }: Layout): number {
  if (POINTER_TYPES.has(type)) return space.words.size;
  if (type !== SECTION_TYPE.stubs) return 0;
  return header.cpuType === CPU.arm64 && stubSize % ARM64_INSTRUCTION !== 0 ? ARM64_STUB : stubSize;
}

/** Go's linker writes the size of its x86 stubs into arm64 files too. */
const ARM64_INSTRUCTION = 4;
const ARM64_STUB = 12;

function addEntries(
  section: SectionHeader,
  size: number,
  count: number,
  table: Bytes,
  { space }: Layout,
  entries: IndirectEntry[],
): number {
  const start = space.rvaOf(section.address);
  if (start === undefined || start < 0) return 0;
  const kind = section.type === SECTION_TYPE.stubs ? "stub" : "pointer";
  for (let index = 0; index < count; index++) {
    const entry = table.window((section.firstIndirect + index) * 4, 4)?.u32(0);
    if (entry === undefined) return index;
    const symbol = (entry & NO_SYMBOL) === 0 ? entry : undefined;
    entries.push({ kind, rva: start + index * size, size, symbol });
  }
  return count;
}
