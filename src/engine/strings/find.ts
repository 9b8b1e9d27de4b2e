/** The texts of a program: C strings, UTF-16, and the counted strings of Go and Rust. */
import type { Image, Region } from "../../formats/image.ts";
import type { Memory } from "../../formats/memory.ts";
import { firstAtLeast } from "../columns.ts";
import type { ReferenceTable, StringTable } from "../program.ts";
import { searchedData } from "../searched-regions.ts";
import { BYTE, BYTE_CLASS, isRareControl } from "./characters.ts";
import { countedTexts, type CountingLanguage, countingLanguage, NO_COUNTED_TEXTS } from "./counted.ts";
import { referencedPlaces } from "./references.ts";
import { StringRows } from "./rows.ts";
import { scanRuns } from "./runs.ts";
import { isCounted, isDivided, splitRun, type TextStarts } from "./split.ts";

/** Shortest text in bytes, and shortest one that something refers to. */
const MINIMUM = 5;
const REFERENCED_MINIMUM = 4;

/**
 * Finds NUL-terminated ASCII and UTF-8 of at least 5 bytes (4 where something refers to it), UTF-16 in the image's byte
 * order of at least 5 units, and, in Go and Rust programs, counted texts of the same sizes. Text that goes on in another
 * encoding, and that something refers to, counts as far as it can be read. Data regions are searched
 * whole, executable ones only where something refers to; tables of the file format are left out.
 */
export function findStrings(image: Image, memory: Memory, references: ReferenceTable | undefined): StringTable {
  const language = countingLanguage(image, memory);
  const places = referencedPlaces(references);
  const counted = language === undefined ? NO_COUNTED_TEXTS : countedTexts(image, memory, references, places, language);
  const starts = { places, counted };
  const rows = new StringRows();
  const searched = new Set(searchedData(image).regions);
  for (const region of image.regions) {
    const search = new RegionSearch(region, memory.bytesOf(region), starts, language, rows);
    if (region.permissions.execute) search.atReferences();
    else if (searched.has(region)) search.everywhere(image.endian === "big");
  }
  return rows.finish();
}

class RegionSearch {
  readonly #region: Region;
  readonly #bytes: Uint8Array;
  readonly #starts: TextStarts;
  readonly #language: CountingLanguage | undefined;
  readonly #rows: StringRows;
  #place: number;

  constructor(
    region: Region,
    bytes: Uint8Array,
    starts: TextStarts,
    language: CountingLanguage | undefined,
    rows: StringRows,
  ) {
    this.#region = region;
    this.#language = language;
    this.#bytes = bytes;
    this.#starts = starts;
    this.#rows = rows;
    this.#place = firstAtLeast(starts.places, region.rva);
  }

  everywhere(bigEndian: boolean): void {
    const order = bigEndian ? 1 : 0;
    const runs = scanRuns(this.#bytes, REFERENCED_MINIMUM, order);
    for (let index = 0; index < runs.start.length; index++) {
      const start = runs.start.at(index);
      const end = runs.end.at(index);
      if (runs.wide.at(index) === 0) this.#addRun(start, end);
      else this.#rows.addWide(this.#region.rva + start, this.#bytes, start, end, order);
    }
  }

  /** A text counts in code when it begins where something refers to and ends with a NUL: code itself rarely does. */
  atReferences(): void {
    const { places } = this.#starts;
    for (let index = this.#place; index < places.length; index++) {
      const start = (places[index] ?? 0) - this.#region.rva;
      if (start >= this.#bytes.length) return;
      if (BYTE_CLASS[this.#bytes[start - 1] ?? 0] === BYTE.TEXT) continue;
      let end = start;
      while (BYTE_CLASS[this.#bytes[end] ?? 0] === BYTE.TEXT) end++;
      if (end < this.#bytes.length && this.#bytes[end] === 0) this.#add(start, end, 0, false);
    }
  }

  #addRun(start: number, end: number): void {
    const { rva } = this.#region;
    const terminated = end < this.#bytes.length && this.#bytes[end] === 0;
    if (isDivided(this.#starts, rva + start, rva + end, terminated)) {
      splitRun(this.#starts, rva + start, rva + end, (from, to, known) => {
        this.#addPiece(this.#characterStart(from - rva, end), this.#characterStart(to - rva, end), known);
      });
      return;
    }
    const prefixed = this.#language !== undefined && this.#isPrefix(start, end);
    if (prefixed || (this.#language !== undefined && this.#bytes[start - 1] === end - start)) {
      this.#add(prefixed ? start + 1 : start, end, 1, true);
    } else if (terminated) this.#addTerminated(start, end);
    else if (this.#isReferenced(rva + start) && this.#isStray(end)) this.#add(start, end, 0, false);
  }

  /** Whether a byte stands at `at` that is no ASCII: text in another encoding goes on there, and what is legible is kept. */
  #isStray(at: number): boolean {
    return (this.#bytes[at] ?? 0) >= 0x80;
  }

  /** A bell or a form feed begins a text only where something refers to it: elsewhere it ends a table of numbers. */
  #addTerminated(start: number, end: number): void {
    const { rva } = this.#region;
    let from = start;
    while (isRareControl(this.#bytes[from] ?? 0) && !this.#isReferenced(rva + from)) from++;
    this.#add(from, end, 0, this.#isReferenced(rva + from));
  }

  #addPiece(start: number, end: number, known: boolean): void {
    const skip = this.#language === "rust" && this.#isPrefix(start, end) ? 1 : 0;
    this.#add(start + skip, end, 1, known);
  }

  /**
   * Whether the first byte of a text is its length: names in Go's type data and the pieces of Rust's format templates
   * have it before them, and it may look like a character. A text with a length elsewhere needs none.
   */
  #isPrefix(start: number, end: number): boolean {
    const isLength = this.#bytes[start] === end - start - 1;
    return isLength && !isCounted(this.#starts, this.#region.rva + start, this.#region.rva + end);
  }

  #add(start: number, end: number, counted: 0 | 1, known: boolean): void {
    if (!hasLetters(this.#bytes, start, end, known ? REFERENCED_MINIMUM : MINIMUM)) return;
    this.#rows.addText(this.#region.rva + start, this.#bytes, start, end, counted);
  }

  /** The first byte from `at` to `end` that does not continue a UTF-8 sequence: a wrong reference may point into one. */
  #characterStart(at: number, end: number): number {
    let start = at;
    while (start < end && ((this.#bytes[start] ?? 0) & 0xc0) === 0x80) start++;
    return start;
  }

  /** Rows come ascending, so the cursor only moves forward. */
  #isReferenced(rva: number): boolean {
    const { places } = this.#starts;
    while ((places[this.#place] ?? Infinity) < rva) this.#place++;
    return places[this.#place] === rva;
  }
}

/** Whether a text has so many bytes that are not the rarer controls: a table of 8s is no text. */
function hasLetters(bytes: Uint8Array, start: number, end: number, least: number): boolean {
  let missing = least;
  for (let at = start; at < end && missing > 0; at++) if (!isRareControl(bytes[at] ?? 0)) missing--;
  return missing === 0;
}
