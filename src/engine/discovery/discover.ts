/** Function discovery, stage by stage: each works on what the ones before it left. */
import type { Image, PointerColumns } from "../../formats/image.ts";
import { Descent } from "./descent.ts";
import type { Ground } from "./descent.ts";
import type { Sources } from "./extents.ts";
import { fillRanges, searchGaps } from "./gaps.ts";
import { addLateTails } from "./late-tails.ts";
import { addPointers, addTaken, codePointers, notePointers } from "./pointers.ts";
import { addSeeds } from "./seeds.ts";

/** Finds the functions of an image; `pointers` are those of its data. */
export function discover(image: Image, ground: Ground, pointers: PointerColumns, sources: Sources): Descent {
  const descent = new Descent(ground);
  const { signs } = descent;
  const state = { taken: 0 };
  const settle = (): void => {
    descent.drain();
    addTaken(descent, signs, state);
  };
  const settleTails = (): void => {
    for (let round = 0; round < TAIL_ROUNDS && addLateTails(descent, signs); round++) settle();
  };
  const leadingToCode = codePointers(pointers, ground.space, image.bits / 8);

  addSeeds(image, descent, sources);
  descent.drain();
  addPointers(descent, signs, leadingToCode, state);
  settleTails();
  fillRanges(descent, settle);
  if (!(sources.unwind && image.startsComplete === true)) {
    const covered = sources.unwind && image.unwindComplete;
    searchGaps(descent, signs, covered ? "aligned_prologue" : "any_code", settle);
    settleTails();
  }
  notePointers(descent, leadingToCode);
  descent.finish();
  return descent;
}

/** New functions can make more jumps tail calls; a few rounds settle that. */
const TAIL_ROUNDS = 4;
