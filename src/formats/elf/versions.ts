/** GNU symbol versions: `.gnu.version`, `.gnu.version_r`, `.gnu.version_d` (Linux Standard Base, "Symbol Versioning"). */
import type { Bytes } from "../../base/bytes.ts";
import type { IssueList } from "../../base/issue.ts";
import type { StringTable } from "../string-table.ts";

/** What a version index stands for. */
export interface SymbolVersion {
  readonly name: string;
  /** The library that provides it; absent for versions that this file defines. */
  readonly library?: string;
}

/** The tables of one file; each is absent when the file has none. */
export interface VersionTables {
  /** One 16-bit index for each dynamic symbol. */
  readonly indexes: Bytes | undefined;
  readonly needed: Bytes | undefined;
  readonly defined: Bytes | undefined;
  readonly names: StringTable;
}

/** Versions of dynamic symbols by position in their table. */
export class Versions {
  readonly #indexes: Bytes | undefined;
  readonly #versions = new Map<number, SymbolVersion>();

  constructor(tables: VersionTables, issues: IssueList) {
    this.#indexes = tables.indexes;
    if (tables.needed !== undefined) readNeeded(tables.needed, tables.names, this.#versions, issues);
    if (tables.defined !== undefined) readDefined(tables.defined, tables.names, this.#versions, issues);
  }

  /** The version of the dynamic symbol `index`; `undefined` when it has none or it is the base version. */
  of(index: number): SymbolVersion | undefined {
    const indexes = this.#indexes;
    if (indexes === undefined || index * 2 + 2 > indexes.length) return undefined;
    return this.#versions.get(indexes.u16(index * 2) & VERSION_MASK);
  }
}

/** Bit 15 of an index hides the version from links without one. */
const VERSION_MASK = 0x7fff;

/** An index has 15 bits, so more records than that say nothing new. */
const RECORD_LIMIT = 32_768;

function readNeeded(table: Bytes, names: StringTable, versions: Map<number, SymbolVersion>, issues: IssueList): void {
  let budget = RECORD_LIMIT;
  forEachLinked(table, 0, 16, 12, issues, (file) => {
    const library = names.at(file.u32(4));
    forEachLinked(table, file.fileOffset - table.fileOffset + file.u32(8), 16, 12, issues, (version) => {
      versions.set(version.u16(6) & VERSION_MASK, { name: names.at(version.u32(8)), library });
      return --budget > 0;
    });
    return --budget > 0;
  });
}

function readDefined(table: Bytes, names: StringTable, versions: Map<number, SymbolVersion>, issues: IssueList): void {
  const baseFlag = 1;
  let budget = RECORD_LIMIT;
  forEachLinked(table, 0, 20, 16, issues, (definition) => {
    const first = table.window(definition.fileOffset - table.fileOffset + definition.u32(12), 8);
    if (first !== undefined && (definition.u16(2) & baseFlag) === 0) {
      versions.set(definition.u16(4) & VERSION_MASK, { name: names.at(first.u32(0)) });
    }
    return --budget > 0;
  });
}

/**
 * Visits records of `size` bytes from `start`, each holding at `linkAt` the distance to the next, until it is zero,
 * the table ends or `visit` returns false. Distances only go forward, so the walk ends.
 */
function forEachLinked(
  table: Bytes,
  start: number,
  size: number,
  linkAt: number,
  issues: IssueList,
  visit: (record: Bytes) => boolean,
): void {
  for (let at = start; ;) {
    const record = table.window(at, size);
    if (record === undefined) {
      issues.add("elf_version_record_truncated", "a version record lies outside its table", table.fileOffset + at);
      return;
    }
    if (!visit(record)) return;
    const distance = record.u32(linkAt);
    if (distance === 0) return;
    at += distance;
  }
}
