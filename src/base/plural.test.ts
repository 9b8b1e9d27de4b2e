import { expect, test } from "vitest";
import { plural } from "./plural.ts";

test("only a count of one takes the singular", () => {
  expect([0, 1, 2].map((count) => `${count} ${plural(count, "byte")}`)).toEqual(["0 bytes", "1 byte", "2 bytes"]);
  expect([1, 2].map((count) => plural(count, "match", "matches"))).toEqual(["match", "matches"]);
});
