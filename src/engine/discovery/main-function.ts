/** Where `main` is, as the entry code tells the C library (System V ABI: first argument of `__libc_start_main`). */
import type { Image } from "../../formats/image.ts";
import { FLOW, flowOf, lengthOf, OUT, OUT_SIZE } from "../instruction.ts";
import type { Descent } from "./descent.ts";
import { MARK } from "./marks.ts";
import { NOWHERE } from "./operands.ts";

/** Rva of the function that the entry code hands to `__libc_start_main`, if it can be seen. */
export function findMain(image: Image, descent: Descent): number | undefined {
  const { set, space, absolute, words } = descent.ground;
  let at = image.entry === undefined ? -1 : space.offsetOf(image.entry);
  if (at < 0) return undefined;
  const { delta } = space.runAt(at);
  const out = new Int32Array(OUT_SIZE);
  set.begin(out, delta);
  let first = NOWHERE;
  for (let count = 0; count < ENTRY_LENGTH && ((descent.marks[at] ?? 0) & MARK.INSTRUCTION) !== 0; count++) {
    const packed = set.decode(space.bytes, at, out);
    const flow = flowOf(packed);
    first = set.firstArgument(packed, out, { delta, absolute, words }) ?? first;
    const isOwn = flow === FLOW.CALL && set.isPartOfCaller?.(space.bytes, out[OUT.TARGET] ?? 0) === true;
    if ((flow === FLOW.CALL || flow === FLOW.INDIRECT_CALL) && !isOwn) {
      const isStart = startsMain(image, descent, flow, packed, out, delta);
      return isStart && first >= 0 && space.offsetOf(first) >= 0 ? first : undefined;
    }
    at += lengthOf(packed);
  }
  return undefined;
}

const ENTRY_LENGTH = 24;

/** A call from the entry code of a static program has no name to check: it must not return. */
function startsMain(
  image: Image,
  descent: Descent,
  flow: number,
  packed: number,
  out: Int32Array,
  delta: number,
): boolean {
  const { set, imports, absolute } = descent.ground;
  const target = out[OUT.TARGET] ?? 0;
  if (flow === FLOW.CALL) {
    const importIndex = imports.ofStub(target);
    return importIndex < 0 ? image.linkage.static : isLibcStart(image, importIndex);
  }
  return isLibcStart(image, imports.ofSlot(set.memoryAddress(packed, out, delta, absolute)));
}

function isLibcStart(image: Image, importIndex: number): boolean {
  return image.imports[importIndex]?.name === "__libc_start_main";
}
