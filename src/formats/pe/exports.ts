/** Exports by name and by ordinal, and forwarders (PE format, "The .edata Section"). */
import type { Bytes } from "../../base/bytes.ts";
import type { IssueList } from "../../base/issue.ts";
import { plural } from "../../base/plural.ts";
import type { ImageExport } from "../image.ts";
import type { Memory } from "../memory.ts";
import { DIRECTORY, directoryOf, type Directory, type Header } from "./header.ts";
import type { MappedNames } from "./mapped-names.ts";
import type { TableRange } from "./memory-map.ts";

export interface ExportTable {
  /** Name that the library was linked under. */
  readonly library?: string;
  /** By ordinal, then name. */
  readonly exports: readonly ImageExport[];
  readonly ranges: readonly TableRange[];
}

/** What is read from. */
export interface ExportSources {
  readonly header: Header;
  readonly memory: Memory;
  readonly names: MappedNames;
}

/** Every export; those that only an ordinal names are `#12`. */
export function readExports(sources: ExportSources, issues: IssueList): ExportTable {
  const directory = directoryOf(sources.header, DIRECTORY.exports);
  const bytes = directory === undefined ? undefined : sources.memory.window(directory.rva, DIRECTORY_SIZE);
  if (directory === undefined) return { exports: [], ranges: [] };
  if (bytes === undefined) {
    issues.add("pe_export_table_missing", `the export table at rva 0x${directory.rva.toString(16)} is not in the file`);
    return { exports: [], ranges: [] };
  }
  const library = sources.names.at(bytes.u32(12));
  const exports = new ExportReader(sources, directory, bytes, issues).read();
  return { ...(library === undefined ? {} : { library }), exports, ranges: [directory] };
}

const DIRECTORY_SIZE = 40;

class ExportReader {
  readonly #sources: ExportSources;
  readonly #directory: Directory;
  readonly #addresses: Bytes | undefined;
  readonly #nameCount: number;
  readonly #nameTable: Bytes | undefined;
  readonly #ordinalTable: Bytes | undefined;
  readonly #ordinalBase: number;

  constructor(sources: ExportSources, directory: Directory, bytes: Bytes, issues: IssueList) {
    const { memory } = sources;
    const [addressCount, nameCount] = [bytes.u32(20), bytes.u32(24)];
    this.#sources = sources;
    this.#directory = directory;
    this.#ordinalBase = bytes.u32(16);
    this.#addresses = memory.from(bytes.u32(28), addressCount * 4);
    this.#nameTable = memory.from(bytes.u32(32), nameCount * 4);
    this.#ordinalTable = memory.from(bytes.u32(36), nameCount * 2);
    this.#nameCount = Math.min(nameCount, rowsOf(this.#nameTable, 4), rowsOf(this.#ordinalTable, 2));
    const missing = addressCount - rowsOf(this.#addresses, 4) + (nameCount - this.#nameCount);
    if (missing > 0)
      issues.add(
        "pe_export_table_truncated",
        `${missing} ${plural(missing, "row")} of the export tables ${plural(missing, "is", "are")} not in the file`,
      );
  }

  read(): ImageExport[] {
    const namesByRow = this.#namesByRow();
    const exports: ImageExport[] = [];
    for (let row = 0; row < rowsOf(this.#addresses, 4); row++) {
      const rva = this.#addresses?.u32(row * 4) ?? 0;
      if (rva === 0) continue;
      const ordinal = this.#ordinalBase + row;
      for (const name of namesByRow.get(row) ?? [`#${ordinal}`]) exports.push(this.#exportOf(name, rva, ordinal));
    }
    return exports;
  }

  /** Names in table order by row of the address table. */
  #namesByRow(): ReadonlyMap<number, readonly string[]> {
    const names = new Map<number, string[]>();
    for (let index = 0; index < this.#nameCount; index++) {
      const row = this.#ordinalTable?.u16(index * 2) ?? 0;
      const name = this.#sources.names.at(this.#nameTable?.u32(index * 4) ?? 0);
      if (name === undefined || name === "") continue;
      const known = names.get(row);
      if (known === undefined) names.set(row, [name]);
      else known.push(name);
    }
    return names;
  }

  /** An address inside the export table is that of a text: `NTDLL.RtlAllocateHeap`, `NTDLL.#12`. */
  #exportOf(name: string, rva: number, ordinal: number): ImageExport {
    const { memory, names } = this.#sources;
    const { rva: start, size } = this.#directory;
    if (rva >= start && rva < start + size) {
      return { name, rva, size: 0, kind: "other", ordinal, forwarder: names.at(rva) ?? "" };
    }
    const executable = memory.regionAt(rva)?.permissions.execute === true;
    return { name, rva, size: 0, kind: executable ? "function" : "object", ordinal };
  }
}

function rowsOf(table: Bytes | undefined, size: number): number {
  return table === undefined ? 0 : Math.floor(table.length / size);
}
