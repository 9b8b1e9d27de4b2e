/** Code that nothing known leads to: rests of functions whose range a table gives, and functions between others. */
import { lastAtMost } from "../columns.ts";
import { FLOW, flowOf, lengthOf, OUT_SIZE } from "../instruction.ts";
import type { Descent } from "./descent.ts";
import { firstUncovered, MARK, previousInstruction } from "./marks.ts";
import { STATE } from "./returns.ts";
import { endsPath } from "./start-signs.ts";
import type { StartSigns } from "./start-signs.ts";

/** How much must speak for a function in a gap: `aligned_prologue` where tables cover the code. */
export type GapRule = "any_code" | "aligned_prologue";

/** Searches all gaps; `settle` follows what was added, with the addresses that it takes. */
export function searchGaps(descent: Descent, signs: StartSigns, rule: GapRule, settle: () => void): void {
  const search = new GapSearch(descent, signs, rule, settle);
  for (const { region, start, end } of descent.ground.space.regions) {
    if (region.content !== "stubs") search.run(start, end);
  }
}

class GapSearch {
  readonly #descent: Descent;
  readonly #signs: StartSigns;
  readonly #rule: GapRule;
  readonly #settle: () => void;
  readonly #out = new Int32Array(OUT_SIZE);
  /** Candidates one close behind the other, and the last of them. */
  #crowd = 0;
  #lastCandidate = -1;

  constructor(descent: Descent, signs: StartSigns, rule: GapRule, settle: () => void) {
    this.#descent = descent;
    this.#signs = signs;
    this.#rule = rule;
    this.#settle = settle;
  }

  run(start: number, end: number): void {
    const { marks } = this.#descent;
    for (let at = start; at < end;) {
      if (((marks[at] ?? 0) & MARK.COVERED) !== 0) at = firstUncovered(this.#descent, at, end);
      else at += this.#padding(at) || this.#inRange(at, end) || this.#try(at);
    }
  }

  /** Bytes of filling at `at`, 0 for anything else. */
  #padding(at: number): number {
    const { set, space } = this.#descent.ground;
    return set.paddingAt(space.bytes, at, this.#out);
  }

  /** Bytes to skip because a range of the tables speaks for them, 0 outside and at the start of one. */
  #inRange(at: number, end: number): number {
    const { extents } = this.#descent.ground;
    const row = extents.at(at);
    if (row < 0 || extents.start[row] === at) return 0;
    return Math.min(extents.end[row] ?? end, end) - at;
  }

  /** Takes `at` for the rest of the function before it or for a start; bytes to go on by, 0 when it is covered now. */
  #try(at: number): number {
    const { marks, ground } = this.#descent;
    if (!this.#resume(at) && this.#isStart(at)) this.#descent.addFunction(at, "gap_search");
    else if (((marks[at] ?? 0) & MARK.LEADER) === 0) return ground.set.alignment;
    this.#settle();
    return ((marks[at] ?? 0) & MARK.COVERED) !== 0 || !ground.space.holds(at) ? 0 : ground.set.alignment;
  }

  #isStart(at: number): boolean {
    if (!this.#signs.decodes(at)) return false;
    if (this.#descent.ground.extents.startAt(at) === at) return true;
    const likely = this.#signs.isPrologue(at) && this.#signs.isAligned(at);
    if (this.#isCrowd(at)) return likely;
    if (this.#rule === "aligned_prologue") return likely || this.#isSetApart(at);
    return likely || !this.#isEnding(at);
  }

  /**
   * Whether `at` is aligned behind padding, in a large area of which tables say nothing: the generated code that some
   * programs carry.
   */
  #isSetApart(at: number): boolean {
    const { extents, space } = this.#descent.ground;
    if (!this.#signs.isAligned(at) || space.bytes[at - 1] !== PADDING || space.bytes[at - 2] !== PADDING) return false;
    const before = lastAtMost(extents.start, at);
    const next = extents.start[before + 1] ?? Infinity;
    return next - (extents.end[before] ?? 0) >= UNTABLED;
  }

  /** Whether too many starts lie too close together for code: data that happens to decode. */
  #isCrowd(at: number): boolean {
    this.#crowd = at - this.#lastCandidate > CROWDED ? 0 : this.#crowd + 1;
    this.#lastCandidate = at;
    return this.#crowd > LARGEST_CROWD;
  }

  /** Any data holds endings and what ends at once; an empty function or a thunk is aligned, and padded behind. */
  #isEnding(at: number): boolean {
    const { set, space } = this.#descent.ground;
    if (set.isEnding(space.bytes, at, this.#out)) return !this.#isPadded(at);
    return endsPath(flowOf(set.decode(space.bytes, at, this.#out))) && !this.#isPadded(at);
  }

  #isPadded(at: number): boolean {
    const { set, space } = this.#descent.ground;
    if (!this.#signs.isAligned(at)) return false;
    return this.#padding(at + lengthOf(set.decode(space.bytes, at, this.#out))) > 0;
  }

  /** Code right behind a call that was taken never to return, where no new function seems to begin. */
  #resume(at: number): boolean {
    const { marks, owners, ground, returns } = this.#descent;
    const previous = previousInstruction(marks, at, ground.set.longest);
    if (previous < 0 || ground.extents.startAt(at) !== -1) return false;
    const packed = ground.set.decode(ground.space.bytes, previous, this.#out);
    const flow = flowOf(packed);
    if (!this.#isBehind(previous + lengthOf(packed), at) || (flow !== FLOW.CALL && flow !== FLOW.INDIRECT_CALL))
      return false;
    if (this.#signs.isPrologue(at) && (this.#signs.isAligned(at) || ground.space.bytes[at] === 0xf3)) return false;
    const index = owners.at(previous);
    marks[at] = (marks[at] ?? 0) | MARK.LEADER;
    this.#descent.continueAt(index, at);
    if (returns.stateOf(index) === STATE.NEVER) returns.reopen(index);
    return true;
  }

  /** Unoptimised code puts one `nop` where a statement without code was. */
  #isBehind(end: number, at: number): boolean {
    const { set, space } = this.#descent.ground;
    if (end === at) return true;
    const filling = set.decode(space.bytes, end, this.#out);
    return end + set.alignment === at && flowOf(filling) === FLOW.NOP;
  }
}

/** `int3`, which nothing runs into. */
const PADDING = 0xcc;

/** Bytes without a range of the tables that are an area of their own. */
const UNTABLED = 0x1_0000;

/** Bytes that most functions are longer than, and how many shorter ones in a row are believed. */
const CROWDED = 8;
const LARGEST_CROWD = 64;

/**
 * Follows what is left uncovered inside the ranges that tables give to functions: landing pads of exceptions, which
 * only the unwinder knows, and code behind calls that never return.
 */
export function fillRanges(descent: Descent, settle: () => void): void {
  const { marks, ground } = descent;
  const { extents, set, space } = ground;
  for (let row = 0; row < extents.count; row++) {
    const start = extents.start[row] ?? 0;
    const end = extents.end[row] ?? 0;
    const index = extents.fragment[row] === 1 ? fragmentOwner(descent, start, end) : descent.functionAt(start);
    if (index < 0) continue;
    for (let at = start; at < end;) {
      if (((marks[at] ?? 0) & MARK.COVERED) !== 0) {
        at = firstUncovered(descent, at, end);
        continue;
      }
      const packed = set.decode(space.bytes, at, SCRATCH);
      const flow = flowOf(packed);
      if (flow === FLOW.NOP || flow === FLOW.BREAKPOINT) at += lengthOf(packed);
      else {
        if (lengthOf(packed) === 0 || set.isZeroFill(space.bytes, at)) break;
        marks[at] = (marks[at] ?? 0) | MARK.LEADER;
        descent.continueAt(index, at);
        settle();
        at += set.alignment;
      }
    }
  }
}

const SCRATCH = new Int32Array(OUT_SIZE);

/** The function whose walk reached a piece, -1 when none did. */
function fragmentOwner(descent: Descent, start: number, end: number): number {
  for (let at = start; at < end; at++) {
    if (((descent.marks[at] ?? 0) & MARK.INSTRUCTION) !== 0) return descent.owners.at(at);
  }
  return -1;
}
