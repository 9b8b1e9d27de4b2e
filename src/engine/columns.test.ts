import { expect, test } from "vitest";
import { textAt, textColumn } from "./columns.ts";

test("texts come back whole, those of several bytes a letter and empty ones too", () => {
  const texts = [
    "main",
    "",
    "größe",
    "名前",
    "😀".repeat(1000),
    "end",
    ...Array.from({ length: 5000 }, (_, n) => `${n}`),
  ];

  const column = textColumn(texts);

  expect(texts.map((_, index) => textAt(column, index))).toEqual(texts);
  expect(column.bytes.length).toBe(Buffer.byteLength(texts.join("")));
  expect(column.offsets.length).toBe(texts.length + 1);
});
