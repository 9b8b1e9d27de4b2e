/** What the tables of a PE file say, before facts are drawn from it. */
import type { RelocatedWords } from "../elf/pointers.ts";
import type { ExportList } from "../export-list.ts";
import type { ImageImport, Patch, Region, StubColumns } from "../image.ts";
import type { Memory } from "../memory.ts";
import type { SymbolList } from "../symbol-list.ts";
import type { UnwindRange } from "./exception-table.ts";
import type { ImportedLibrary } from "./imports.ts";

/** Made alike from images and from objects. */
export interface Contents extends RelocatedWords {
  readonly regions: readonly Region[];
  readonly patches: readonly Patch[];
  readonly memory: Memory;
  readonly symbols: SymbolList;
  readonly imports: readonly ImageImport[];
  readonly exports: ExportList;
  readonly libraries: readonly ImportedLibrary[];
  /** Name that a library was linked under. */
  readonly libraryName?: string;
  /** Code that loads the library of a delayed import. */
  readonly stubs?: StubColumns;
  readonly unwind: readonly UnwindRange[];
  /** Objects: where each section was laid out, in file order; `undefined` for those that occupy no memory. */
  readonly sectionRvas?: readonly (number | undefined)[];
}
