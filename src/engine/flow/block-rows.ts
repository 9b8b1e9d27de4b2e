/** Basic blocks and their edges in the order of their places, while code is swept. */
import { ByteList, IntList } from "../lists.ts";

/** Index of each kind in `EDGE_KINDS`; numbers, so that the build can write them where they are used. */
export const EDGE = { fallThrough: 0, jump: 1, branch: 2, switch: 3, callReturn: 4, exception: 5 } as const;

export class BlockRows {
  /** Offsets in code space; the end is one past the last byte. */
  readonly start: IntList;
  readonly end: IntList;
  readonly instructions: IntList;
  /** Function whose walk decoded the block, by its index in the order of discovery. */
  readonly walker: IntList;
  /** 1 when the block runs into bytes that are no instruction. */
  readonly bad: ByteList;
  /** Edges of block i are `[firstEdge[i], firstEdge[i + 1])`. */
  readonly firstEdge: IntList;
  /** Offset that the edge leads to. */
  readonly edgeTo: IntList;
  readonly edgeKind: ByteList;

  /** Room for about `expected` blocks and the edges that so many usually have. */
  constructor(expected: number) {
    const room = 64 + expected;
    this.start = new IntList(room);
    this.end = new IntList(room);
    this.instructions = new IntList(room);
    this.walker = new IntList(room);
    this.bad = new ByteList(room);
    this.firstEdge = new IntList(room);
    this.edgeTo = new IntList(room + (room >> 1));
    this.edgeKind = new ByteList(room + (room >> 1));
  }

  get count(): number {
    return this.start.length;
  }

  open(start: number, walker: number): void {
    this.start.push(start);
    this.end.push(start);
    this.instructions.push(0);
    this.walker.push(walker);
    this.bad.push(0);
    this.firstEdge.push(this.edgeTo.length);
  }

  /** Says where the block opened last ends. */
  close(end: number, instructions: number): void {
    const last = this.count - 1;
    this.end.set(last, end);
    this.instructions.set(last, instructions);
  }

  /** Adds an edge out of the block opened last. */
  edge(to: number, kind: number): void {
    this.edgeTo.push(to);
    this.edgeKind.push(kind);
  }

  /** Adds an edge that exceptions take, unless one of the last ones leads there already. */
  exceptionEdge(to: number): void {
    const first = Math.max(this.firstEdge.at(this.count - 1), this.edgeTo.length - RECENT);
    for (let edge = first; edge < this.edgeTo.length; edge++) {
      if (this.edgeTo.at(edge) === to && this.edgeKind.at(edge) === EDGE.exception) return;
    }
    this.edge(to, EDGE.exception);
  }

  markBad(): void {
    this.bad.set(this.count - 1, 1);
  }

  /** Gives up the memory of all that only the tables of blocks and edges are made of; places stay. */
  forgetEdges(): void {
    for (const list of [this.walker, this.firstEdge, this.edgeTo, this.edgeKind]) list.clear();
  }

  /** Gives up all memory. */
  forget(): void {
    this.forgetEdges();
    for (const list of [this.start, this.end, this.instructions, this.bad]) list.clear();
  }

  /** No further blocks. */
  finish(): void {
    this.firstEdge.push(this.edgeTo.length);
  }
}

/** Edges that are compared before one is added: calls of a block share few landing pads. */
const RECENT = 16;
