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
  const fast = bytes[first + 1 - bigEndian] === 0 && bytes[first + 3 - bigEndian] === 0;
  if (!fast || first < 0) return start + 1;
  let end = first;
  while (end + 2 <= bytes.length && isTextUnit(unitAt(bytes, end, bigEndian))) end += 2;
  const terminated = end + 2 <= bytes.length && unitAt(bytes, end, bigEndian) === 0;
  if (!terminated || end - first < UNITS * 2) return start + 1;
  visitor.wide(first, end);
  return end + 2;
}

function unitAt(bytes: Uint8Array, at: number, bigEndian: number): number {
  return ((bytes[at + bigEndian] ?? 0) | ((bytes[at + 1 - bigEndian] ?? 0) << 8)) >>> 0;
}
