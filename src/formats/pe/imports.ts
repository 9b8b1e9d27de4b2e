/** Imports and delay-loaded imports (PE format, "The .idata Section", "Delay-Load Import Tables"). */
import type { IssueList } from "../../base/issue.ts";
import type { ImageImport, SymbolKind } from "../image.ts";
import type { Memory } from "../memory.ts";
import type { AddressSpace } from "../words.ts";
import { DIRECTORY, directoryOf, type Header } from "./header.ts";
import type { MappedNames } from "./mapped-names.ts";
import type { TableRange } from "./memory-map.ts";
import { ordinalNames } from "./ordinals.ts";

/** What is read from. */
export interface ImportSources {
  readonly header: Header;
  readonly memory: Memory;
  readonly names: MappedNames;
  readonly space: AddressSpace;
  /** Bytes of the file: more imports than it can hold are not read. */
  readonly fileSize: number;
}

/** One library with what is taken from it. */
export interface ImportedLibrary {
  readonly library: string;
  readonly delayed: boolean;
  /** In the order of the table. */
  readonly functions: readonly ImportedFunction[];
}

export interface ImportedFunction {
  /** Name in the table; absent for imports by ordinal. */
  readonly name?: string;
  readonly ordinal?: number;
  /** Slot that holds its address at run time. */
  readonly slot: number;
}

export interface ImportTables {
  readonly libraries: readonly ImportedLibrary[];
  /** Descriptors, look-up tables and names; the address tables are left out: code refers to them. */
  readonly ranges: readonly TableRange[];
}

/** Reads both tables, up to the first broken descriptor of each. */
export function readImports(sources: ImportSources, issues: IssueList): ImportTables {
  const reader = new ImportReader(sources, issues);
  reader.readDirect();
  reader.readDelayed();
  return { libraries: reader.libraries, ranges: reader.ranges };
}

/** The imports of an image, in table order; ordinals without a known name are `#12`. */
export function imageImports(libraries: readonly ImportedLibrary[]): ImageImport[] {
  return libraries.flatMap(({ library, functions }) => {
    const ordinals = ordinalNames(library);
    return functions.map(({ name, ordinal }): ImageImport => {
      const shown = name ?? ordinals.get(ordinal ?? 0) ?? `#${ordinal ?? 0}`;
      return {
        name: shown,
        library,
        kind: kindOfName(shown),
        weak: false,
        ...(ordinal === undefined ? {} : { ordinal }),
      };
    });
  });
}

/** MSVC's decorated names tell data from functions; other names are taken for functions. */
export function kindOfName(name: string): SymbolKind {
  return DATA_NAME.test(name) ? "object" : "function";
}

/** Variables (`@@3`), static members (`@@2`), tables (`??_7`) and type descriptors (`??_R`). */
const DATA_NAME = /^\?(?:\?_[789RSC]|[^?].*@@[0-5])/u;

const DESCRIPTOR_SIZE = 20;
const DELAY_DESCRIPTOR_SIZE = 32;

/** Fields of a delay descriptor are rvas, not addresses. */
const RVA_BASED = 1;

class ImportReader {
  readonly libraries: ImportedLibrary[] = [];
  readonly ranges: TableRange[] = [];
  readonly #sources: ImportSources;
  readonly #issues: IssueList;
  /** Table entries that may still be read. */
  #budget: number;

  constructor(sources: ImportSources, issues: IssueList) {
    this.#sources = sources;
    this.#issues = issues;
    this.#budget = Math.floor(sources.fileSize / sources.space.words.size);
  }

  readDirect(): void {
    this.#eachDescriptor(DIRECTORY.imports, DESCRIPTOR_SIZE, (at) => {
      const [lookup, , , name, addresses] = this.#fields(at, 5);
      if (!name || !addresses) return false;
      return this.#readLibrary(name, lookup || addresses, addresses, false);
    });
  }

  readDelayed(): void {
    this.#eachDescriptor(DIRECTORY.delayImports, DELAY_DESCRIPTOR_SIZE, (at) => {
      const [attributes = 0, name = 0, , addresses = 0, lookup = 0] = this.#fields(at, 5);
      if (name === 0 || addresses === 0) return false;
      const base = (attributes & RVA_BASED) === 0 ? Number(this.#sources.space.base) : 0;
      return this.#readLibrary(name - base, lookup - base, addresses - base, true);
    });
  }

  /** The size of the directory is no guide: linkers write anything there, loaders stop at an empty descriptor. */
  #eachDescriptor(index: number, size: number, read: (rva: number) => boolean): void {
    const directory = directoryOf(this.#sources.header, index);
    if (directory === undefined) return;
    let at = directory.rva;
    for (; this.#sources.memory.window(at, size) !== undefined && this.#budget > 0; at += size) {
      this.#budget--;
      if (!read(at)) break;
    }
    // A section that ends with the last descriptor is followed by zeros in memory.
    if (at === directory.rva && this.#sources.memory.window(at, size) === undefined) {
      this.#issues.add("pe_import_table_missing", `the import table at rva 0x${at.toString(16)} is not in the file`);
    }
    this.ranges.push({ rva: directory.rva, size: at + size - directory.rva });
  }

  #fields(at: number, count: number): number[] {
    const bytes = this.#sources.memory.window(at, count * 4);
    return bytes === undefined ? [] : Array.from({ length: count }, (_, index) => bytes.u32(index * 4));
  }

  #readLibrary(nameRva: number, lookup: number, addresses: number, delayed: boolean): boolean {
    const library = this.#name(nameRva, 0);
    if (library === undefined || library === "") {
      this.#issues.add("pe_import_name_missing", `no library name at rva 0x${nameRva.toString(16)}`);
      return false;
    }
    this.libraries.push({ library, delayed, functions: this.#readFunctions(lookup, addresses) });
    return true;
  }

  #readFunctions(lookup: number, addresses: number): ImportedFunction[] {
    const { memory, space } = this.#sources;
    const { size } = space.words;
    const table = memory.from(lookup, Number.MAX_SAFE_INTEGER);
    const functions: ImportedFunction[] = [];
    if (table === undefined) return functions;
    for (let at = 0; at + size <= table.length && this.#budget > 0; at += size) {
      this.#budget--;
      const low = table.u32(at);
      const high = size === 8 ? table.u32(at + 4) : low;
      if (low === 0 && high === 0) break;
      const slot = addresses + at;
      if (high >>> 31 === 1) functions.push({ ordinal: low & 0xffff, slot });
      else functions.push(this.#byName(low, slot));
    }
    if (lookup !== addresses) this.ranges.push({ rva: lookup, size: (functions.length + 1) * size });
    return functions;
  }

  #byName(hint: number, slot: number): ImportedFunction {
    const name = this.#name(hint + 2, 2);
    return name === undefined || name === "" ? { ordinal: 0, slot } : { name, slot };
  }

  /** The name at `rva`, with the bytes before it that belong to its entry. */
  #name(rva: number, before: number): string | undefined {
    const name = this.#sources.names.at(rva);
    if (name !== undefined) this.ranges.push({ rva: rva - before, size: before + name.length + 1 });
    return name;
  }
}
