/** Maximal runs of text in bytes that hold anything. */
import { BYTE, BYTE_CLASS, isTextUnit, sequenceLength } from "./characters.ts";

export interface RunVisitor {
  /** A run of at least `minimum` bytes; `ascii` is false when it has UTF-8 sequences. Ascending and disjoint. */
  text(start: number, end: number, ascii: boolean): void;
  /** UTF-16 text of at least `UNITS` units from `start` to `end`, its terminator behind it. */
  wide(start: number, end: number): void;
}

/** Shortest UTF-16 text, in units. */
export const UNITS = 5;

/** Finds every run of `bytes` in one pass. UTF-16 is found from its first ASCII unit on. */
export function scanRuns(bytes: Uint8Array, minimum: number, bigEndian: number, visitor: RunVisitor): void {
  const size = bytes.length;
  let at = 0;
  while (at < size) {
    if (BYTE_CLASS[bytes[at] ?? 0] === BYTE.OTHER) {
      at++;
      continue;
    }
    const start = at;
    let ascii = true;
    for (;;) {
      while (at < size && BYTE_CLASS[bytes[at] ?? 0] === BYTE.TEXT) at++;
      const sequence = at < size && BYTE_CLASS[bytes[at] ?? 0] === BYTE.LEAD ? sequenceLength(bytes, at) : 0;
      if (sequence === 0) break;
      ascii = false;
      at += sequence;
    }
    if (at - start >= minimum) visitor.text(start, at, ascii);
    else if (at - start === 1 && ascii) at = scanWide(bytes, start, bigEndian, visitor);
    else if (at === start) at++;
  }
}

/** UTF-16 whose first unit holds the ASCII byte at `start`; returns where to go on. `bigEndian` is 0 or 1. */
function scanWide(bytes: Uint8Array, start: number, bigEndian: number, visitor: RunVisitor): number {
  const first = start - bigEndian;
  const zeros = bytes[first + 1 - bigEndian] === 0 && bytes[first + 3 - bigEndian] === 0;
  if (!zeros || first < 0) return start + 1;
  let end = first;
  while (end + 2 <= bytes.length && isTextUnit(unitAt(bytes, end, bigEndian))) end += 2;
  const terminated = end + 2 <= bytes.length && unitAt(bytes, end, bigEndian) === 0;
  const found = terminated && end - first >= UNITS * 2 && isVaried(bytes, start, end);
  if (found) visitor.wide(first, end);
  // Never back into what was looked at: a long table of small numbers would be read once for each of them.
  return Math.max(end, start + 1);
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

function unitAt(bytes: Uint8Array, at: number, bigEndian: number): number {
  return (bytes[at + bigEndian] ?? 0) | ((bytes[at + 1 - bigEndian] ?? 0) << 8);
}
