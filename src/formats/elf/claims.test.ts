import { array, assert, integer, property, record } from "fast-check";
import { expect, test } from "vitest";
import { type Claim, divide } from "./claims.ts";

test("an earlier claim splits a later one that surrounds it", () => {
  const pieces = divide([
    { rva: 4, size: 2 },
    { rva: 0, size: 10 },
  ]);

  expect(pieces).toEqual([
    { claim: 1, rva: 0, size: 4 },
    { claim: 0, rva: 4, size: 2 },
    { claim: 1, rva: 6, size: 4 },
  ]);
});

test("every byte goes to the first claim that holds it, whatever the order and overlap", () => {
  const claim = record({ rva: integer({ min: 0, max: 60 }), size: integer({ min: 0, max: 20 }) });

  assert(
    property(array(claim, { maxLength: 12 }), (claims) => {
      const expected = Array.from({ length: 90 }, (_, at) => claims.findIndex((range) => holds(range, at)));

      const actual = Array.from({ length: 90 }, () => -1);
      for (const { claim: index, rva, size } of divide(claims)) actual.fill(index, rva, rva + size);

      expect(actual).toEqual(expected);
    }),
  );
});

test("a hundred thousand overlapping claims are divided in time that grows with their number", () => {
  const claims = Array.from({ length: 100_000 }, (_, index) => ({ rva: 100_000 - index, size: 1000 + index }));

  expect(divide(claims).length).toBeLessThanOrEqual(2 * claims.length);
});

function holds({ rva, size }: Claim, at: number): boolean {
  return at >= rva && at < rva + size;
}
