/** What the tables of a Mach-O file say, before facts are drawn from it. */
import type { RelocatedWords } from "../elf/pointers.ts";
import type { ExportList } from "../export-list.ts";
import type { ImageImport, Patch, Region, StubColumns } from "../image.ts";
import type { MachOFacts } from "./facts.ts";
import type { Memory } from "../memory.ts";
import type { SymbolList } from "../symbol-list.ts";
import type { SymbolEntry } from "./symbols.ts";

/** Made alike from linked files and from objects. */
export interface Contents extends RelocatedWords {
  readonly regions: readonly Region[];
  readonly patches: readonly Patch[];
  readonly memory: Memory;
  /** The table in its order. */
  readonly table: readonly SymbolEntry[];
  readonly symbols: SymbolList;
  readonly imports: readonly ImageImport[];
  readonly exports: ExportList;
  readonly reexports: MachOFacts["reexports"];
  readonly stubs: StubColumns;
  /** How pointers are fixed. */
  readonly fixups: string;
}
