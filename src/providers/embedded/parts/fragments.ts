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
  const outside: number[] = [];
  for (let block = 0; block < blocks.rva.length; block++) {
    const owner = blocks.function[block] ?? 0;
    const distance = (blocks.rva[block] ?? 0) - (functions.rva[owner] ?? 0);
    if (distance < 0 || distance >= (functions.size[owner] ?? 0)) outside.push(block);
  }
  const start = (block: number): number => blocks.rva[block] ?? 0;
  const owner = (block: number): number => blocks.function[block] ?? 0;
  outside.sort((left, right) => owner(left) - owner(right) || start(left) - start(right));
  const runs: Run[] = [];
  for (const block of outside) {
    const last = runs.at(-1);
    const end = start(block) + (blocks.size[block] ?? 0);
    if (last?.function === owner(block) && start(block) <= last.end + PADDING) last.end = Math.max(last.end, end);
    else runs.push({ rva: start(block), end, function: owner(block) });
  }
  runs.sort((left, right) => left.rva - right.rva || left.function - right.function);
  return {
    rva: rvaColumn(runs.map(({ rva }) => rva)),
    size: Uint32Array.from(runs, ({ rva, end }) => end - rva),
    function: Uint32Array.from(runs, (run) => run.function),
  };
}

/** Bytes between two blocks of one run that alignment explains. */
const PADDING = 15;

interface Run {
  readonly rva: number;
  end: number;
  readonly function: number;
}
