/** Tables of distances to texts, which LLVM makes of a `match` that gives strings. */
import type { Image } from "../../formats/image.ts";
import type { Memory } from "../../formats/memory.ts";
import { BYTE, BYTE_CLASS } from "./characters.ts";
import { Words } from "./words.ts";

/** Fewer entries are taken for chance. */
const ENTRIES = 3;

/** How many referenced places beside a table are tried for the table of lengths that goes with it. */
const NEIGHBOURS = 2;

/**
 * Calls `visit` with every text that a table at one of `places` leads to, and with its length, or `unknown`. A table is
 * a row of 32-bit distances from its own start, all to texts in constant data; the lengths are a row of words nearby.
 */
export function textsOfRelativeTables(
  image: Image,
  memory: Memory,
  places: Float64Array,
  unknown: number,
  visit: (start: number, length: number) => void,
): void {
  const tables = new Words(image, memory);
  const texts = new Words(image, memory);
  let end = 0;
  for (let index = 0; index < places.length; index++) {
    const base = places[index] ?? 0;
    if (base < end || base % 4 !== 0) continue;
    const targets = targetsAt(tables, texts, base);
    if (targets.length < ENTRIES) continue;
    end = base + targets.length * 4;
    const beside = places.subarray(Math.max(index - NEIGHBOURS, 0), index + NEIGHBOURS + 1);
    const lengths = beside.find((place) => place !== base && areLengths(tables, place, targets, image.bits / 8));
    for (const [entry, target] of targets.entries()) {
      visit(target, lengths === undefined ? unknown : tables.length(lengths + (entry * image.bits) / 8));
    }
  }
}

/** The texts that the distances at `base` lead to, up to the first that leads to none. */
function targetsAt(tables: Words, texts: Words, base: number): readonly number[] {
  const region = tables.regionAt(base);
  const targets: number[] = [];
  if (region?.content !== "data" || region.permissions.write) return targets;
  for (let at = base; at < region.rva + region.fileSize; at += 4) {
    const target = base + tables.int32(at);
    if (target === base || BYTE_CLASS[texts.byte(target)] !== BYTE.TEXT) break;
    if (texts.regionAt(target)?.content !== "data") break;
    targets.push(target);
  }
  return targets;
}

/** Whether the words at `place` are lengths of the texts: half of these then end where another begins. */
function areLengths(words: Words, place: number, targets: readonly number[], size: number): boolean {
  const starts = new Set(targets);
  const isEnd = (target: number, entry: number): boolean => starts.has(target + words.length(place + entry * size));
  const ends = targets.filter((target, entry) => words.length(place + entry * size) > 0 && isEnd(target, entry));
  return ends.length * 2 >= targets.length;
}
