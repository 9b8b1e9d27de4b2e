/** Functions that run before and after `main` (System V gABI, chapter 5, "Initialization and Termination Functions"). */
import { pointerAt, type RelocatedMemory } from "../pointer-lookup.ts";
import { type Dynamic, DYNAMIC_TAG } from "./dynamic.ts";
import { SECTION_TYPE, type SectionHeader } from "./section-headers.ts";
import type { Placement } from "./placement.ts";

/** What the arrays are found in. */
export interface InitSources extends RelocatedMemory {
  readonly dynamic: Dynamic | undefined;
  readonly sections: readonly SectionHeader[];
  readonly placement: Placement;
}

/** Rvas of the init and fini functions and of every array entry, in array order, each once. */
export function initFunctions(sources: InitSources): number[] {
  const { dynamic } = sources;
  const found = new Set<number>();
  for (const tag of [DYNAMIC_TAG.init, DYNAMIC_TAG.fini]) {
    const rva = dynamic?.rva(tag);
    if (rva !== undefined) found.add(rva);
  }
  const read = new Set<number>();
  for (const { rva, size } of arraysOf(sources)) addEntries(rva, size, sources, read, found);
  return [...found];
}

interface WordArray {
  readonly rva: number;
  readonly size: number;
}

function arraysOf({ dynamic, sections, placement }: InitSources): WordArray[] {
  const arrays: WordArray[] = [];
  for (const [start, length] of ARRAY_TAGS) {
    const rva = dynamic?.rva(start);
    if (rva !== undefined) arrays.push({ rva, size: dynamic?.number(length) ?? 0 });
  }
  for (const { index, type, size, name } of sections) {
    const rva = placement[index];
    if (rva !== undefined && (ARRAY_TYPES.includes(type) || ARRAY_NAME.test(name))) arrays.push({ rva, size });
  }
  return arrays;
}

const ARRAY_TAGS = [
  [DYNAMIC_TAG.preinitArray, DYNAMIC_TAG.preinitArraySize],
  [DYNAMIC_TAG.initArray, DYNAMIC_TAG.initArraySize],
  [DYNAMIC_TAG.finiArray, DYNAMIC_TAG.finiArraySize],
] as const;

const ARRAY_TYPES: readonly number[] = [SECTION_TYPE.initArray, SECTION_TYPE.finiArray, SECTION_TYPE.preinitArray];

/** `.ctors` and `.dtors`, the older form: the same words between markers of all ones or zero. */
const ARRAY_NAME = /^\.[cd]tors(\.|$)/u;

/** Adds targets in code up to the first word that was read already: the array and its section are often both shown. */
function addEntries(rva: number, size: number, sources: InitSources, read: Set<number>, found: Set<number>): void {
  const { memory, space } = sources;
  const w = space.words.size;
  const held = memory.contiguous(rva, size)?.length ?? 0;
  for (let at = 0; at + w <= held && !read.has(rva + at); at += w) {
    read.add(rva + at);
    const target = pointerAt(sources, rva + at);
    if (target !== undefined && memory.regionAt(target)?.permissions.execute === true) found.add(target);
  }
}
