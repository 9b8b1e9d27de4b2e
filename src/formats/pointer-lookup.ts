/** What a word of memory holds at run time. */
import type { PointerColumns } from "./image.ts";
import type { Memory } from "./memory.ts";
import type { AddressSpace } from "./words.ts";

/** Memory with its relocations. */
export interface RelocatedMemory {
  readonly memory: Memory;
  readonly space: AddressSpace;
  readonly pointers: PointerColumns;
}

/** Target that a relocation gives the slot; `undefined` when none does. */
export function relocatedTarget({ slot, target }: PointerColumns, rva: number): number | undefined {
  let low = 0;
  let high = slot.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const at = slot[middle] ?? 0;
    if (at === rva) return target[middle];
    if (at < rva) low = middle + 1;
    else high = middle - 1;
  }
  return undefined;
}

/** The address at `rva` as an rva: what relocations make of it, or else what the file stores, if not zero. */
export function pointerAt({ memory, space, pointers }: RelocatedMemory, rva: number): number | undefined {
  const relocated = relocatedTarget(pointers, rva);
  if (relocated !== undefined) return relocated;
  const word = memory.window(rva, space.words.size);
  if (word === undefined || space.words.unsigned(word, 0) === 0) return undefined;
  return space.read(word, 0);
}
