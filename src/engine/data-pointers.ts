/** Every pointer-sized value in data that is, or may be, an address of the image. */
import type { Image, PointerColumns, Region } from "../formats/image.ts";
import type { Memory } from "../formats/memory.ts";
import type { AbsoluteAddresses } from "./discovery/operands.ts";
import { NumberList } from "./lists.ts";
import { searchedData } from "./searched-regions.ts";

/**
 * The slots that relocations fix and, in linked executables with fixed addresses (which need no relocations), aligned
 * words of data whose value is mapped. Ascending by slot.
 */
export function dataPointers(image: Image, memory: Memory, absolute: AbsoluteAddresses): PointerColumns {
  const isX86 = image.architecture === "x86";
  const relocated = isX86 ? outsideCode(image) : image.pointers;
  if (!absolute.fixed || image.kind !== "executable" || (image.bits !== 64 && !isX86)) return relocated;
  // Base relocations of PE images name every address there is.
  if (image.format === "pe" && relocated.slot.length > 0) return relocated;
  const pointers = new MergedPointers(relocated, image);
  for (const region of searchedData(image).regions) {
    if (region.permissions.execute) continue;
    const { first, halves } = wordsOf(memory.bytesOf(region), -region.rva, image);
    pointers.addWords(halves, region.rva + first, absolute.base);
  }
  return pointers.columns();
}

/** The whole words behind the first multiple of their size, as pairs of halves, low one first; 32-bit words alone. */
function wordsOf(
  bytes: Uint8Array,
  alignment: number,
  { bits, endian }: Image,
): { readonly first: number; readonly halves: Int32Array } {
  const size = bits / 8;
  const first = alignment & (size - 1);
  const length = Math.max(0, bytes.length - first) & -size;
  let words = bytes.subarray(first, first + length);
  if (endian === "big") words = size === 8 ? Buffer.from(words).swap64() : Buffer.from(words).swap32();
  else if ((words.byteOffset & 3) !== 0) words = new Uint8Array(words);
  return { first, halves: new Int32Array(words.buffer, words.byteOffset, length >> 2) };
}

/** Slots in ascending order: those of relocations, and words between them that are addresses. */
class MergedPointers {
  readonly #relocated: PointerColumns;
  readonly #mapped: MappedRanges;
  /** Halves of a word. */
  readonly #step: 1 | 2;
  readonly #slots = new NumberList(1024);
  readonly #targets = new NumberList(1024);
  #next = 0;

  constructor(relocated: PointerColumns, { regions, bits }: Image) {
    this.#relocated = relocated;
    this.#mapped = new MappedRanges(regions.filter(({ content }) => content !== "metadata" && content !== "external"));
    this.#step = bits === 64 ? 2 : 1;
  }

  /** Adds the words that are addresses; the first one is at `rva`. */
  addWords(halves: Int32Array, rva: number, base: number): void {
    const { low, high } = this.#mapped;
    const bounds = {
      step: this.#step,
      lowest: Math.floor((low + base) / 2 ** 32),
      highest: Math.floor((high + base) / 2 ** 32),
      least: Math.min(Math.max(low + base, 0), 2 ** 31 - 1),
    };
    for (
      let at = nextLikely(halves, 0, bounds);
      at < halves.length;
      at = nextLikely(halves, at + bounds.step, bounds)
    ) {
      const upper = bounds.step === 2 ? (halves[at + 1] as number) : 0;
      const value = upper * 2 ** 32 + ((halves[at] as number) >>> 0) - base;
      if (value >= low && value < high) this.#add(rva + at * 4, value);
    }
  }

  columns(): PointerColumns {
    this.#takeUpTo(Infinity);
    return { slot: this.#slots.view().slice(), target: this.#targets.view().slice() };
  }

  #add(slot: number, target: number): void {
    if (!this.#mapped.holds(target) || this.#takeUpTo(slot)) return;
    this.#slots.push(slot);
    this.#targets.push(target);
  }

  /** Adds the relocated slots in front of `rva`; whether one is there. */
  #takeUpTo(rva: number): boolean {
    const { slot, target } = this.#relocated;
    for (; this.#next < slot.length && (slot[this.#next] ?? 0) < rva; this.#next++) {
      this.#slots.push(slot[this.#next] ?? 0);
      this.#targets.push(target[this.#next] ?? 0);
    }
    return slot[this.#next] === rva;
  }
}

/** What the halves of an address are: upper ones between two numbers, lower ones not below `least` where the upper is 0. */
interface Bounds {
  readonly step: 1 | 2;
  readonly lowest: number;
  readonly highest: number;
  readonly least: number;
}

/** The first word from `from` on that may be an address: small numbers are the most frequent words, and no image lies so low. */
function nextLikely(halves: Int32Array, from: number, { step, lowest, highest, least }: Bounds): number {
  for (let at = from; at < halves.length; at += step) {
    const upper = step === 2 ? (halves[at + 1] as number) : 0;
    if (upper < lowest || upper > highest) continue;
    const lower = halves[at] as number;
    if (upper !== 0 || lower < 0 || lower >= least) return at;
  }
  return halves.length;
}

/** The relocated slots that are not operands of instructions: 32-bit code names addresses whole. */
function outsideCode({ regions, pointers }: Image): PointerColumns {
  const code = regions.filter(({ permissions, content }) => permissions.execute && content === "code");
  const { slot, target } = pointers;
  const kept: number[] = [];
  let next = 0;
  for (let row = 0; row < slot.length; row++) {
    const rva = slot[row] ?? 0;
    while (next < code.length && rva >= (code[next]?.rva ?? 0) + (code[next]?.size ?? 0)) next++;
    if (rva < (code[next]?.rva ?? Infinity)) kept.push(row);
  }
  if (kept.length === slot.length) return pointers;
  return {
    slot: Float64Array.from(kept, (row) => slot[row] ?? 0),
    target: Float64Array.from(kept, (row) => target[row] ?? 0),
  };
}

/** Sorted disjoint ranges with the last hit remembered. */
class MappedRanges {
  readonly low: number;
  readonly high: number;
  readonly #regions: readonly Region[];
  #last = 0;

  constructor(regions: readonly Region[]) {
    this.#regions = regions;
    this.low = regions[0]?.rva ?? 0;
    const last = regions.at(-1);
    this.high = last === undefined ? 0 : last.rva + last.size;
  }

  holds(rva: number): boolean {
    const region = this.#regions[this.#last];
    if (region !== undefined && rva >= region.rva && rva < region.rva + region.size) return true;
    let low = 0;
    let high = this.#regions.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const candidate = this.#regions[middle];
      if (candidate === undefined) return false;
      if (rva < candidate.rva) high = middle - 1;
      else if (rva >= candidate.rva + candidate.size) low = middle + 1;
      else {
        this.#last = middle;
        return true;
      }
    }
    return false;
  }
}
