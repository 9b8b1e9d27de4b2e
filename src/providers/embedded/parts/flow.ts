/** Basic blocks and the edges between them, in the order of the engine's tables. */
import type { BlockTable, EdgeTable, Program } from "../../../engine/program.ts";
import type { ContainerValue } from "../../../store/container.ts";
import { Fields } from "./fields.ts";

export interface Flow {
  readonly blocks: BlockTable;
  readonly edges: EdgeTable;
}

export function storeFlow({ blocks, edges }: Program): ContainerValue {
  const { rva, size, instructions, firstEdge } = blocks;
  return {
    blocks: { rva, size, instructions, firstEdge },
    edges: { to: edges.to, kind: edges.kind },
  };
}

export function readFlow(value: ContainerValue): Flow {
  const fields = new Fields("flow", value);
  const blocks = fields.table("blocks");
  const edges = fields.table("edges");
  return {
    blocks: {
      rva: blocks.rva("rva"),
      size: blocks.u32("size"),
      instructions: blocks.u32("instructions"),
      firstEdge: blocks.u32("firstEdge"),
    },
    edges: { to: edges.u32("to"), kind: edges.u8("kind") },
  };
}
