/** Collects what the tables of a file say about where functions are. */
import type { FrameRange } from "../dwarf/eh-frame.ts";
import type { FunctionHint, Region } from "../image.ts";
import type { Memory } from "../memory.ts";
import { HOLDS } from "../string-table.ts";
import { SYMBOL_KINDS } from "../symbol-list.ts";
import type { SymbolTable } from "./symbols.ts";

/** A function or piece of one that a table delimits. */
export interface CodeRange {
  readonly rva: number;
  readonly size: number;
}

/** The tables of one file. */
export interface HintSources {
  readonly entry: number | undefined;
  readonly initFunctions: readonly number[];
  readonly frames: readonly FrameRange[];
  /** Functions of a Go table. */
  readonly goFunctions: readonly CodeRange[];
  /** Where symbols say that pieces of functions start. */
  readonly pieces: ReadonlySet<number>;
  readonly memory: Memory;
}

/** One hint for each function of each table; stubs of the procedure linkage table are not functions. */
export function functionHints(sources: HintSources): FunctionHint[] {
  const { entry, initFunctions, frames, goFunctions, pieces, memory } = sources;
  const hints: FunctionHint[] = [];
  if (entry !== undefined) hints.push({ rva: entry, source: "entry", fragment: false });
  for (const rva of initFunctions) hints.push({ rva, source: "init_array", fragment: false });
  for (const { rva, size, fragment } of frames) {
    if (memory.regionAt(rva)?.content === "stubs") continue;
    hints.push({ rva, size, source: "eh_frame", fragment: fragment || pieces.has(rva) });
  }
  for (const { rva, size } of goFunctions) hints.push({ rva, size, source: "go_pclntab", fragment: false });
  return hints;
}

/** Rvas of the symbols whose names say that they are pieces that compilers split off functions. */
export function pieceStarts({ symbols, held }: SymbolTable): ReadonlySet<number> {
  const { name, rva, kind } = symbols;
  const starts = new Set<number>();
  for (let row = 0; row < held.length; row++) {
    if (((held[row] as number) & HOLDS.dot) === 0 || kind[row] === SECTION || Number.isNaN(rva[row])) continue;
    if (PIECE_NAME.test(name.at(row))) starts.add(rva[row] as number);
  }
  return starts;
}

const SECTION = SYMBOL_KINDS.indexOf("section");

/**
 * Whether the ranges of unwind tables, Go's function table among them, cover more than nine tenths of the code. A start outside them is then suspect.
 */
export function coversCode(ranges: readonly CodeRange[], regions: readonly Region[]): boolean {
  let code = 0;
  for (const { content, fileSize } of regions) if (content === "code") code += fileSize;
  let covered = 0;
  let end = -1;
  for (const { rva, size } of [...ranges].sort((left, right) => left.rva - right.rva)) {
    covered += Math.max(0, rva + size - Math.max(rva, end));
    end = Math.max(end, rva + size);
  }
  return code > 0 && covered / code > COMPLETE_SHARE;
}

const COMPLETE_SHARE = 0.9;

/** GCC and LLVM: `name.cold`, `name.cold.12`, `name.part.0`, `name.constprop.0.cold`. */
const PIECE_NAME = /\.(cold|part)(\.\d+)*(\.|$)/u;
