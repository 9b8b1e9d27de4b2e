/** Which function each block belongs to. */
import type { Descent } from "../discovery/descent.ts";
import { MARK } from "../discovery/marks.ts";
import { IntList } from "../lists.ts";
import type { BlockRows } from "./block-rows.ts";

/**
 * Function (index in the order of discovery) of each block. A block in the range that a table gives a function is
 * that function's; one in a piece (`.cold`) belongs to the function whose walk reached it; others to the function,
 * lowest first, from whose start edges lead there without passing another start.
 */
export function ownersOf(blocks: BlockRows, targets: Int32Array, descent: Descent): Int32Array {
  const owners = new Int32Array(blocks.count).fill(-1);
  const starts = descent.functions.starts.view().slice().sort();
  claimRanges(blocks, descent, owners);
  claimStarts(blocks, descent, owners);
  claimByEdges(blocks, targets, descent, starts, owners);
  for (let block = 0; block < owners.length; block++) {
    if ((owners[block] ?? -1) < 0) owners[block] = blocks.walker.at(block);
  }
  return owners;
}

function claimStarts(blocks: BlockRows, descent: Descent, owners: Int32Array): void {
  for (let block = 0; block < owners.length; block++) {
    const start = blocks.start.at(block);
    if (((descent.marks[start] ?? 0) & MARK.FUNCTION) !== 0) owners[block] = descent.functions.indexOf(start);
  }
}

/** Ranges with one start, at their beginning, own what lies in them; in others (assembly) edges decide. */
function claimRanges(blocks: BlockRows, descent: Descent, owners: Int32Array): void {
  const { extents } = descent.ground;
  let block = 0;
  for (let row = 0; row < extents.count; row++) {
    const start = extents.start[row] ?? 0;
    const end = extents.end[row] ?? 0;
    while (block < owners.length && blocks.start.at(block) < start) block++;
    const first = block;
    let starts = 0;
    for (; block < owners.length && blocks.start.at(block) < end; block++) {
      if (((descent.marks[blocks.start.at(block)] ?? 0) & MARK.FUNCTION) !== 0) starts++;
    }
    const owner = extents.fragment[row] === 1 ? -1 : descent.functions.indexOf(start);
    if (starts === 1 && owner >= 0) owners.fill(owner, first, block);
  }
}

function claimByEdges(
  blocks: BlockRows,
  targets: Int32Array,
  descent: Descent,
  starts: Int32Array,
  owners: Int32Array,
): void {
  const { extents } = descent.ground;
  const stack = new IntList();
  let first = 0;
  for (const start of starts) {
    while (first < owners.length && blocks.start.at(first) < start) first++;
    if (blocks.start.at(first) !== start) continue;
    const owner = descent.functions.indexOf(start);
    stack.push(first);
    while (stack.length > 0) {
      const block = stack.pop();
      for (let edge = blocks.firstEdge.at(block); edge < blocks.firstEdge.at(block + 1); edge++) {
        const target = targets[edge] ?? -1;
        if (target < 0 || (owners[target] ?? -1) >= 0 || extents.inFragment(blocks.start.at(target))) continue;
        owners[target] = owner;
        stack.push(target);
      }
    }
  }
}
