/** Pieces of functions that lie apart from their start: `.cold` parts and blocks behind other functions. */
import type { Program, RvaColumn } from "../../../engine/program.ts";
import { rvaColumn } from "../../../engine/columns.ts";

/** Contiguous runs of code outside `[rva, rva + size)` of the function that owns them, ascending by rva. */
export interface FragmentTable {
  readonly rva: RvaColumn;
  readonly size: Uint32Array;
  /** Index in the function table. */
  readonly function: Uint32Array;
}

export function findFragments({ functions, blocks }: Program): FragmentTable {
  const outside: Run[] = [];
  for (let owner = 0; owner < functions.rva.length; owner++) {
    const start = functions.rva[owner] ?? 0;
    const end = start + (functions.size[owner] ?? 0);
    for (let block = functions.firstBlock[owner] ?? 0; block < (functions.firstBlock[owner + 1] ?? 0); block++) {
      const rva = blocks.rva[block] ?? 0;
      if (rva >= start && rva < end) continue;
      outside.push({ rva, end: rva + (blocks.size[block] ?? 0), function: owner });
    }
  }
  const runs = joined(outside);
  return {
    rva: rvaColumn(runs.map(({ rva }) => rva)),
    size: Uint32Array.from(runs, ({ rva, end }) => end - rva),
    function: Uint32Array.from(runs, (run) => run.function),
  };
}

/** Joins the blocks of each function that padding alone keeps apart. */
function joined(blocks: Run[]): Run[] {
  const runs: Run[] = [];
  for (const block of blocks.sort((left, right) => left.function - right.function || left.rva - right.rva)) {
    const last = runs.at(-1);
    if (last?.function === block.function && block.rva <= last.end + PADDING) last.end = Math.max(last.end, block.end);
    else runs.push(block);
  }
  return runs.sort((left, right) => left.rva - right.rva || left.function - right.function);
}

/** Bytes between two blocks of one run that alignment explains. */
const PADDING = 15;

interface Run {
  readonly rva: number;
  end: number;
  readonly function: number;
}
