/** Every pointer-sized value in data that is, or may be, an address of the image. */
import type { Image, PointerColumns, Region } from "../formats/image.ts";
import type { Memory } from "../formats/memory.ts";
import type { AbsoluteAddresses } from "./discovery/operands.ts";
import { NumberList } from "./lists.ts";

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
  const slots = new NumberList(1024);
  const targets = new NumberList(1024);
  const mapped = new MappedRanges(
    image.regions.filter(({ content }) => content !== "metadata" && content !== "external"),
  );
  let next = 0;
  const { slot, target } = relocated;
  const takeUpTo = (rva: number): boolean => {
    for (; next < slot.length && (slot[next] ?? 0) < rva; next++) {
      slots.push(slot[next] ?? 0);
      targets.push(target[next] ?? 0);
    }
    return slot[next] === rva;
  };
  const size = image.bits / 8;
  const little = image.endian === "little";
  for (const region of image.regions) {
    if (region.content !== "data" || region.permissions.execute) continue;
    const bytes = memory.bytesOf(region);
    const words = new Words(
      new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength),
      size,
      little,
      absolute.base,
    );
    for (let at = -region.rva & (size - 1); (at = words.next(at, mapped)) >= 0; at += size) {
      const value = words.at(at);
      if (!mapped.holds(value) || takeUpTo(region.rva + at)) continue;
      slots.push(region.rva + at);
      targets.push(value);
    }
  }
  takeUpTo(Infinity);
  return { slot: slots.view().slice(), target: targets.view().slice() };
}

/** Words of one region as rvas, when they are addresses; inexact past 2^53. */
class Words {
  readonly #view: DataView;
  readonly #size: number;
  readonly #little: boolean;
  readonly #base: number;

  /** `size` is 4 or 8 bytes. */
  constructor(view: DataView, size: number, little: boolean, base: number) {
    this.#view = view;
    this.#size = size;
    this.#little = little;
    this.#base = base;
  }

  at(at: number): number {
    const word = this.#size === 8 ? int64At(this.#view, at, this.#little) : this.#view.getUint32(at, this.#little);
    return word - this.#base;
  }

  /** Place of the first word from `at` on that is `low` or more and less than `high`; -1 when there is none. */
  next(from: number, { low, high }: { readonly low: number; readonly high: number }): number {
    return this.#size === 4 ? this.#nextNarrow(from, low, high) : this.#nextWide(from, low, high);
  }

  #nextNarrow(from: number, low: number, high: number): number {
    for (let at = from; at + 4 <= this.#view.byteLength; at += 4) {
      const value = this.at(at);
      if (value >= low && value < high) return at;
    }
    return -1;
  }

  /** A loop of its own, which is compiled soon: the upper halves of most words tell that they are no addresses. */
  #nextWide(from: number, low: number, high: number): number {
    const view = this.#view;
    const little = this.#little;
    const upper = little ? 4 : 0;
    const lowest = Math.floor((low + this.#base) / 2 ** 32);
    const highest = Math.floor((high + this.#base) / 2 ** 32);
    const last = view.byteLength - 8;
    for (let at = from; at <= last; at += 8) {
      const half = view.getInt32(at + upper, little);
      if (half < lowest || half > highest) continue;
      const value = int64At(view, at, little) - this.#base;
      if (value >= low && value < high) return at;
    }
    return -1;
  }
}

/** Signed; inexact past 2^53. */
function int64At(view: DataView, at: number, little: boolean): number {
  return view.getInt32(little ? at + 4 : at, little) * 2 ** 32 + view.getUint32(little ? at : at + 4, little);
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
