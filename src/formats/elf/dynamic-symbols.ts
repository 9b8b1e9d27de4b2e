/** Where the dynamic symbol table is and how long: no dynamic tag says its length. */
import type { Bytes } from "../../base/bytes.ts";
import type { IssueList } from "../../base/issue.ts";
import { plural } from "../../base/plural.ts";
import type { Memory } from "../memory.ts";
import { type Dynamic, DYNAMIC_TAG } from "./dynamic.ts";
import { forEachRelocation, type RelocationTable } from "./relocations.ts";
import { SECTION_TYPE, type SectionHeader, sectionBytes } from "./section-headers.ts";
import { symbolSize } from "./symbols.ts";
import type { AddressSpace } from "../words.ts";

/** What a file says about its dynamic symbols. */
export interface DynamicSymbolSources {
  readonly file: Bytes;
  readonly space: AddressSpace;
  readonly memory: Memory;
  readonly dynamic: Dynamic;
  readonly sections: readonly SectionHeader[];
  readonly relocations: readonly RelocationTable[];
}

/** The bytes of the table that `DT_SYMTAB` names; `undefined` when there is none. */
export function dynamicSymbolBytes(sources: DynamicSymbolSources, issues: IssueList): Bytes | undefined {
  const { dynamic, memory, space } = sources;
  const rva = dynamic.rva(DYNAMIC_TAG.symtab);
  const start = rva === undefined ? undefined : memory.contiguous(rva, Number.MAX_SAFE_INTEGER);
  if (start === undefined) return undefined;
  const size = symbolSize(space.words.bits);
  const held = Math.floor(start.length / size);
  const count = sectionCount(sources, start) ?? hashCount(sources) ?? gnuHashCount(sources) ?? relocatedCount(sources);
  if (count > held) {
    const message = `${count} dynamic ${plural(count, "symbol is", "symbols are")} promised; the file holds ${held}`;
    issues.add("elf_dynamic_symbols_truncated", message, start.fileOffset);
  }
  return start.clamp(0, Math.min(count, held) * size);
}

/** A section header that names the same table. */
function sectionCount({ file, sections, space }: DynamicSymbolSources, start: Bytes): number | undefined {
  const section = sections.find(({ type, offset }) => type === SECTION_TYPE.dynsym && offset === start.fileOffset);
  if (section === undefined) return undefined;
  return Math.floor(sectionBytes(file, section).length / symbolSize(space.words.bits));
}

/** `DT_HASH`: its chain has an entry for each symbol. */
function hashCount({ dynamic, memory }: DynamicSymbolSources): number | undefined {
  const rva = dynamic.rva(DYNAMIC_TAG.hash);
  return rva === undefined ? undefined : memory.contiguous(rva, 8)?.window(4, 4)?.u32(0);
}

/** `DT_GNU_HASH`: the end of the chain that starts highest; without chains only unhashed symbols remain. */
function gnuHashCount(sources: DynamicSymbolSources): number | undefined {
  const { dynamic, memory, space } = sources;
  const rva = dynamic.rva(DYNAMIC_TAG.gnuHash);
  const table = rva === undefined ? undefined : memory.contiguous(rva, Number.MAX_SAFE_INTEGER);
  const head = table?.window(0, 16);
  if (table === undefined || head === undefined) return undefined;
  const bucketsAt = 16 + head.u32(8) * space.words.size;
  const buckets = table.clamp(bucketsAt, head.u32(0) * 4);
  let highest = 0;
  for (let at = 0; at + 4 <= buckets.length; at += 4) highest = Math.max(highest, buckets.u32(at));
  const firstHashed = head.u32(4);
  if (highest < firstHashed) return Math.max(firstHashed, relocatedCount(sources));
  const chains = bucketsAt + head.u32(0) * 4;
  for (let index = highest; ; index++) {
    const hash = table.window(chains + (index - firstHashed) * 4, 4);
    if (hash === undefined || (hash.u32(0) & 1) !== 0) return index + 1;
  }
}

/** One more than the highest symbol that a relocation names. */
function relocatedCount({ relocations, space }: DynamicSymbolSources): number {
  let highest = 0;
  for (const table of relocations) {
    if (table.form === "relr") continue;
    forEachRelocation(table, space, false, ({ symbol }) => {
      highest = Math.max(highest, symbol);
    });
  }
  return highest + 1;
}
