/** Functions that run when an image is loaded and unloaded (Mach-O: `mach-o/loader.h`, `S_MOD_INIT_FUNC_POINTERS`). */
import { pointerAt, type RelocatedMemory } from "../pointer-lookup.ts";
import type { Layout } from "./layout.ts";
import { SECTION_TYPE, type SectionHeader } from "./segments.ts";

/** Rvas in table order, each once; entries that lead to no code, and what overlapping sections repeat, are left out. */
export function initFunctions(layout: Layout, relocated: RelocatedMemory): number[] {
  const found = new Set<number>();
  let budget = layout.file.length;
  for (const section of layout.sections) {
    if (!INIT_TYPES.has(section.type)) continue;
    budget -= section.size;
    if (budget < 0) break;
    for (const rva of targetsOf(section, layout, relocated)) {
      if (relocated.memory.regionAt(rva)?.permissions.execute === true) found.add(rva);
    }
  }
  return [...found];
}

const INIT_TYPES: ReadonlySet<number> = new Set([
  SECTION_TYPE.initPointers,
  SECTION_TYPE.termPointers,
  SECTION_TYPE.initOffsets,
]);

function* targetsOf(section: SectionHeader, layout: Layout, relocated: RelocatedMemory): Generator<number> {
  const { space, headerRva } = layout;
  const start = space.rvaOf(section.address);
  const bytes = start === undefined || start < 0 ? undefined : relocated.memory.from(start, section.size);
  if (start === undefined || bytes === undefined) return;
  if (section.type === SECTION_TYPE.initOffsets) {
    for (let at = 0; at + 4 <= bytes.length; at += 4) yield headerRva + bytes.u32(at);
    return;
  }
  for (let at = 0; at + space.words.size <= bytes.length; at += space.words.size) {
    const target = pointerAt(relocated, start + at);
    if (target !== undefined) yield target;
  }
}
