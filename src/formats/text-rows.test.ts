import { array, assert, property, string } from "fast-check";
import { expect, test } from "vitest";
import { TextRows } from "./text-rows.ts";

test("texts come out as they went in, whether as strings or as bytes", () => {
  assert(
    property(array(string({ unit: "grapheme" }), { maxLength: 200 }), (texts) => {
      const rows = new TextRows(1);
      for (const text of texts) {
        const bytes = Buffer.from(`<${text}>`);
        rows.add(text);
        rows.addBytes(bytes, 1, bytes.length - 1);
      }

      const { bytes, offsets } = rows.column();

      const read = Array.from(offsets.subarray(1), (end, row) =>
        Buffer.from(bytes.slice(offsets[row], end)).toString(),
      );
      expect(read).toEqual(texts.flatMap((text) => [text, text]));
    }),
  );
});
