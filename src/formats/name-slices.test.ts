import { array, assert, constantFrom, property, string } from "fast-check";
import { expect, test } from "vitest";
import { NameSlices } from "./name-slices.ts";

/** Names that are alike, with characters of one to four bytes of UTF-8. */
const names = array(string({ unit: constantFrom("a", "b", "\u00e9", "\ud7ff", "\ue000", "\uffff", "\u{10000}") }), {
  minLength: 1,
});

test("names sort as the strings do", () => {
  assert(
    property(names, (texts) => {
      const slices = NameSlices.of(texts);

      const rows = [...texts.keys()].sort((left, right) => slices.compare(left, right));

      expect(rows.map((row) => slices.at(row))).toEqual([...texts].sort());
    }),
  );
});

test("a name is where the same bytes are", () => {
  const slices = NameSlices.of(["start", "tart", "art"]);
  const bytes = Buffer.from("started");

  const found = [0, 1, 2].map((row) => [0, 1, 2].filter((at) => slices.isAt(row, bytes, at)));

  expect(found).toEqual([[0], [1], [2]]);
});
