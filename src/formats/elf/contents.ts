/** What the tables of an ELF file say, before facts are drawn from it. */
import type { ExportList } from "../export-list.ts";
import type { ImageImport, Patch, Region } from "../image.ts";
import type { Memory } from "../memory.ts";
import type { SymbolList } from "../symbol-list.ts";
import type { Dynamic } from "./dynamic.ts";
import type { RelocatedWords } from "./pointers.ts";

/** Made alike from linked and from relocatable files. */
export interface Contents extends RelocatedWords {
  readonly regions: readonly Region[];
  readonly patches: readonly Patch[];
  readonly memory: Memory;
  readonly dynamic: Dynamic | undefined;
  readonly symbols: SymbolList;
  readonly imports: readonly ImageImport[];
  readonly exports: ExportList;
}
