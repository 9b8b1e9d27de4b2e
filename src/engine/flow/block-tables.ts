/** Blocks and edges as tables, in the order of functions. */
import type { CodeSpace } from "../code-space.ts";
import { roomForRvas } from "../columns.ts";
import type { BlockTable, EdgeTable } from "../program.ts";
import type { BlockRows } from "./block-rows.ts";
import { EDGE } from "./block-rows.ts";
import type { BlockStarts } from "./block-starts.ts";

/** Blocks by (function, start block first, rva), and where each function's begin. */
export interface FlowTables {
  readonly blocks: BlockTable;
  readonly edges: EdgeTable;
  /** One more entry than there are functions. */
  readonly firstBlock: Uint32Array;
}

/** Block that each edge leads to, -1 where no block starts; takes the place of the offsets in `blocks.edgeTo`. */
export function edgeTargets(blocks: BlockRows, starts: BlockStarts): Int32Array {
  const targets = blocks.edgeTo.subarray(0, blocks.edges);
  for (let edge = 0; edge < targets.length; edge++) targets[edge] = starts.at(targets[edge] as number);
  return targets;
}

/**
 * `owners` gives the rank of each block's function in the order of functions, `starts` the start offset of each
 * function. The edges and the numbers of instructions of `rows` are given up.
 */
export function flowTables(
  space: CodeSpace,
  rows: BlockRows,
  targets: Int32Array,
  owners: Int32Array,
  starts: Int32Array,
): FlowTables {
  const { order, firstBlock } = orderByFunction(rows, owners, starts);
  const { columns, place } = blockColumns(space, rows, order);
  rows.forgetInstructions();
  const { edges, firstEdge } = orderEdges(rows, targets, owners, starts, order, place);
  rows.forgetEdges();
  return { blocks: { ...columns, firstEdge }, edges, firstBlock };
}

/** The columns of the blocks in their order, and the position of each, which takes the place of its instructions. */
function blockColumns(
  space: CodeSpace,
  { start, end, instructions }: BlockRows,
  order: Uint32Array,
): { readonly columns: Omit<BlockTable, "firstEdge">; readonly place: Int32Array } {
  const { length } = order;
  const rva = roomForRvas(length, space.lowest, space.highest);
  const size = new Uint32Array(length);
  const count = new Uint32Array(length);
  let run = space.runAt(0);
  for (let position = 0; position < length; position++) {
    const block = order[position] as number;
    const first = start[block] as number;
    if (first < run.start || first >= run.end) run = space.runAt(first);
    rva[position] = first + run.delta;
    size[position] = (end[block] as number) - first;
    count[position] = instructions[block] as number;
    instructions[block] = position;
  }
  return { columns: { rva, size, instructions: count }, place: instructions };
}

/** The edges that stay in their function, by the position of the block that they lead out of. */
function orderEdges(
  rows: BlockRows,
  targets: Int32Array,
  owners: Int32Array,
  starts: Int32Array,
  order: Uint32Array,
  place: Int32Array,
): { edges: EdgeTable; firstEdge: Uint32Array } {
  const { firstEdge: firstEdgeOf, edgeKind } = rows;
  const firstEdge = new Uint32Array(order.length + 1);
  const to = new Uint32Array(targets.length);
  const kind = new Uint8Array(targets.length);
  let count = 0;
  for (let position = 0; position < order.length; position++) {
    const block = order[position] as number;
    const end = firstEdgeOf[block + 1] as number;
    for (let edge = firstEdgeOf[block] as number; edge < end; edge++) {
      const target = targets[edge] as number;
      if (target < 0 || (owners[target] !== owners[block] && leavesFunction(rows, target, edge, owners, starts)))
        continue;
      to[count] = place[target] as number;
      kind[count++] = edgeKind[edge] as number;
    }
    firstEdge[position + 1] = count;
  }
  return { edges: { to: to.subarray(0, count), kind: kind.subarray(0, count) }, firstEdge };
}

/** A jump to another function's start is a tail call, no edge. */
function leavesFunction(
  { start, edgeKind }: BlockRows,
  target: number,
  edge: number,
  owners: Int32Array,
  starts: Int32Array,
): boolean {
  if (starts[owners[target] ?? 0] !== start[target]) return false;
  return edgeKind[edge] === EDGE.jump || edgeKind[edge] === EDGE.branch;
}

/** A counting sort by owner that keeps the order by offset, then the start block moved to the front. */
function orderByFunction(
  { start }: BlockRows,
  owners: Int32Array,
  starts: Int32Array,
): { order: Uint32Array; firstBlock: Uint32Array } {
  const firstBlock = firstOfEach(owners, starts.length);
  const next = firstBlock.slice();
  const order = new Uint32Array(owners.length);
  for (let block = 0; block < owners.length; block++) {
    const owner = owners[block] as number;
    const position = next[owner] as number;
    order[position] = block;
    next[owner] = position + 1;
  }
  for (let owner = 0; owner < starts.length; owner++) {
    const first = firstBlock[owner] as number;
    const found = starts[owner] as number;
    if (start[order[first] ?? 0] !== found) moveStartFirst(start, order, first, next[owner] as number, found);
  }
  return { order, firstBlock };
}

/** Where the rows of each of `count` owners begin, and where the last ones end. */
function firstOfEach(owners: Int32Array, count: number): Uint32Array {
  const first = new Uint32Array(count + 1);
  for (let block = 0; block < owners.length; block++) {
    const next = (owners[block] as number) + 1;
    first[next] = (first[next] as number) + 1;
  }
  for (let index = 1; index <= count; index++) first[index] = (first[index] as number) + (first[index - 1] as number);
  return first;
}

function moveStartFirst(starts: Int32Array, order: Uint32Array, first: number, end: number, start: number): void {
  let at = first;
  while (at < end && starts[order[at] ?? 0] !== start) at++;
  if (at >= end) return;
  const block = order[at] ?? 0;
  order.copyWithin(first + 1, first, at);
  order[first] = block;
}
