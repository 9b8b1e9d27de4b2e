import { expect, test } from "vitest";
import { nearestWords } from "./nearest.ts";

const COMMANDS = ["functions", "function", "strings", "imports", "exports", "disasm", "xrefs"];

test.each([
  ["functoins", ["functions"]],
  ["string", ["strings"]],
  ["imprts", ["imports"]],
  ["xref", ["xrefs"]],
])("%s is close to %j", (word, expected) => {
  expect(nearestWords(word, COMMANDS)).toEqual(expected);
});

test("a word like none of them has no suggestion", () => {
  expect(nearestWords("qqqq", COMMANDS)).toEqual([]);
  expect(nearestWords("functions".repeat(1000), COMMANDS)).toEqual([]);
});
