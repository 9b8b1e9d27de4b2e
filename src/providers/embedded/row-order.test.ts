import { array, assert, maxSafeNat, nat, oneof, property } from "fast-check";
import { expect, test } from "vitest";
import { ascending, descending, sortEqualRuns } from "./row-order.ts";

const rowsOf = (values: readonly number[]): number[] => [...values.keys()];

test("ascending rows are those of a stable sort, for small and for huge values", () => {
  const value = oneof(nat(5), nat(), maxSafeNat());
  assert(
    property(array(value), (values) => {
      const expected = rowsOf(values).sort((left, right) => (values[left] ?? 0) - (values[right] ?? 0) || left - right);

      expect([...ascending(values)]).toEqual(expected);
    }),
  );
});

test("descending rows keep equal values in row order", () => {
  assert(
    property(array(oneof(nat(3), nat(0xffff_ffff))), (values) => {
      const expected = rowsOf(values).sort((left, right) => (values[right] ?? 0) - (values[left] ?? 0) || left - right);

      expect([...descending(Uint32Array.from(values))]).toEqual(expected);
    }),
  );
});

test("only rows of equal values change places", () => {
  const values = [1, 1, 2, 3, 3, 3];
  const rows = ascending(values);

  sortEqualRuns(rows, values, (left, right) => right - left);

  expect([...rows]).toEqual([1, 0, 2, 5, 4, 3]);
});
