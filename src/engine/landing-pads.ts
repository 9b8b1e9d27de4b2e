/** Where exceptions lead, by offsets in code space. */
import type { LandingPadColumns } from "../formats/image.ts";
import type { CodeSpace } from "./code-space.ts";
import { lastAtMost } from "./columns.ts";
import { IntList } from "./lists.ts";

/** Landing pads in the order of the code that they protect; of ranges that nest, the outer comes first. */
export class LandingPads {
  readonly start: Int32Array;
  /** One past the last byte of the protected code. */
  readonly end: Int32Array;
  readonly pad: Int32Array;
  /** 1 where any instruction can raise, 0 where only calls can. */
  readonly faults: Uint8Array;
  readonly hasFaults: boolean;
  readonly #handlers: ReadonlySet<number>;
  /** Furthest end of this row and those before it. */
  readonly #reach: Int32Array;
  #last = -1;

  /** `alignment` is that of instructions: what does not have it is left out. */
  constructor(landingPads: LandingPadColumns | undefined, space: CodeSpace, alignment: number) {
    const length = landingPads?.start.length ?? 0;
    const [start, end, pad] = [new Int32Array(length), new Int32Array(length), new Int32Array(length)];
    const faults = new Uint8Array(length);
    const reach = new Int32Array(length);
    const around = new IntList();
    let count = 0;
    for (let row = 0; row < length; row++) {
      const rva = landingPads?.start[row] ?? 0;
      const from = space.offsetOf(rva);
      const to = space.offsetOf(landingPads?.pad[row] ?? 0);
      if (from < 0 || !space.holds(to) || (to & (alignment - 1)) !== 0) continue;
      while (around.length > 0 && around.at(around.length - 1) <= from) around.pop();
      if (around.length >= DEEPEST) continue;
      start[count] = from;
      end[count] = Math.min(from + (landingPads?.end[row] ?? 0) - rva, space.runAt(from).end);
      around.push(end[count] ?? 0);
      pad[count] = to;
      faults[count] = landingPads?.faults[row] ?? 0;
      reach[count] = Math.max(end[count] ?? 0, count === 0 ? 0 : (reach[count - 1] ?? 0));
      count++;
    }
    this.start = start.subarray(0, count);
    this.end = end.subarray(0, count);
    this.pad = pad.subarray(0, count);
    this.faults = faults.subarray(0, count);
    this.hasFaults = this.faults.includes(1);
    this.#handlers = new Set(this.pad.filter((_, row) => this.faults[row] === 1));
    this.#reach = reach.subarray(0, count);
  }

  get count(): number {
    return this.start.length;
  }

  /** Whether a handler of faults of any instruction begins at `offset`. */
  isHandler(offset: number): boolean {
    return this.#handlers.has(offset);
  }

  /** Innermost row whose protected code holds `offset`, -1 when none does. */
  at(offset: number): number {
    return this.within(offset, offset + 1);
  }

  /** Last row whose protected code and `[start, end)` have bytes in common, -1 when none does. */
  within(start: number, end: number): number {
    return this.outer(this.#lastBefore(end) + 1, start);
  }

  /** Last row that starts before `end`, -1 when none does: mostly that of the question before, or the next. */
  #lastBefore(end: number): number {
    const { start } = this;
    let row = this.#last;
    if (row >= 0 && (start[row] ?? 0) < end) {
      if (row + 1 >= start.length || (start[row + 1] ?? 0) >= end) return row;
      row++;
      if (row + 1 >= start.length || (start[row + 1] ?? 0) >= end) return (this.#last = row);
    }
    return (this.#last = lastAtMost(start, end - 1));
  }

  /** Next row before `row`, of those that are near, whose protected code goes on behind `offset`; -1 when none does. */
  outer(row: number, offset: number): number {
    const last = Math.max(0, row - NEAR);
    for (let before = row - 1; before >= last && (this.#reach[before] ?? 0) > offset; before--) {
      if ((this.end[before] ?? 0) > offset) return before;
    }
    return -1;
  }
}

/** Ranges that nest in each other: more than in code that people write. Those deeper inside are left out. */
const DEEPEST = 16;

/** Rows that are looked through for the next range around a place. */
const NEAR = 16;
