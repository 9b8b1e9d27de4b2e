/** What is known about each byte of code space while functions are searched: one byte of bits each. */

export const MARK = {
  /** An instruction starts here. */
  INSTRUCTION: 1,
  /** A block starts here. */
  LEADER: 2,
  /** Part of an instruction or of a jump table. */
  COVERED: 4,
  /** A function starts here. */
  FUNCTION: 8,
  /** Part of a jump table. */
  TABLE: 16,
  /** A conditional branch, a jump table or an exception leads here. */
  INNER: 32,
  /**
   * The instruction that starts here goes on with the next, refers to nothing and shares no byte with another: the
   * covered bytes behind it up to the next instruction or table are its own, and nobody has to decode it again.
   */
  PLAIN: 64,
  /** Any of the bits at which a walk has to look twice: INSTRUCTION, FUNCTION, TABLE. */
  STOP: 1 | 8 | 16,
} as const;

/** An instruction in `[at, next)` was found to share bytes with others, which are no longer than `longest`. */
export function forgetPlain(marks: Uint8Array, at: number, next: number, longest: number): void {
  for (let other = Math.max(0, at - longest + 1); other < next; other++) {
    marks[other] = (marks[other] as number) & ~MARK.PLAIN;
  }
}

/** End of the plain instruction at `at`. */
export function endOfPlain(marks: Uint8Array, at: number): number {
  let end = at + 1;
  while (((marks[end] as number) & INSIDE) === MARK.COVERED) end++;
  return end;
}

/** Bits by which the inside of an instruction is told from other covered bytes. */
const INSIDE = MARK.COVERED | MARK.INSTRUCTION | MARK.TABLE;

/** Offset of the last instruction that starts before `position`, -1 when none starts within `reach` bytes. */
export function previousInstruction(marks: Uint8Array, position: number, reach: number): number {
  const stop = Math.max(0, position - reach);
  for (let at = position - 1; at >= stop; at--) {
    if (((marks[at] ?? 0) & MARK.INSTRUCTION) !== 0) return at;
  }
  return -1;
}

/** The marks of code space, and the same memory four bytes at a time. */
export interface MarkedBytes {
  readonly marks: Uint8Array;
  readonly markWords: Int32Array;
}

/** Marks for `size` bytes or a few more. */
export function unmarked(size: number): MarkedBytes {
  const markWords = new Int32Array((size + 3) >>> 2);
  return { marks: new Uint8Array(markWords.buffer), markWords };
}

/** First offset in `[from, end)` that is part of nothing known; `end` when there is none. */
export function firstUncovered({ marks, markWords }: MarkedBytes, from: number, end: number): number {
  let at = from;
  for (; at < end; at++) {
    if ((at & 3) === 0)
      while (at + 4 <= end && ((markWords[at >> 2] as number) & FOUR_COVERED) === FOUR_COVERED) at += 4;
    if (at >= end || ((marks[at] as number) & MARK.COVERED) === 0) break;
  }
  return at;
}

const FOUR_COVERED = MARK.COVERED * 0x01_01_01_01;
