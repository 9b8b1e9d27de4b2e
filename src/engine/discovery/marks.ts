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
  /** A conditional branch or a jump table leads here. */
  INNER: 32,
  /** Any of the bits at which a walk has to look twice: INSTRUCTION, FUNCTION, TABLE. */
  STOP: 1 | 8 | 16,
} as const;

/** Offset of the last instruction that starts before `position`, -1 when none starts within `reach` bytes. */
export function previousInstruction(marks: Uint8Array, position: number, reach: number): number {
  const stop = Math.max(0, position - reach);
  for (let at = position - 1; at >= stop; at--) {
    if (((marks[at] ?? 0) & MARK.INSTRUCTION) !== 0) return at;
  }
  return -1;
}

/** First offset in `[from, end)` that is part of nothing known; `end` when there is none. */
export function firstUncovered(marks: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < end && ((marks[at] ?? 0) & MARK.COVERED) !== 0) at++;
  return at;
}
