/** What the tables of an ELF file say, before facts are drawn from it. */
import type { ImageExport, ImageImport, ImageSymbol, Patch, Region } from "../image.ts";
import type { Memory } from "../memory.ts";
import type { Dynamic } from "./dynamic.ts";
import type { RelocatedWords } from "./pointers.ts";

/** Made alike from linked and from relocatable files. */
export interface Contents extends RelocatedWords {
  readonly regions: readonly Region[];
  readonly patches: readonly Patch[];
  readonly memory: Memory;
  readonly dynamic: Dynamic | undefined;
  readonly symbols: readonly ImageSymbol[];
  readonly imports: readonly ImageImport[];
  readonly exports: readonly ImageExport[];
}
