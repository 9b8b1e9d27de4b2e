import { expect, test } from "vitest";
import { orderOf } from "./radix-sort.ts";

/** Rows by value, then by row, as a comparison says. */
function expected(values: Uint32Array | Float64Array): number[] {
  return Array.from(values.keys()).sort((left, right) => (values[left] ?? 0) - (values[right] ?? 0) || left - right);
}

/** Values that repeat: multiples of a prime, cut to `bits`. */
function scattered(length: number, bits: number): Uint32Array {
  return Uint32Array.from({ length }, (_, row) => (Math.imul(row, 0x9e37_79b1) >>> (32 - bits)) >>> 0);
}

test.each([
  ["no rows", 0, 8],
  ["few rows", 100, 5],
  ["many rows of one digit", 40_000, 10],
  ["many rows of all digits", 40_000, 32],
])("%s are ordered by value, then by row", (_, length, bits) => {
  const values = scattered(length, bits);

  const order = orderOf(values);

  expect(Array.from(order)).toEqual(expected(values));
});

test("values past 32 bits are ordered as well, and the values stay as they are", () => {
  const values = Float64Array.of(2 ** 40, 3, 2 ** 40, 2 ** 33);

  expect(Array.from(orderOf(values))).toEqual([1, 3, 0, 2]);
  expect(Array.from(values)).toEqual([2 ** 40, 3, 2 ** 40, 2 ** 33]);
});
