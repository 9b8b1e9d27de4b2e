/** Collects what the tables of a file say about where functions are. */
import type { FrameRange } from "../dwarf/eh-frame.ts";
import type { FunctionHint, Region } from "../image.ts";
import type { Memory } from "../memory.ts";
import { PIECE, SYMBOL_SOURCES, type SymbolList } from "../symbol-list.ts";

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
  readonly symbols: SymbolList;
  readonly memory: Memory;
}

/** One hint for each function of each table; stubs of the procedure linkage table are not functions. */
export function functionHints(sources: HintSources): FunctionHint[] {
  const { entry, initFunctions, frames, goFunctions, memory } = sources;
  const pieces = pieceStarts(sources.symbols);
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

function pieceStarts({ rva, source, piece }: SymbolList): ReadonlySet<number> {
  const starts = new Set<number>();
  for (let row = 0; row < rva.length; row++) {
    if (piece[row] !== PIECE.none && source[row] === SYMTAB && !Number.isNaN(rva[row])) starts.add(rva[row] as number);
  }
  return starts;
}

const SYMTAB = SYMBOL_SOURCES.indexOf("symtab");
