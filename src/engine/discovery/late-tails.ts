/** Jumps that turn out to be tail calls once the neighbouring functions are known. */
import { lastAtMost } from "../columns.ts";
import { decode, flowOf, lengthOf, OUT_SIZE } from "../x86/decoder.ts";
import { FLOW } from "../x86/flow.ts";
import type { Descent } from "./descent.ts";
import { MARK, previousInstruction } from "./marks.ts";
import { endsPath } from "./start-signs.ts";
import type { StartSigns } from "./start-signs.ts";

/**
 * Splits off the targets of unconditional jumps over another function's start, when nothing but jumps leads there and
 * they look like a start. Returns whether there were any.
 */
export function addLateTails(descent: Descent, signs: StartSigns): boolean {
  const { functions, looseJumps } = descent;
  const starts = functions.starts.view().slice().sort();
  const before = functions.count;
  for (let row = 0; row < looseJumps.length; row += 2) {
    const from = looseJumps.at(row);
    const to = looseJumps.at(row + 1);
    if (lastAtMost(starts, from) !== lastAtMost(starts, to) && isTail(descent, signs, to)) {
      descent.addFunction(to, "tail_call");
    }
  }
  return functions.count > before;
}

function isTail(descent: Descent, signs: StartSigns, to: number): boolean {
  const { marks, ground } = descent;
  if (((marks[to] ?? 0) & (MARK.FUNCTION | MARK.INNER)) !== 0 || !ground.extents.allowsStart(to)) return false;
  if (!signs.isPrologue(to) && !signs.isAligned(to)) return false;
  return !isRunInto(descent, to);
}

/** Whether the instruction before goes on into `to`. */
function isRunInto(descent: Descent, to: number): boolean {
  const previous = previousInstruction(descent.marks, to, LONGEST);
  if (previous < 0) return false;
  const packed = decode(descent.ground.space.bytes, previous, SCRATCH);
  const flow = flowOf(packed);
  return previous + lengthOf(packed) === to && !endsPath(flow) && flow !== FLOW.BREAKPOINT;
}

const LONGEST = 15;
const SCRATCH = new Int32Array(OUT_SIZE);
