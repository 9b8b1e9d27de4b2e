/** Pieces of functions that lie apart from their start: `.cold` parts and blocks behind other functions. */
import { rvaColumn, uint32Of } from "../../../engine/columns.ts";
import { IntList, NumberList } from "../../../engine/lists.ts";
import type { BlockTable, Program, RvaColumn } from "../../../engine/program.ts";
import { ascending, reordered } from "../row-order.ts";

/** Contiguous runs of code outside `[rva, rva + size)` of the function that owns them, ascending by rva. */
export interface FragmentTable {
  readonly rva: RvaColumn;
  readonly size: Uint32Array;
  /** Index in the function table. */
  readonly function: Uint32Array;
}

export function findFragments({ functions, blocks }: Program): FragmentTable {
  const runs = new Runs();
  for (let owner = 0; owner < functions.rva.length; owner++) {
    const start = functions.rva[owner] ?? 0;
    const end = start + (functions.size[owner] ?? 0);
    const behind = functions.firstBlock[owner + 1] ?? 0;
    let first = functions.firstBlock[owner] ?? 0;
    if (blocks.rva[first] === start) first++;
    const inside = upTo(blocks.rva, first, behind, start);
    runs.add(owner, blocks, first, inside);
    runs.add(owner, blocks, downTo(blocks.rva, inside, behind, end), behind);
  }
  return runs.table();
}

// Behind the start block the blocks of a function ascend: those outside lie before and after the others.

/** The first block of `[first, behind)` that is not below `rva`. */
function upTo(rvas: RvaColumn, first: number, behind: number, rva: number): number {
  let block = first;
  while (block < behind && (rvas[block] ?? 0) < rva) block++;
  return block;
}

/** The first block of `[first, behind)` behind the last one below `rva`. */
function downTo(rvas: RvaColumn, first: number, behind: number, rva: number): number {
  let block = behind;
  while (block > first && (rvas[block - 1] ?? 0) >= rva) block--;
  return block;
}

/** Bytes between two blocks of one run that alignment explains. */
const PADDING = 15;

/** Blocks of each function, joined where padding alone keeps them apart. */
class Runs {
  readonly #rva = new NumberList();
  readonly #end = new NumberList();
  readonly #function = new IntList();

  /** Adds blocks `[first, end)` of a function, which ascend. */
  add(owner: number, blocks: BlockTable, first: number, end: number): void {
    for (let block = first; block < end; block++) {
      const rva = blocks.rva[block] ?? 0;
      const blockEnd = rva + (blocks.size[block] ?? 0);
      const last = this.#rva.length - 1;
      if (last >= 0 && this.#function.at(last) === owner && rva <= this.#end.at(last) + PADDING) {
        this.#end.set(last, Math.max(this.#end.at(last), blockEnd));
        continue;
      }
      this.#rva.push(rva);
      this.#end.push(blockEnd);
      this.#function.push(owner);
    }
  }

  table(): FragmentTable {
    const rvas = this.#rva.view();
    const order = ascending(rvas);
    const rva = reordered(rvas, order);
    return {
      rva: rvaColumn(rva),
      size: uint32Of(order.length, (row) => this.#end.at(order[row] ?? 0) - (rva[row] ?? 0)),
      function: uint32Of(order.length, (row) => this.#function.at(order[row] ?? 0)),
    };
  }
}
