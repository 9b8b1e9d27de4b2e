/** Words that base relocations fix: every absolute address in the image (PE format, "The .reloc Section"). */
import type { IssueList } from "../../base/issue.ts";
import { plural } from "../../base/plural.ts";
import type { WordCollector } from "../elf/pointers.ts";
import type { Memory } from "../memory.ts";
import type { AddressSpace } from "../words.ts";
import { DIRECTORY, directoryOf, type Header } from "./header.ts";

/** What is read from. */
export interface BaseRelocationSources {
  readonly header: Header;
  readonly memory: Memory;
  readonly space: AddressSpace;
}

/** Adds each address-sized word to `words`. Blocks are read up to the first broken one. */
export function readBaseRelocations(sources: BaseRelocationSources, words: WordCollector, issues: IssueList): void {
  const directory = directoryOf(sources.header, DIRECTORY.relocations);
  const bytes = directory === undefined ? undefined : sources.memory.from(directory.rva, directory.size);
  if (bytes === undefined) return;
  for (let at = 0; at + BLOCK_HEADER <= bytes.length;) {
    const size = bytes.u32(at + 4);
    if (size === 0) return;
    if (size < BLOCK_HEADER || at + size > bytes.length) {
      issues.add(
        "pe_relocation_block_wrong",
        `a block of ${size} ${plural(size, "byte")} does not fit`,
        bytes.fileOffset + at,
      );
      return;
    }
    const page = bytes.u32(at);
    for (let entry = at + BLOCK_HEADER; entry + 2 <= at + size; entry += 2) {
      const packed = bytes.u16(entry);
      if (packed >> 12 === WORD_TYPE[sources.space.words.bits]) addWord(page + (packed & 0xfff), sources, words);
    }
    at += size;
  }
}

const BLOCK_HEADER = 8;

/** `IMAGE_REL_BASED_HIGHLOW` and `IMAGE_REL_BASED_DIR64`. */
const WORD_TYPE = { 32: 3, 64: 10 } as const;

function addWord(slot: number, { memory, space }: BaseRelocationSources, words: WordCollector): void {
  const word = memory.window(slot, space.words.size);
  const target = word === undefined ? undefined : space.read(word, 0);
  if (target !== undefined) words.addPointer(slot, target);
}
