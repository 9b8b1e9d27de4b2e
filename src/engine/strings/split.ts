/** Divides a run of text in which counted strings abut. */
import { firstAtLeast } from "../columns.ts";
import { type CountedTexts, LENGTH_LIMIT } from "./counted.ts";

/** What the program says about where texts start and how long they are. */
export interface TextStarts {
  /** Referenced addresses, ascending. */
  readonly places: Float64Array;
  readonly counted: CountedTexts;
}

/** A part of a run; `known` when a reference or a length says that it starts there. */
export type PieceVisitor = (start: number, end: number, known: boolean) => void;

/**
 * Whether the run from `start` to `end` is more than one text: a length ends inside it, where something else is known
 * to start, or begins inside it. A lone length that fits nothing else is more likely a number beside a C string.
 */
export function isDivided(starts: TextStarts, start: number, end: number, terminated: boolean): boolean {
  const { counted } = starts;
  for (let row = firstAtLeast(counted, start * LENGTH_LIMIT); row < counted.length; row++) {
    const from = startOf(counted, row);
    if (from >= end) return false;
    const to = from + lengthOf(counted, row);
    if (to > end) continue;
    if (from > start || !terminated || (to < end && isStart(starts, to))) return true;
  }
  return false;
}

/** Whether something gives exactly this text's start and length. */
export function isCounted(starts: TextStarts, start: number, end: number): boolean {
  const entry = start * LENGTH_LIMIT + (end - start);
  return starts.counted[firstAtLeast(starts.counted, entry)] === entry;
}

/** Calls `visit` with the parts of a divided run, ascending and disjoint, all of its text in one of them. */
export function splitRun(starts: TextStarts, start: number, end: number, visit: PieceVisitor): void {
  let at = start;
  let place = firstAtLeast(starts.places, start);
  let row = firstAtLeast(starts.counted, start * LENGTH_LIMIT);
  while (at < end) {
    while ((starts.places[place] ?? end) < at) place++;
    while (row < starts.counted.length && startOf(starts.counted, row) < at) row++;
    const next = Math.min(starts.places[place] ?? end, startOf(starts.counted, row), end);
    if (next > at) {
      visit(at, next, false);
      at = next;
      continue;
    }
    const to = endOf(starts, at, end, place, row);
    visit(at, to, true);
    at = to;
  }
}

/** End of the text at `at`: by its longest length that ends at a known place or before the next, else the next place. */
function endOf(starts: TextStarts, at: number, end: number, place: number, row: number): number {
  const { places, counted } = starts;
  let after = place;
  while ((places[after] ?? end) <= at) after++;
  let last = row;
  while (startOf(counted, last) === at) last++;
  const next = Math.min(places[after] ?? end, startOf(counted, last), end);
  for (let index = last - 1; index >= row; index--) {
    const to = at + lengthOf(counted, index);
    if (to === at) return next;
    if (to <= next || to === end || (to < end && isStart(starts, to))) return to;
  }
  return next;
}

function isStart(starts: TextStarts, rva: number): boolean {
  if (starts.places[firstAtLeast(starts.places, rva)] === rva) return true;
  return startOf(starts.counted, firstAtLeast(starts.counted, rva * LENGTH_LIMIT)) === rva;
}

/** Start in an entry; infinite past the last. */
function startOf(counted: CountedTexts, row: number): number {
  return Math.floor((counted[row] ?? Infinity) / LENGTH_LIMIT);
}

function lengthOf(counted: CountedTexts, row: number): number {
  return (counted[row] ?? 0) % LENGTH_LIMIT;
}
