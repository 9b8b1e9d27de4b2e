/**
 * Maximal runs of text in bytes that hold anything.
 *
 * The loops read typed arrays `as number`: their indexes are in range, and a default value for each read makes the
 * pass over a large file a third slower.
 */
import { ByteList, IntList } from "../lists.ts";
import { BYTE, BYTE_CLASS, isTextUnit, sequenceLength, unitAt } from "./characters.ts";

/** Runs by their offsets, ascending and disjoint. */
export interface Runs {
  readonly start: IntList;
  /** One past the last byte; the terminator of UTF-16 is not counted. */
  readonly end: IntList;
  /** 1 for UTF-16, 0 for ASCII and UTF-8. */
  readonly wide: ByteList;
}

/** Shortest UTF-16 text, in units. */
export const UNITS = 5;

/**
 * Finds every run of ASCII and UTF-8 of at least `minimum` bytes, which is 2 or more, and of UTF-16 that a NUL unit ends, in one pass.
 * UTF-16 is found by two ASCII units that follow each other in it. `bigEndian` is 0 or 1.
 */
export function scanRuns(bytes: Uint8Array, minimum: number, bigEndian: number): Runs {
  const runs = { start: new IntList(), end: new IntList(), wide: new ByteList() };
  let at = 0;
  let taken = 0;
  for (let start = nextText(bytes, at); start < bytes.length; start = nextText(bytes, at)) {
    at = endOfText(bytes, start);
    if (at - start >= minimum) add(runs, start, at, 0);
    else if (at - start === 1 && isBetweenZeros(bytes, start, bigEndian)) {
      at = scanWide(bytes, floorOf(bytes, taken, start), start, bigEndian, runs);
    }
    if (at > start) taken = at;
    else at++;
  }
  return runs;
}

function add(runs: Runs, start: number, end: number, wide: number): void {
  runs.start.push(start);
  runs.end.push(end);
  runs.wide.push(wide);
}

/**
 * The first byte from `at` on that may begin a text of two bytes or of UTF-16. A loop of its own, with one look at two
 * bytes for each: most time of a scan goes by in it, and most bytes of tables that look like text stand alone.
 */
function nextText(bytes: Uint8Array, at: number): number {
  const last = bytes.length - 1;
  if (at > last) return bytes.length;
  let pair = (bytes[at] as number) << 8;
  for (let next = at; next < last; next++) {
    pair = (pair >> 8) | ((bytes[next + 1] as number) << 8);
    if (BEGINS[pair] === 1) return next;
  }
  return BYTE_CLASS[bytes[last] as number] === BYTE.OTHER ? bytes.length : last;
}

/** 1 for pairs, the second byte times 256 and the first, of text and text or NUL, or of a lead byte and what may follow it. */
const BEGINS = beginnings();

function beginnings(): Uint8Array {
  const pairs = new Uint8Array(1 << 16);
  const afterText = BYTE_CLASS.map((kind) => Number(kind === BYTE.TEXT));
  const afterLead = BYTE_CLASS.map((kind) => Number(kind === BYTE.LEAD));
  for (let second = 0; second < 256; second++) {
    if (second === 0 || BYTE_CLASS[second] !== BYTE.OTHER) pairs.set(afterText, second << 8);
    else if ((second & 0xc0) === 0x80) pairs.set(afterLead, second << 8);
  }
  return pairs;
}

/** Where UTF-16 may begin: behind what was taken and behind the last byte of text, which `nextText` may have passed. */
function floorOf(bytes: Uint8Array, taken: number, start: number): number {
  let floor = start;
  while (floor > taken && BYTE_CLASS[bytes[floor - 1] as number] !== BYTE.TEXT) floor--;
  return floor;
}

/** End of the text that starts at `start`; `start` itself where an invalid UTF-8 sequence stands. */
function endOfText(bytes: Uint8Array, start: number): number {
  let at = start;
  for (;;) {
    while (at < bytes.length && BYTE_CLASS[bytes[at] as number] === BYTE.TEXT) at++;
    if (at >= bytes.length || BYTE_CLASS[bytes[at] as number] === BYTE.OTHER) return at;
    const size = sequenceLength(bytes, at);
    if (size === 0) return at;
    at += size;
  }
}

/** Whether the byte at `at` and the next but one may be ASCII in UTF-16. */
function isBetweenZeros(bytes: Uint8Array, at: number, bigEndian: number): boolean {
  const zero = bigEndian === 0 ? at + 1 : at - 1;
  return bytes[zero] === 0 && bytes[zero + 2] === 0;
}

/** UTF-16 of which one unit holds the ASCII byte at `at`, none before `floor`; returns where to go on. */
function scanWide(bytes: Uint8Array, floor: number, at: number, bigEndian: number, runs: Runs): number {
  const unit = at - bigEndian;
  if (unit < floor) return at + 1;
  const end = endOfUnits(bytes, unit, bigEndian);
  const start = startOfUnits(bytes, unit, floor, bigEndian);
  const terminated = end + 2 <= bytes.length && unitAt(bytes, end, bigEndian) === 0;
  const found = terminated && end - start >= UNITS * 2 && isVaried(bytes, start + bigEndian, end);
  if (found) add(runs, start, end, 1);
  // Never back into what was looked at: a long table of small numbers would be read once for each of them.
  return Math.max(end, at + 1);
}

// Loops of their own: V8 leaves a compiled loop through the interpreter where the code behind it had not run before.

/** End of the text units that begin at `unit`. */
function endOfUnits(bytes: Uint8Array, unit: number, bigEndian: number): number {
  let end = unit;
  while (end + 2 <= bytes.length && isTextUnit(unitAt(bytes, end, bigEndian))) end += 2;
  return end;
}

/** Start, not before `floor`, of the text units that end at `unit`. */
function startOfUnits(bytes: Uint8Array, unit: number, floor: number, bigEndian: number): number {
  let start = unit;
  while (start - 2 >= floor && isTextUnit(unitAt(bytes, start - 2, bigEndian))) start -= 2;
  return start;
}

/** Tables of 16-bit numbers repeat few values; words have at least three different letters. */
function isVaried(bytes: Uint8Array, start: number, end: number): boolean {
  const first = bytes[start] ?? 0;
  let second = first;
  for (let at = start + 2; at < end; at += 2) {
    const value = bytes[at] ?? 0;
    if (value === first || value === second) continue;
    if (second !== first) return true;
    second = value;
  }
  return false;
}
