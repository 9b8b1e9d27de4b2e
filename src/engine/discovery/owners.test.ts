import { array, assert, nat, property, record } from "fast-check";
import { expect, test } from "vitest";
import { Owners } from "./owners.ts";

test("neighbours of different functions are told apart, and the last word about an offset counts", () => {
  const owners = new Owners(64);

  owners.set(4, 7);
  owners.set(5, 8);
  owners.set(6, 7);
  owners.set(5, 7);
  owners.set(4, 9);

  expect([4, 5, 6].map((offset) => owners.at(offset))).toEqual([9, 7, 7]);
});

test("any order of settings answers like a table with an entry for each offset", () => {
  const setting = record({ offset: nat({ max: 4999 }), owner: nat({ max: 2 }) });

  assert(
    property(array(setting, { minLength: 0, maxLength: 6000, size: "max" }), (settings) => {
      const owners = new Owners(5000);
      const table = new Map<number, number>();
      for (const { offset, owner } of settings) {
        owners.set(offset, owner);
        table.set(offset, owner);
      }

      expect([...table.keys()].map((offset) => owners.at(offset))).toEqual([...table.values()]);
    }),
    { numRuns: 20 },
  );
});
