/** Jumps that turn out to be tail calls once the neighbouring functions are known. */
import { lastAtMost } from "../columns.ts";
import { FLOW, flowOf, lengthOf, OUT, OUT_SIZE } from "../instruction.ts";
import type { Descent } from "./descent.ts";
import { MARK, previousInstruction } from "./marks.ts";
import { endsPath } from "./start-signs.ts";
import type { StartSigns } from "./start-signs.ts";

/**
 * Splits off what unconditional jumps lead to, when nothing but jumps leads there: behind another function's start it
 * has to look like a start or the jump has to end a frame, else both. Returns whether there were any.
 */
export function addLateTails(descent: Descent, signs: StartSigns): boolean {
  const { functions, looseJumps } = descent;
  const starts = functions.ascendingStarts();
  const before = functions.count;
  for (let row = 0; row < looseJumps.length; row += 2) {
    const from = looseJumps.at(row);
    const to = looseJumps.at(row + 1);
    if (!mayBeStart(descent, to)) continue;
    const leaves = lastAtMost(starts, from) !== lastAtMost(starts, to);
    const ends = signs.endsFrame(from);
    const prologue = signs.isPrologue(to);
    if (leaves ? prologue || ends || signs.isAligned(to) : prologue && ends) descent.addFunction(to, "tail_call");
  }
  return functions.count > before;
}

/** Whether nothing but jumps leads to `to`. */
function mayBeStart(descent: Descent, to: number): boolean {
  const { marks, ground } = descent;
  if (((marks[to] ?? 0) & (MARK.FUNCTION | MARK.INNER)) !== 0 || !ground.extents.allowsStart(to)) return false;
  return !isRunInto(descent, to);
}

/** Whether the instruction before goes on into `to`. */
function isRunInto(descent: Descent, to: number): boolean {
  const { set, space } = descent.ground;
  const previous = previousInstruction(descent.marks, to, set.longest);
  if (previous < 0) return false;
  const packed = set.decode(space.bytes, previous, SCRATCH);
  const flow = flowOf(packed);
  if (previous + lengthOf(packed) !== to || endsPath(flow) || flow === FLOW.BREAKPOINT) return false;
  return flow !== FLOW.CALL || !descent.neverReturns(previous, SCRATCH[OUT.TARGET] ?? 0);
}

const SCRATCH = new Int32Array(OUT_SIZE);
