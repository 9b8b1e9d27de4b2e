/** Blocks and edges as tables, in the order of functions. */
import type { CodeSpace } from "../code-space.ts";
import { rvaColumn } from "../columns.ts";
import { ByteList, IntList } from "../lists.ts";
import type { BlockTable, EdgeTable } from "../program.ts";
import type { BlockRows } from "./block-rows.ts";
import { EDGE } from "./block-rows.ts";

/** Blocks by (function, start block first, rva), and where each function's begin. */
export interface FlowTables {
  readonly blocks: BlockTable;
  readonly edges: EdgeTable;
  /** One more entry than there are functions. */
  readonly firstBlock: Uint32Array;
}

/**
 * Block that each edge leads to, -1 where no block starts. `blockAt` is scratch of the size of the code space: it
 * holds for each block start the block's index.
 */
export function edgeTargets(blocks: BlockRows, blockAt: Int32Array): Int32Array {
  for (let block = 0; block < blocks.count; block++) blockAt[blocks.start.at(block)] = block;
  return Int32Array.from(blocks.edgeTo.view(), (offset) => {
    const block = blockAt[offset] ?? -1;
    return block >= 0 && blocks.start.at(block) === offset ? block : -1;
  });
}

/** `owners` gives the rank of each block's function among `functions` functions, `starts` its start offset. */
export function flowTables(
  space: CodeSpace,
  rows: BlockRows,
  targets: Int32Array,
  owners: Int32Array,
  starts: Int32Array,
): FlowTables {
  const { order, firstBlock } = orderByFunction(rows, owners, starts);
  const place = new Uint32Array(rows.count);
  for (const [position, block] of order.entries()) place[block] = position;
  const firstEdge = new Uint32Array(rows.count + 1);
  const to = new IntList(1024);
  const kind = new ByteList();
  for (const [position, block] of order.entries()) {
    for (let edge = rows.firstEdge.at(block); edge < rows.firstEdge.at(block + 1); edge++) {
      const target = targets[edge] ?? -1;
      if (target < 0 || leavesFunction(rows, block, target, edge, owners, starts)) continue;
      to.push(place[target] ?? 0);
      kind.push(rows.edgeKind.at(edge));
    }
    firstEdge[position + 1] = to.length;
  }
  const blocks: BlockTable = {
    rva: rvaColumn(Float64Array.from(order, (block) => space.rvaOf(rows.start.at(block)))),
    size: Uint32Array.from(order, (block) => rows.end.at(block) - rows.start.at(block)),
    instructions: Uint32Array.from(order, (block) => rows.instructions.at(block)),
    function: Uint32Array.from(order, (block) => owners[block] ?? 0),
    firstEdge,
  };
  return { blocks, edges: { to: Uint32Array.from(to.view()), kind: kind.view().slice() }, firstBlock };
}

/** A jump to another function's start is a tail call, no edge. */
function leavesFunction(
  rows: BlockRows,
  block: number,
  target: number,
  edge: number,
  owners: Int32Array,
  starts: Int32Array,
): boolean {
  const owner = owners[target] ?? 0;
  if (owner === owners[block] || starts[owner] !== rows.start.at(target)) return false;
  const kind = rows.edgeKind.at(edge);
  return kind === EDGE.jump || kind === EDGE.branch;
}

/** A counting sort by owner that keeps the order by offset, then the start block moved to the front. */
function orderByFunction(
  rows: BlockRows,
  owners: Int32Array,
  starts: Int32Array,
): { order: Uint32Array; firstBlock: Uint32Array } {
  const firstBlock = new Uint32Array(starts.length + 1);
  for (const owner of owners) firstBlock[owner + 1] = (firstBlock[owner + 1] ?? 0) + 1;
  for (let index = 1; index <= starts.length; index++) {
    firstBlock[index] = (firstBlock[index] ?? 0) + (firstBlock[index - 1] ?? 0);
  }
  const next = firstBlock.slice();
  const order = new Uint32Array(rows.count);
  for (const [block, owner] of owners.entries()) {
    const position = next[owner] ?? 0;
    order[position] = block;
    next[owner] = position + 1;
  }
  for (const [owner, start] of starts.entries()) moveStartFirst(rows, order, firstBlock[owner] ?? 0, next[owner] ?? 0, start);
  return { order, firstBlock };
}

function moveStartFirst(rows: BlockRows, order: Uint32Array, first: number, end: number, start: number): void {
  let at = first;
  while (at < end && rows.start.at(order[at] ?? 0) !== start) at++;
  if (at === first || at >= end) return;
  const block = order[at] ?? 0;
  order.copyWithin(first + 1, first, at);
  order[first] = block;
}
