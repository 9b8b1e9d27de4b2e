/** Basic blocks and their edges in the order of their places, while code is swept. */

import { grown, larger } from "../lists.ts";

/** Index of each kind in `EDGE_KINDS`; numbers, so that the build can write them where they are used. */
export const EDGE = { fallThrough: 0, jump: 1, branch: 2, switch: 3, callReturn: 4, exception: 5 } as const;

/** Bits of `BlockRows.flags`. */
export const BLOCK = {
  /** A function starts there: the walker. */
  START: 1,
  /** Runs into bytes that are no instruction. */
  BAD: 2,
} as const;

/** Columns with room to grow: only the first `count` rows and the first `edges` edges mean something. */
export class BlockRows {
  count = 0;
  edges = 0;
  /** Offsets in code space; the end is one past the last byte. */
  start: Int32Array;
  end: Int32Array;
  instructions: Int32Array;
  /** Function whose walk decoded the block, by its index in the order of discovery. */
  walker: Int32Array;
  /** Sums of `BLOCK`. */
  flags: Uint8Array;
  /** Edges of block i are `[firstEdge[i], firstEdge[i + 1])`. */
  firstEdge: Int32Array;
  /** Offset that the edge leads to. */
  edgeTo: Int32Array;
  edgeKind: Uint8Array;

  /** Room for `expected` blocks and the edges that so many usually have. */
  constructor(expected: number) {
    const room = 64 + expected;
    this.start = new Int32Array(room);
    this.end = new Int32Array(room);
    this.instructions = new Int32Array(room);
    this.walker = new Int32Array(room);
    this.flags = new Uint8Array(room);
    this.firstEdge = new Int32Array(room + 1);
    this.edgeTo = new Int32Array(room + (room >> 1));
    this.edgeKind = new Uint8Array(room + (room >> 1));
  }

  open(start: number, walker: number, flags: number): void {
    const row = this.count++;
    if (row === this.start.length) this.#growRows();
    this.start[row] = start;
    this.walker[row] = walker;
    this.flags[row] = flags;
    this.firstEdge[row] = this.edges;
  }

  /** Says where the block opened last ends. */
  close(end: number, instructions: number): void {
    this.end[this.count - 1] = end;
    this.instructions[this.count - 1] = instructions;
  }

  /** Adds an edge out of the block opened last. */
  edge(to: number, kind: number): void {
    const edge = this.edges++;
    if (edge === this.edgeTo.length) this.#growEdges();
    this.edgeTo[edge] = to;
    this.edgeKind[edge] = kind;
  }

  /** Adds an edge that exceptions take, unless one of the last ones leads there already. */
  exceptionEdge(to: number): void {
    const first = Math.max(this.firstEdge[this.count - 1] ?? 0, this.edges - RECENT);
    for (let edge = first; edge < this.edges; edge++) {
      if (this.edgeTo[edge] === to && this.edgeKind[edge] === EDGE.exception) return;
    }
    this.edge(to, EDGE.exception);
  }

  markBad(): void {
    this.flags[this.count - 1] = (this.flags[this.count - 1] ?? 0) | BLOCK.BAD;
  }

  /** No further blocks. */
  finish(): void {
    this.firstEdge[this.count] = this.edges;
  }

  /** Gives up the memory of walkers, which owners are made of. */
  forgetWalkers(): void {
    this.walker = NONE;
  }

  /** Gives up the memory of the numbers of instructions, of which a column has been made. */
  forgetInstructions(): void {
    this.instructions = NONE;
  }

  /** Gives up the memory of all that only the table of edges is made of; places stay. */
  forgetEdges(): void {
    this.firstEdge = NONE;
    this.edgeTo = NONE;
    this.edgeKind = NO_BYTES;
  }

  /** Gives up all memory. */
  forget(): void {
    this.forgetWalkers();
    this.forgetInstructions();
    this.forgetEdges();
    this.start = NONE;
    this.end = NONE;
    this.flags = NO_BYTES;
  }

  #growRows(): void {
    const room = larger(this.start.length);
    this.start = grown(this.start, new Int32Array(room));
    this.end = grown(this.end, new Int32Array(room));
    this.instructions = grown(this.instructions, new Int32Array(room));
    this.walker = grown(this.walker, new Int32Array(room));
    this.flags = grown(this.flags, new Uint8Array(room));
    this.firstEdge = grown(this.firstEdge, new Int32Array(room + 1));
  }

  #growEdges(): void {
    const room = larger(this.edgeTo.length);
    this.edgeTo = grown(this.edgeTo, new Int32Array(room));
    this.edgeKind = grown(this.edgeKind, new Uint8Array(room));
  }
}

const NONE: Int32Array = new Int32Array(0);
const NO_BYTES: Uint8Array = new Uint8Array(0);

/** Edges that are compared before one is added: calls of a block share few landing pads. */
const RECENT = 16;
