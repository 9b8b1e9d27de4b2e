/** Blocks and edges as tables, in the order of functions. */
import type { CodeSpace } from "../code-space.ts";
import { rvaColumn } from "../columns.ts";
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
  const targets = blocks.edgeTo.view();
  for (let edge = 0; edge < targets.length; edge++) targets[edge] = starts.at(targets[edge] ?? 0);
  return targets;
}

/**
 * `owners` gives the rank of each block's function in the order of functions, `starts` the start offset of each
 * function. The edges of `rows` are given up.
 */
export function flowTables(
  space: CodeSpace,
  rows: BlockRows,
  targets: Int32Array,
  owners: Int32Array,
  starts: Int32Array,
): FlowTables {
  const { order, firstBlock } = orderByFunction(rows, owners, starts);
  const { edges, firstEdge } = orderEdges(rows, targets, owners, starts, order);
  rows.forgetEdges();
  return { blocks: { ...blockColumns(space, rows, order), firstEdge }, edges, firstBlock };
}

function blockColumns(space: CodeSpace, rows: BlockRows, order: Uint32Array): Omit<BlockTable, "firstEdge"> {
  const start = rows.start.view();
  const end = rows.end.view();
  const instructions = rows.instructions.view();
  const { length } = order;
  const rva = new Float64Array(length);
  const size = new Uint32Array(length);
  const count = new Uint32Array(length);
  for (let position = 0; position < length; position++) {
    const block = order[position] ?? 0;
    const first = start[block] ?? 0;
    rva[position] = space.rvaOf(first);
    size[position] = (end[block] ?? 0) - first;
    count[position] = instructions[block] ?? 0;
  }
  return { rva: rvaColumn(rva), size, instructions: count };
}

function orderEdges(
  rows: BlockRows,
  targets: Int32Array,
  owners: Int32Array,
  starts: Int32Array,
  order: Uint32Array,
): { edges: EdgeTable; firstEdge: Uint32Array } {
  const kept = keptEdges(rows, targets, owners, starts);
  const place = new Uint32Array(order.length);
  for (let position = 0; position < order.length; position++) place[order[position] ?? 0] = position;
  const firstEdgeOf = rows.firstEdge.view();
  const edgeKind = rows.edgeKind.view();
  const firstEdge = new Uint32Array(order.length + 1);
  const to = new Uint32Array(kept);
  const kind = new Uint8Array(kept);
  let count = 0;
  for (let position = 0; position < order.length; position++) {
    const block = order[position] ?? 0;
    const end = firstEdgeOf[block + 1] ?? 0;
    for (let edge = firstEdgeOf[block] ?? 0; edge < end; edge++) {
      const target = targets[edge] ?? -1;
      if (target < 0) continue;
      to[count] = place[target] ?? 0;
      kind[count++] = edgeKind[edge] ?? 0;
    }
    firstEdge[position + 1] = count;
  }
  return { edges: { to, kind }, firstEdge };
}

/** Number of edges inside functions; the targets of the others become -1. */
function keptEdges(rows: BlockRows, targets: Int32Array, owners: Int32Array, starts: Int32Array): number {
  const firstEdge = rows.firstEdge.view();
  let count = 0;
  for (let block = 0; block < owners.length; block++) {
    const end = firstEdge[block + 1] ?? 0;
    for (let edge = firstEdge[block] ?? 0; edge < end; edge++) {
      const target = targets[edge] ?? -1;
      if (target < 0) continue;
      if (leavesFunction(rows, block, target, edge, owners, starts)) targets[edge] = -1;
      else count++;
    }
  }
  return count;
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
  for (let block = 0; block < owners.length; block++) {
    const next = (owners[block] ?? 0) + 1;
    firstBlock[next] = (firstBlock[next] ?? 0) + 1;
  }
  for (let index = 1; index <= starts.length; index++) {
    firstBlock[index] = (firstBlock[index] ?? 0) + (firstBlock[index - 1] ?? 0);
  }
  const next = firstBlock.slice();
  const order = new Uint32Array(rows.count);
  for (let block = 0; block < owners.length; block++) {
    const owner = owners[block] ?? 0;
    const position = next[owner] ?? 0;
    order[position] = block;
    next[owner] = position + 1;
  }
  for (let owner = 0; owner < starts.length; owner++) {
    moveStartFirst(rows, order, firstBlock[owner] ?? 0, next[owner] ?? 0, starts[owner] ?? 0);
  }
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
