/** Which function each block belongs to. */
import type { Descent } from "../discovery/descent.ts";
import { IntList } from "../lists.ts";
import { BLOCK, type BlockRows } from "./block-rows.ts";

/**
 * Function (index in the order of discovery) of each block, inverted for those of the function that decoded them. A
 * block in the range that a table gives a function is that function's; one in a piece (`.cold`) belongs to the function
 * whose walk reached it; others to the function, lowest first, from whose start edges lead there without passing another
 * start. They take the place of the walkers in `blocks`.
 */
export function ownersOf(blocks: BlockRows, targets: Int32Array, descent: Descent): Int32Array {
  const owners = blocks.walker.subarray(0, blocks.count);
  blocks.forgetWalkers();
  ownStarts(blocks, owners);
  claimRanges(blocks, descent, owners);
  claimByEdges(blocks, targets, descent, owners);
  return owners;
}

/** Functions own the blocks at which they start; nobody owns the others yet. */
function ownStarts({ flags }: BlockRows, owners: Int32Array): void {
  for (let block = 0; block < owners.length; block++) {
    if (((flags[block] as number) & BLOCK.START) === 0) owners[block] = ~(owners[block] as number);
  }
}

/** Ranges with one start, at their beginning, own what lies in them; in others (assembly) edges decide. */
function claimRanges({ start: starts, flags }: BlockRows, descent: Descent, owners: Int32Array): void {
  const { count, start, end, fragment } = descent.ground.extents;
  let block = 0;
  for (let row = 0; row < count; row++) {
    while (block < owners.length && (starts[block] as number) < (start[row] ?? 0)) block++;
    const first = block;
    let found = 0;
    for (; block < owners.length && (starts[block] as number) < (end[row] ?? 0); block++) {
      found += (flags[block] as number) & BLOCK.START;
    }
    if (fragment[row] === 1 || found !== BLOCK.START || ((flags[first] ?? 0) & BLOCK.START) === 0) continue;
    owners.fill(owners[first] ?? 0, first, block);
  }
}

function claimByEdges(blocks: BlockRows, targets: Int32Array, descent: Descent, owners: Int32Array): void {
  const { extents } = descent.ground;
  const { start, firstEdge, flags } = blocks;
  const stack = new IntList();
  for (let first = 0; first < owners.length; first++) {
    if (((flags[first] as number) & BLOCK.START) === 0) continue;
    const owner = owners[first] as number;
    stack.push(first);
    while (stack.length > 0) {
      const block = stack.pop();
      const end = firstEdge[block + 1] as number;
      for (let edge = firstEdge[block] as number; edge < end; edge++) {
        const target = targets[edge] as number;
        if (target < 0 || (owners[target] as number) >= 0 || extents.inFragment(start[target] as number)) continue;
        owners[target] = owner;
        stack.push(target);
      }
    }
  }
}
