/** Addresses as columns: the space by its index, the offset as two words of 32 bits. */
import type { Address } from "../../../contracts/ghidr/address.ts";

/** A space, and how many hexadecimal digits its offsets are padded to. */
export interface Space {
  readonly name: string;
  readonly digits: number;
}

/** Rows of addresses; a row whose space is `NOWHERE` has none. */
export interface AddressColumns {
  readonly space: Uint16Array;
  readonly high: Uint32Array;
  readonly low: Uint32Array;
}

export const NOWHERE = 0xffff;

export function newAddressColumns(rows: number): AddressColumns {
  return { space: new Uint16Array(rows), high: new Uint32Array(rows), low: new Uint32Array(rows) };
}

/** Sets a row from the digits of an offset, without `0x`; throws a `RangeError` for what is no such row. */
export function setAddress(columns: AddressColumns, row: number, space: number, digits: string): void {
  if (!Number.isInteger(space) || space < 0 || space >= NOWHERE || !/^[0-9a-f]{1,16}$/u.test(digits)) {
    throw new RangeError("an address is malformed");
  }
  columns.space[row] = space;
  const { high, low } = wordsOf(digits);
  columns.high[row] = high;
  columns.low[row] = low;
}

export function addressAt(columns: AddressColumns, row: number, spaces: readonly Space[]): Address | null {
  const space = spaces[columns.space[row] ?? NOWHERE];
  if (space === undefined) return null;
  const high = columns.high[row] ?? 0;
  const low = (columns.low[row] ?? 0).toString(16);
  const digits = high === 0 ? low : `${high.toString(16)}${low.padStart(WORD_DIGITS, "0")}`;
  return { space: space.name, offset: `0x${digits.padStart(space.digits, "0")}` };
}

/** An address to look for among columns. */
export interface Sought {
  readonly space: number;
  readonly high: number;
  readonly low: number;
}

/** The address in the terms of the columns; its space is -1 when they do not know it. */
export function soughtOf({ space, offset }: Address, spaces: readonly Space[]): Sought {
  return { space: spaces.findIndex(({ name }) => name === space), ...wordsOf(offset.slice("0x".length)) };
}

function wordsOf(digits: string): { readonly high: number; readonly low: number } {
  return {
    high: digits.length > WORD_DIGITS ? Number.parseInt(digits.slice(0, -WORD_DIGITS), 16) : 0,
    low: Number.parseInt(digits.slice(-WORD_DIGITS), 16),
  };
}

export function isAt(columns: AddressColumns, row: number, { space, high, low }: Sought): boolean {
  return columns.low[row] === low && columns.high[row] === high && columns.space[row] === space;
}

/** Digits of a word of 32 bits. */
const WORD_DIGITS = 8;
