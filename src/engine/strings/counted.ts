/**
 * Texts whose length stands elsewhere in the program, as Go and Rust keep them: a pointer and a length, in data (string
 * headers, slices) or in the instructions that load both.
 */
import type { Image, Region } from "../../formats/image.ts";
import type { Memory } from "../../formats/memory.ts";
import { NumberList } from "../lists.ts";
import type { ReferenceTable } from "../program.ts";
import { pairsInCode } from "./code-pairs.ts";
import { forEachPointer } from "./references.ts";

/** Languages that keep texts without terminator. */
export type CountingLanguage = "go" | "rust";

/**
 * Pairs that may be texts, ascending by (start, length), each once. An entry is `start * LENGTH_LIMIT + length`, so
 * starts lie below 4 GiB; the few programs beyond keep their texts undivided.
 */
export type CountedTexts = Float64Array;

/** One more than the longest length that is kept, in bytes. */
export const LENGTH_LIMIT = 2 ** 21;

export const NO_COUNTED_TEXTS: CountedTexts = new Float64Array(0);

/** The language that shows in the image; Rust by its compiler's name or its library's source paths. */
export function countingLanguage(image: Image, memory: Memory): CountingLanguage | undefined {
  if (image.build.go !== undefined) return "go";
  if (image.build.compilers.some((name) => name.includes("rustc"))) return "rust";
  const data = image.regions.filter((region) => region.content === "data" && !region.permissions.write);
  return data.some((region) => holds(memory.bytesOf(region), "/rustc/")) ? "rust" : undefined;
}

/** Every pair in data and code. */
export function countedTexts(
  image: Image,
  memory: Memory,
  references: ReferenceTable | undefined,
  language: CountingLanguage,
): CountedTexts {
  const packed = new NumberList(1024);
  const add = (start: number, length: number): void => {
    if (length > 0 && length < LENGTH_LIMIT && start < 2 ** 32) packed.push(start * LENGTH_LIMIT + length);
  };
  if (references !== undefined) pairsInData(image, memory, references, add);
  if (image.architecture === "x86_64") pairsInCode(image, memory, language, add);
  return withoutRepeats(packed.view().sort());
}

/** A slot with a pointer, and behind it a word that no pointer fills. */
function pairsInData(
  image: Image,
  memory: Memory,
  references: ReferenceTable,
  add: (start: number, length: number) => void,
): void {
  const word = image.bits / 8;
  const lengths = new LengthWords(memory, word, image.endian === "little");
  let slot = -1;
  let target = 0;
  const take = (next: number): void => {
    if (slot >= 0 && next !== slot + word) add(target, lengths.at(slot + word));
  };
  forEachPointer(references, (nextSlot, nextTarget) => {
    take(nextSlot);
    slot = nextSlot;
    target = nextTarget;
  });
  take(-1);
}

/** Reads words that are small enough for a length, most often from the same region as before. */
class LengthWords {
  readonly #memory: Memory;
  readonly #word: number;
  readonly #little: boolean;
  #region: Region | undefined;
  #view: DataView = new DataView(new ArrayBuffer(0));

  constructor(memory: Memory, word: number, little: boolean) {
    this.#memory = memory;
    this.#word = word;
    this.#little = little;
  }

  /** The word at `rva`; 0 when the file does not hold it or it takes more than 32 bits. */
  at(rva: number): number {
    if (!this.#enter(rva)) return 0;
    const at = rva - (this.#region?.rva ?? 0);
    if (at + this.#word > this.#view.byteLength) return 0;
    if (this.#word === 4) return this.#view.getUint32(at, this.#little);
    const high = this.#view.getUint32(this.#little ? at + 4 : at, this.#little);
    return high === 0 ? this.#view.getUint32(this.#little ? at : at + 4, this.#little) : 0;
  }

  #enter(rva: number): boolean {
    const current = this.#region;
    if (current !== undefined && rva >= current.rva && rva < current.rva + current.size) return true;
    const region = this.#memory.regionAt(rva);
    if (region === undefined) return false;
    const bytes = this.#memory.bytesOf(region);
    this.#region = region;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return true;
  }
}

function withoutRepeats(sorted: Float64Array): CountedTexts {
  let kept = 0;
  for (let index = 0; index < sorted.length; index++) {
    const value = sorted[index] ?? 0;
    if (kept === 0 || sorted[kept - 1] !== value) sorted[kept++] = value;
  }
  return sorted.slice(0, kept);
}

function holds(bytes: Uint8Array, text: string): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(text);
}
