/** Fields of A64 instructions (Arm Architecture Reference Manual, part C4): read on demand from the word of one. */

/** Not the number of a general register. */
export const NO_REGISTER = -1;

/**
 * General register that an instruction sets, the first of two; `NO_REGISTER` when it sets none, only writes back a base
 * register, or is a branch. Writes to `xzr` and `sp` count as none.
 */
export function destinationOf(word: number): number {
  const register = word & 31;
  return register !== 31 && setsRegister(word) ? register : NO_REGISTER;
}

function setsRegister(word: number): boolean {
  switch ((word >>> 25) & 15) {
    case 8:
    case 9:
      return true;
    case 5:
    case 13:
      return (word & 0x1fe0_0000) !== 0x1a40_0000;
    case 4:
    case 6:
    case 12:
    case 14:
      return isGeneralLoad(word);
    default:
      return false;
  }
}

function isGeneralLoad(word: number): boolean {
  if ((word & 0x0400_0000) !== 0) return false;
  switch ((word >>> 28) & 3) {
    case 0:
    case 2:
      return (word & 0x0040_0000) !== 0;
    case 1:
      return word >>> 30 !== 3;
    default:
      return (word & 0x00c0_0000) !== 0;
  }
}

/** Register Rn, bits 5 to 9. */
export function baseOf(word: number): number {
  return (word >>> 5) & 31;
}

/** Register Rm, bits 16 to 20. */
export function indexOf(word: number): number {
  return (word >>> 16) & 31;
}

/** `cmp` or `subs` of an immediate: that immediate; -1 for other instructions. */
export function comparedWith(word: number): number {
  if ((word & 0x7f80_0000) !== 0x7100_0000) return -1;
  return immediate12(word);
}

/** Unsigned immediate of `add` and `sub`, shifted as the instruction says. */
export function immediate12(word: number): number {
  return ((word >>> 10) & 0xfff) << ((word & 0x0040_0000) === 0 ? 0 : 12);
}

/** Mask of `and` with an immediate of the form 2^n - 1; 0 for other instructions. */
export function lowMask(word: number): number {
  const isAnd = (word & 0x7f80_0000) === 0x1200_0000;
  // Rotation 0; a run of `imms + 1` ones, in an element of 32 or 64 bits.
  const element = (word & 0x003f_0000) === 0 && ((word & 0x0040_0000) !== 0 || (word & 0x8000) === 0);
  const ones = ((word >>> 10) & 63) + 1;
  return isAnd && element && ones < 31 ? 2 ** ones - 1 : 0;
}

/** Value that `movz` gives its register, or `mov` as `orr` of small runs of ones; -1 for other instructions. */
export function movedConstant(word: number): number {
  if ((word & 0x7f80_0000) === 0x5280_0000) return ((word >>> 5) & 0xffff) * 2 ** (((word >>> 21) & 3) * 16);
  if ((word & 0x7f80_03e0) !== 0x3200_03e0) return -1;
  return lowMask((word & ~0x6000_0000) | 0) || -1;
}
