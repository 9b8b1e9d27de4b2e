/** Basic blocks as facts. */
import type { BlockFact } from "../../contracts/facts.ts";
import { EDGE_KINDS } from "../../engine/program.ts";
import type { Addresses } from "./address-space.ts";
import type { Flow } from "./parts/flow.ts";
import type { FunctionRows } from "./parts/functions.ts";

/** Blocks of the function by address. */
export function blocksOf(functions: FunctionRows, flow: Flow, addresses: Addresses, index: number): BlockFact[] {
  return blockRows(functions, flow, index).map((row) => blockFact(flow, addresses, row));
}

/** Rows of the function's blocks, by address. */
export function blockRows(functions: FunctionRows, { blocks }: Flow, index: number): readonly number[] {
  const first = functions.firstBlock[index] ?? 0;
  const end = functions.firstBlock[index + 1] ?? first;
  const rows = Array.from({ length: end - first }, (_, distance) => first + distance);
  return rows.sort((left, right) => (blocks.rva[left] ?? 0) - (blocks.rva[right] ?? 0));
}

function blockFact({ blocks, edges }: Flow, addresses: Addresses, row: number): BlockFact {
  const successors: BlockFact["successors"] = [];
  for (let edge = blocks.firstEdge[row] ?? 0; edge < (blocks.firstEdge[row + 1] ?? 0); edge++) {
    const to = blocks.rva[edges.to[edge] ?? 0] ?? 0;
    successors.push({ address: addresses.text(to), kind: EDGE_KINDS[edges.kind[edge] ?? 0] ?? "jump" });
  }
  return {
    address: addresses.text(blocks.rva[row] ?? 0),
    size: blocks.size[row] ?? 0,
    instructions: blocks.instructions[row] ?? 0,
    successors,
  };
}
