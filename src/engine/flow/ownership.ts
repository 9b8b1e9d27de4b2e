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
  const isStart = startBlocks(blocks, descent);
  claimRanges(blocks, descent, isStart, owners);
  for (let block = 0; block < owners.length; block++) {
    if (isStart[block] === 1) owners[block] = blocks.walker.at(block);
  }
  claimByEdges(blocks, targets, descent, isStart, owners);
  for (let block = 0; block < owners.length; block++) {
    if ((owners[block] ?? -1) < 0) owners[block] = blocks.walker.at(block);
  }
  return owners;
}

/** 1 for the blocks at which a function starts; their walker is that function. */
function startBlocks(blocks: BlockRows, { marks }: Descent): Uint8Array {
  const isStart = new Uint8Array(blocks.count);
  for (let block = 0; block < isStart.length; block++) {
    if (((marks[blocks.start.at(block)] ?? 0) & MARK.FUNCTION) !== 0) isStart[block] = 1;
  }
  return isStart;
}

/** Ranges with one start, at their beginning, own what lies in them; in others (assembly) edges decide. */
function claimRanges(blocks: BlockRows, descent: Descent, isStart: Uint8Array, owners: Int32Array): void {
  const { extents } = descent.ground;
  let block = 0;
  for (let row = 0; row < extents.count; row++) {
    const start = extents.start[row] ?? 0;
    const end = extents.end[row] ?? 0;
    while (block < owners.length && blocks.start.at(block) < start) block++;
    const first = block;
    let starts = 0;
    for (; block < owners.length && blocks.start.at(block) < end; block++) starts += isStart[block] ?? 0;
    if (extents.fragment[row] === 1 || starts !== 1 || isStart[first] !== 1) continue;
    owners.fill(blocks.walker.at(first), first, block);
  }
}

function claimByEdges(
  blocks: BlockRows,
  targets: Int32Array,
  descent: Descent,
  isStart: Uint8Array,
  owners: Int32Array,
): void {
  const { extents } = descent.ground;
  const start = blocks.start.view();
  const firstEdge = blocks.firstEdge.view();
  const stack = new IntList();
  for (let first = 0; first < owners.length; first++) {
    if (isStart[first] !== 1) continue;
    const owner = blocks.walker.at(first);
    stack.push(first);
    while (stack.length > 0) {
      const block = stack.pop();
      const end = firstEdge[block + 1] ?? 0;
      for (let edge = firstEdge[block] ?? 0; edge < end; edge++) {
        const target = targets[edge] ?? -1;
        if (target < 0 || (owners[target] ?? -1) >= 0 || extents.inFragment(start[target] ?? 0)) continue;
        owners[target] = owner;
        stack.push(target);
      }
    }
  }
}
