/** Jumps that are calls: a function's last act is to call another one, which then returns in its place. */
import { REFERENCE_KINDS, type ReferenceTable } from "../../../engine/program.ts";
import { rowsWithin } from "../code-map.ts";
import type { Flow } from "../parts/flow.ts";
import type { FunctionRows } from "../parts/functions.ts";

/**
 * Rvas of the unconditional jumps of a function that lead to another function or to an import, ascending. Conditional
 * ones fall through, so that their block has a successor.
 */
export function tailCallsOf(
  functions: Pick<FunctionRows, "firstBlock">,
  { blocks }: Flow,
  references: ReferenceTable,
  index: number,
): number[] {
  const jumps: number[] = [];
  const end = functions.firstBlock[index + 1] ?? blocks.rva.length;
  for (let block = functions.firstBlock[index] ?? 0; block < end; block++) {
    if (blocks.firstEdge[block] !== blocks.firstEdge[block + 1]) continue;
    const range = { rva: blocks.rva[block] ?? 0, size: blocks.size[block] ?? 0 };
    const { first, end: last } = rowsWithin(references.from, range);
    for (let row = first; row < last; row++) if (isTailCall(references, row)) jumps.push(references.from[row] ?? 0);
  }
  return jumps;
}

function isTailCall({ kind }: ReferenceTable, row: number): boolean {
  const name = REFERENCE_KINDS[kind[row] ?? 0];
  return name === "tail_call" || name === "import_jump";
}
