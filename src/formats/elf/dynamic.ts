/** The dynamic section: what the run-time linker needs (System V gABI, chapter 5, "Dynamic Section"). */
import type { Bytes } from "../../base/bytes.ts";
import type { IssueList } from "../../base/issue.ts";
import type { Memory } from "../memory.ts";
import { StringTable } from "../string-table.ts";
import type { AddressSpace } from "../words.ts";

export const DYNAMIC_TAG = {
  needed: 1,
  pltRelSize: 2,
  hash: 4,
  strtab: 5,
  symtab: 6,
  rela: 7,
  relaSize: 8,
  strSize: 10,
  init: 12,
  fini: 13,
  soname: 14,
  rpath: 15,
  rel: 17,
  relSize: 18,
  pltRel: 20,
  textRel: 22,
  jmpRel: 23,
  bindNow: 24,
  initArray: 25,
  finiArray: 26,
  initArraySize: 27,
  finiArraySize: 28,
  runpath: 29,
  flags: 30,
  preinitArray: 32,
  preinitArraySize: 33,
  relrSize: 35,
  relr: 36,
  crel: 0x40000026,
  androidRel: 0x6000000f,
  androidRela: 0x60000011,
  gnuHash: 0x6ffffef5,
  versym: 0x6ffffff0,
  flags1: 0x6ffffffb,
  verdef: 0x6ffffffc,
  verdefCount: 0x6ffffffd,
  verneed: 0x6ffffffe,
  verneedCount: 0x6fffffff,
} as const;

/** The entries of `PT_DYNAMIC`, each word by its tag. */
export class Dynamic {
  readonly strings: StringTable;
  readonly #space: AddressSpace;
  readonly #memory: Memory;
  readonly #table: Bytes;
  /** Offset in the table of the value of the first entry with each tag. */
  readonly #values = new Map<number, number>();
  readonly #texts = new Map<number, string[]>();

  constructor(table: Bytes, space: AddressSpace, memory: Memory) {
    this.#space = space;
    this.#memory = memory;
    this.#table = table;
    const textEntries: [number, number][] = [];
    const { size, bits } = space.words;
    for (let at = 0; at + 2 * size <= table.length; at += 2 * size) {
      const tag = bits === 32 ? table.u32(at) : space.words.unsigned(table, at);
      if (tag === 0) break;
      if (!this.#values.has(tag)) this.#values.set(tag, at + size);
      if (TEXT_TAGS.has(tag)) textEntries.push([tag, space.words.unsigned(table, at + size)]);
    }
    this.strings = new StringTable(
      this.#span(DYNAMIC_TAG.strtab, this.number(DYNAMIC_TAG.strSize)) ?? table.clamp(0, 0),
    );
    for (const [tag, offset] of textEntries) {
      const texts = this.#texts.get(tag) ?? [];
      texts.push(this.strings.at(offset));
      this.#texts.set(tag, texts);
    }
  }

  has(tag: number): boolean {
    return this.#values.has(tag);
  }

  /** The value as a size, count or set of flags. */
  number(tag: number): number | undefined {
    const at = this.#values.get(tag);
    return at === undefined ? undefined : this.#space.words.unsigned(this.#table, at);
  }

  /** The value as an address; `undefined` also for zero, which means none. */
  rva(tag: number): number | undefined {
    const at = this.#values.get(tag);
    if (at === undefined || this.#space.words.unsigned(this.#table, at) === 0) return undefined;
    return this.#space.read(this.#table, at);
  }

  /** Texts of every entry with a tag whose value is an offset in the string table, in file order. */
  texts(tag: number): readonly string[] {
    return this.#texts.get(tag) ?? [];
  }

  /** The mapped bytes that start at the address of `tag`: `size` of them, or up to the end of their region. */
  bytes(tag: number, size: number | undefined, issues: IssueList): Bytes | undefined {
    if (!this.has(tag)) return undefined;
    const found = this.#span(tag, size);
    if (found === undefined || (size !== undefined && found.length < size)) {
      const message = `the table of dynamic tag 0x${tag.toString(16)} is not in the file, or not all of it`;
      issues.add("elf_dynamic_table_missing", message);
    }
    return found;
  }

  #span(tag: number, size: number | undefined): Bytes | undefined {
    const rva = this.rva(tag);
    return rva === undefined ? undefined : this.#memory.contiguous(rva, size ?? Number.MAX_SAFE_INTEGER);
  }
}

const TEXT_TAGS: ReadonlySet<number> = new Set([
  DYNAMIC_TAG.needed,
  DYNAMIC_TAG.soname,
  DYNAMIC_TAG.rpath,
  DYNAMIC_TAG.runpath,
]);
