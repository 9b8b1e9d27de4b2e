import { expect, test } from "vitest";
import { entropyOf } from "./entropy.ts";

test("no bytes have no entropy, equal bytes have none to tell", () => {
  expect(entropyOf(new Uint8Array(0))).toBeUndefined();
  expect(entropyOf(new Uint8Array(1000).fill(7))).toBe(0);
});

test("all values equally often are eight bits a byte", () => {
  expect(entropyOf(Uint8Array.from({ length: 4096 }, (_, at) => at & 255))).toBe(8);
});

test("two values in the shares one and three quarters give the sum of the definition", () => {
  const expected = 0.25 * 2 + 0.75 * Math.log2(4 / 3);

  expect(entropyOf(Uint8Array.of(1, 0, 0, 0))).toBeCloseTo(expected, 12);
});

test.each([0, 1, 2, 3])("a large view that starts %i bytes into its buffer counts every byte", (start) => {
  const size = (1 << 20) + 3;
  const buffer = new Uint8Array(size + start);
  buffer.fill(1, start, start + 1 + (size >> 2));
  const share = (1 + (size >> 2)) / size;

  const expected = -share * Math.log2(share) - (1 - share) * Math.log2(1 - share);
  expect(entropyOf(buffer.subarray(start))).toBeCloseTo(expected, 9);
});
