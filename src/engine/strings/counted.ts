/**
 * Texts whose length stands elsewhere in the program, as Go and Rust keep them: a pointer and a length, in data (string
 * headers, slices) or in the instructions that load both.
 */
import type { Image } from "../../formats/image.ts";
import type { Memory } from "../../formats/memory.ts";
import { NumberList } from "../lists.ts";
import type { ReferenceTable } from "../program.ts";
import { pairsInArm64Code } from "./code-pairs-arm64.ts";
import { pairsInCode } from "./code-pairs.ts";
import { forEachPointer } from "./references.ts";
import { textsOfRelativeTables } from "./relative-tables.ts";
import { Words } from "./words.ts";

/** Languages that keep texts without terminator. */
export type CountingLanguage = "go" | "rust";

/**
 * Pairs that may be texts, ascending by (start, length), each once. An entry is `start * LENGTH_LIMIT + length`, so
 * starts lie below 4 GiB; the few programs beyond keep their texts undivided.
 */
export type CountedTexts = Float64Array;

/** Length of a text that is known to be a counted one, but not how long. */
const UNKNOWN_LENGTH = 0;

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

/** Every pair in data and code and the texts of relative tables. */
export function countedTexts(
  image: Image,
  memory: Memory,
  references: ReferenceTable | undefined,
  places: Float64Array,
  language: CountingLanguage,
): CountedTexts {
  const packed = new NumberList(1024);
  const add = (start: number, length: number): void => {
    if (length < LENGTH_LIMIT && start >= 0 && start < 2 ** 32) packed.push(start * LENGTH_LIMIT + length);
  };
  if (references !== undefined) pairsInData(image, memory, references, add);
  if (image.architecture === "x86_64") pairsInCode(image, memory, language, add);
  else if (image.architecture === "arm64") pairsInArm64Code(image, memory, language, add);
  if (language === "rust") textsOfRelativeTables(image, memory, places, UNKNOWN_LENGTH, add);
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
  const words = new Words(image, memory);
  let slot = -1;
  let target = 0;
  const take = (next: number): void => {
    const length = slot >= 0 && next !== slot + word ? words.length(slot + word) : 0;
    if (length > 0) add(target, length);
  };
  forEachPointer(references, (nextSlot, nextTarget) => {
    take(nextSlot);
    slot = nextSlot;
    target = nextTarget;
  });
  take(-1);
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
