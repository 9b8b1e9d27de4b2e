/** Functions as they are stored, in the order of the engine's table. */
import type { FunctionTable, Program, UnresolvedTable } from "../../../engine/program.ts";
import type { ContainerValue } from "../../../store/container.ts";
import { Fields } from "./fields.ts";
import type { FragmentTable } from "./fragments.ts";

/** Ascending by rva. Columns of the same name have the meaning of `FunctionTable`. */
export interface FunctionRows extends Omit<FunctionTable, "name"> {
  /** Row in the part `names`; 0 when nothing names it. */
  readonly name: Uint32Array;
  /** Edges between its blocks. */
  readonly edges: Uint32Array;
  /** Distinct functions and imports that it calls or tail-calls. */
  readonly callees: Uint32Array;
  readonly fragments: FragmentTable;
  readonly unresolved: UnresolvedTable;
}

export function storeFunctions(
  program: Program,
  fragments: FragmentTable,
  callees: Uint32Array,
  name: Uint32Array,
): ContainerValue {
  const { functions, unresolved } = program;
  const { rva, size, evidence, flags, import: imported, instructions, firstBlock, callers } = functions;
  return {
    ...{ rva, size, evidence, flags, import: imported, instructions, firstBlock, callers, callees },
    name,
    edges: countEdges(program),
    fragments: { rva: fragments.rva, size: fragments.size, function: fragments.function },
    unresolved: { rva: unresolved.rva, kind: unresolved.kind },
  };
}

export function readFunctions(value: ContainerValue): FunctionRows {
  const fields = new Fields("functions", value);
  const fragments = fields.table("fragments");
  const unresolved = fields.table("unresolved");
  return {
    rva: fields.rva("rva"),
    name: fields.u32("name"),
    size: fields.u32("size"),
    evidence: fields.u32("evidence"),
    flags: fields.u16("flags"),
    import: fields.i32("import"),
    instructions: fields.u32("instructions"),
    firstBlock: fields.u32("firstBlock"),
    callers: fields.u32("callers"),
    edges: fields.u32("edges"),
    callees: fields.u32("callees"),
    fragments: { rva: fragments.rva("rva"), size: fragments.u32("size"), function: fragments.u32("function") },
    unresolved: { rva: unresolved.rva("rva"), kind: unresolved.u8("kind") },
  };
}

function countEdges({ functions, blocks }: Program): Uint32Array {
  const edges = new Uint32Array(functions.rva.length);
  for (let index = 0; index < edges.length; index++) {
    const first = functions.firstBlock[index] ?? 0;
    const end = functions.firstBlock[index + 1] ?? first;
    edges[index] = (blocks.firstEdge[end] ?? 0) - (blocks.firstEdge[first] ?? 0);
  }
  return edges;
}
