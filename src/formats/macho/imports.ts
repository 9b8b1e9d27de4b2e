/** The imports of a linked file, gathered from its symbols, its binding tables and its chained fixups. */
import type { ImageImport, SymbolKind } from "../image.ts";
import { type Libraries, libraryPath } from "./libraries.ts";
import { hasLibraryOrdinals, ORDINAL, type SymbolEntry } from "./symbols.ts";
import type { Layout } from "./layout.ts";

/** What a table says of an import. */
export interface ImportClaim {
  readonly name: string;
  /** Position of the library from 1 on, or one of `ORDINAL`. */
  readonly ordinal: number;
  readonly weak: boolean;
}

/** Imports in the order in which they are first named; one for each name and library. */
export class ImportCollector {
  readonly #libraries: Libraries;
  readonly #imports: { -readonly [Key in keyof ImageImport]: ImageImport[Key] }[] = [];
  /** Positions by library, by name. */
  readonly #byName = new Map<string, Map<string | undefined, number>>();

  constructor(libraries: Libraries) {
    this.#libraries = libraries;
  }

  get list(): readonly ImageImport[] {
    return this.#imports;
  }

  /** Position of the import, which is added when it is new. What names no library joins what has the same name. */
  add({ name, ordinal, weak }: ImportClaim): number {
    const library = libraryPath(this.#libraries, ordinal);
    const known = this.#byName.get(name) ?? new Map<string | undefined, number>();
    const [anywhere] = known.values();
    const found = known.get(library) ?? (library === undefined ? anywhere : this.#claimUnbound(known, library));
    if (found !== undefined) return found;
    const index = this.#imports.length;
    this.#imports.push({ name, ...(library === undefined ? {} : { library }), kind: "notype", weak });
    this.#byName.set(name, known.set(library, index));
    return index;
  }

  /** The import of the same name that no table has given a library yet. */
  #claimUnbound(known: Map<string | undefined, number>, library: string): number | undefined {
    const index = known.get(undefined);
    const unbound = index === undefined ? undefined : this.#imports[index];
    if (index === undefined || unbound === undefined) return undefined;
    unbound.library = library;
    known.delete(undefined);
    known.set(library, index);
    return index;
  }

  /** Notes that code calls the import. */
  markFunction(index: number): void {
    const found = this.#imports[index];
    if (found !== undefined) found.kind = FUNCTION;
  }
}

const FUNCTION: SymbolKind = "function";

/** Adds the undefined symbols; the result gives the import of a symbol by its index. */
export function addUndefined(
  symbols: readonly SymbolEntry[],
  layout: Layout,
  imports: ImportCollector,
): ReadonlyMap<number, number> {
  const byIndex = new Map<number, number>();
  const twoLevel = hasLibraryOrdinals(layout);
  for (const [index, { name, place, ordinal, weak }] of symbols.entries()) {
    if (place !== "undefined" || name === "") continue;
    byIndex.set(index, imports.add({ name, ordinal: twoLevel ? ordinal : ORDINAL.flatLookup, weak }));
  }
  return byIndex;
}
