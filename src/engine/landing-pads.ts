/** Where exceptions lead, by offsets in code space. */
import type { LandingPadColumns } from "../formats/image.ts";
import type { CodeSpace } from "./code-space.ts";
import { lastAtMost } from "./columns.ts";

/** Landing pads in the order of the code that they protect; of ranges that nest, the outer comes first. */
export class LandingPads {
  readonly start: Int32Array;
  /** One past the last byte of the protected code. */
  readonly end: Int32Array;
  readonly pad: Int32Array;
  /** 1 where any instruction can raise, 0 where only calls can. */
  readonly faults: Uint8Array;
  readonly hasFaults: boolean;
  /** Furthest end of this row and those before it. */
  readonly #reach: Int32Array;

  /** `alignment` is that of instructions: what does not have it is left out. */
  constructor(landingPads: LandingPadColumns | undefined, space: CodeSpace, alignment: number) {
    const rows: { start: number; end: number; pad: number; faults: number }[] = [];
    for (let row = 0; row < (landingPads?.start.length ?? 0); row++) {
      const rva = landingPads?.start[row] ?? 0;
      const start = space.offsetOf(rva);
      const pad = space.offsetOf(landingPads?.pad[row] ?? 0);
      if (start < 0 || !space.holds(pad) || (pad & (alignment - 1)) !== 0) continue;
      const end = Math.min(start + (landingPads?.end[row] ?? 0) - rva, space.runAt(start).end);
      rows.push({ start, end, pad, faults: landingPads?.faults[row] ?? 0 });
    }
    this.start = Int32Array.from(rows, ({ start }) => start);
    this.end = Int32Array.from(rows, ({ end }) => end);
    this.pad = Int32Array.from(rows, ({ pad }) => pad);
    this.faults = Uint8Array.from(rows, ({ faults }) => faults);
    this.hasFaults = this.faults.includes(1);
    let reach = 0;
    this.#reach = this.end.map((end) => (reach = Math.max(reach, end)));
  }

  get count(): number {
    return this.start.length;
  }

  /** Innermost row whose protected code holds `offset`, -1 when none does. */
  at(offset: number): number {
    return this.within(offset, offset + 1);
  }

  /** Last row whose protected code and `[start, end)` have bytes in common, -1 when none does. */
  within(start: number, end: number): number {
    return this.outer(lastAtMost(this.start, end - 1) + 1, start);
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

/** Rows that are looked through: more than handlers nest in code that people write. */
const NEAR = 64;
