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

/**
 * Number of values that an instruction leaves its register: `and` with a run of low bits, extraction of a field, a load of
 * a byte; 0 for other instructions.
 */
export function valuesOf(word: number): number {
  if ((word & 0xffc0_0000) === 0x3940_0000 || (word & 0xffe0_0000) === 0x3840_0000) return 0x100;
  const lowest = (word >>> 16) & 63;
  const highest = (word >>> 10) & 63;
  // `ubfm`: bits `lowest` to `highest`, which is the last one for a shift to the right.
  if ((word & 0x7f80_0000) === 0x5300_0000)
    return highest >= lowest && highest - lowest < 16 ? 2 ** (highest - lowest + 1) : 0;
  return lowBits(word) < 16 ? 2 ** lowBits(word) : 0;
}

/** How many low bits `and` with an immediate keeps, when it keeps just those; infinite for other instructions. */
function lowBits(word: number): number {
  // Rotation 0; a run of ones in an element of 64 or 32 bits.
  const isRun = (word & 0x003f_0000) === 0 && ((word & 0x0040_0000) !== 0 || (word & 0x8000) === 0);
  return (word & 0x7f80_0000) === 0x1200_0000 && isRun ? ((word >>> 10) & 63) + 1 : Infinity;
}

/** Value that `movz` gives its register, or `mov` of a run of low ones; -1 for other instructions. */
export function movedConstant(word: number): number {
  if ((word & 0x7f80_0000) === 0x5280_0000) return ((word >>> 5) & 0xffff) * 2 ** (((word >>> 21) & 3) * 16);
  if ((word & 0x7f80_03e0) !== 0x3200_03e0) return -1;
  const bits = lowBits(word & ~0x6000_0000);
  return bits < 32 ? 2 ** bits - 1 : -1;
}

/** Number of the stack cell that `ldr x, [sp or x29, #n]` reads; `undefined` for other instructions. */
export function stackCellRead(word: number): number | undefined {
  return (word & 0xffc0_0000) >>> 0 === 0xf940_0000 ? cellAt(baseOf(word), (word >>> 10) & 0xfff) : undefined;
}

/** Register that `str` or `stp` of 64-bit registers puts into the stack cell. */
export function registerStoredTo(word: number, cell: number): number | undefined {
  const store = storeOf(word);
  if (store === undefined) return undefined;
  const first = store.displacement >> 3;
  if (cellAt(baseOf(word), first) === cell) return store.first;
  return cellAt(baseOf(word), first + 1) === cell ? store.second : undefined;
}

/** What `str` or `stp` of 64-bit registers with an offset, not written back, stores where. */
export function storeOf(
  word: number,
): { readonly first: number; readonly second?: number; readonly displacement: number } | undefined {
  const kind = (word & 0xffc0_0000) >>> 0;
  if (kind === 0xf900_0000) return { first: word & 31, displacement: ((word >>> 10) & 0xfff) * 8 };
  if (kind !== 0xa900_0000) return undefined;
  return { first: word & 31, second: (word >>> 10) & 31, displacement: ((word << 10) >> 25) * 8 };
}

/** Number of the cell of 8 bytes at `index` from `sp` (register 31) or `x29`; `undefined` for other bases. */
function cellAt(base: number, index: number): number | undefined {
  return index < 0 || (base !== 31 && base !== 29) ? undefined : index * 32 + base;
}
