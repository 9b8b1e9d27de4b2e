/** The resource tree: what is embedded, by type, name and language (PE format, "The .rsrc Section"). */
import type { Bytes } from "../../base/bytes.ts";
import type { IssueList } from "../../base/issue.ts";
import { plural } from "../../base/plural.ts";
import type { Memory } from "../memory.ts";
import { DIRECTORY, directoryOf, type Header } from "./header.ts";

export interface Resource {
  /** `version`, `manifest`, `icon`..., a name of the program's own in quotes, or a number. */
  readonly type: string;
  readonly name: string;
  /** Windows language id. */
  readonly language: string;
  readonly rva: number;
  /** Bytes. */
  readonly size: number;
}

/** Leaves in tree order. Cycles, shared tables and trees too deep end at the first entry that repeats one. */
export function readResources(header: Header, memory: Memory, issues: IssueList): Resource[] {
  const directory = directoryOf(header, DIRECTORY.resources);
  const bytes = directory === undefined ? undefined : memory.from(directory.rva, Number.MAX_SAFE_INTEGER);
  if (bytes === undefined) return [];
  const reader = new TreeReader(bytes);
  reader.read(0, []);
  if (reader.faults > 0) {
    issues.add(
      "pe_resource_tree_wrong",
      `${reader.faults} resource ${plural(reader.faults, "entry repeats a table or lies", "entries repeat a table or lie")} outside`,
      bytes.fileOffset,
    );
  }
  return reader.resources;
}

const TABLE_HEADER = 16;
const ENTRY_SIZE = 8;
const HIGH_BIT = 0x8000_0000;

/** Type, name and language: the loader knows no more levels. */
const LEVELS = 3;

const TYPES: ReadonlyMap<number, string> = new Map([
  [1, "cursor"],
  [2, "bitmap"],
  [3, "icon"],
  [4, "menu"],
  [5, "dialog"],
  [6, "string_table"],
  [7, "font_directory"],
  [8, "font"],
  [9, "accelerator"],
  [10, "data"],
  [11, "message_table"],
  [12, "cursor_group"],
  [14, "icon_group"],
  [16, "version"],
  [17, "dialog_include"],
  [19, "plug_and_play"],
  [20, "vxd"],
  [21, "animated_cursor"],
  [22, "animated_icon"],
  [23, "html"],
  [24, "manifest"],
]);

class TreeReader {
  readonly resources: Resource[] = [];
  faults = 0;
  readonly #bytes: Bytes;
  readonly #seen = new Set<number>();

  constructor(bytes: Bytes) {
    this.#bytes = bytes;
  }

  read(at: number, path: readonly string[]): void {
    const header = this.#bytes.window(at, TABLE_HEADER);
    if (header === undefined || path.length >= LEVELS || this.#seen.has(at)) {
      this.faults++;
      return;
    }
    this.#seen.add(at);
    const count = header.u16(12) + header.u16(14);
    for (let index = 0; index < count; index++) {
      const entry = this.#bytes.window(at + TABLE_HEADER + index * ENTRY_SIZE, ENTRY_SIZE);
      if (entry === undefined) {
        this.faults++;
        return;
      }
      this.#readEntry(entry, path);
    }
  }

  #readEntry(entry: Bytes, path: readonly string[]): void {
    const target = entry.u32(4);
    const label = this.#label(entry.u32(0), path.length === 0);
    if (target >= HIGH_BIT) this.read(target - HIGH_BIT, [...path, label]);
    else this.#readLeaf(target, [...path, label]);
  }

  #readLeaf(at: number, [type = "", name = "", language = ""]: readonly string[]): void {
    const leaf = this.#bytes.window(at, TABLE_HEADER);
    if (leaf === undefined || this.#seen.has(at)) {
      this.faults++;
      return;
    }
    this.#seen.add(at);
    this.resources.push({ type, name, language, rva: leaf.u32(0), size: leaf.u32(4) });
  }

  /** A number, or the offset of a counted UTF-16 text. */
  #label(value: number, isType: boolean): string {
    if (value < HIGH_BIT) return (isType ? TYPES.get(value) : undefined) ?? String(value);
    const at = value - HIGH_BIT;
    const units = this.#bytes.window(at, 2)?.u16(0) ?? 0;
    const text = this.#bytes.clamp(at + 2, Math.min(units, LABEL_LIMIT) * 2);
    return JSON.stringify(Buffer.from(text.data).toString("utf16le"));
  }
}

/** Longest name in UTF-16 units. */
const LABEL_LIMIT = 256;
