import fc from "fast-check";
import { expect, test } from "vitest";
import { escapeText } from "./escape.ts";

test.each([
  ["a terminal title", "\u001b]0;owned\u0007", "\\x1b]0;owned\\x07"],
  ["a C1 control sequence introducer", "\u009b31m", "\\x9b31m"],
  ["line ends and tabs", "a\r\n\tb", "a\\r\\n\\tb"],
  ["a right-to-left override", "exe\u202egpj.", "exe\\u202egpj."],
  ["isolates and marks", "\u2066\u2069\u200f", "\\u2066\\u2069\\u200f"],
  ["zero width characters", "ma\u200bin\ufeff", "ma\\u200bin\\ufeff"],
  ["tags that hide text", "x\u{e0041}", "x\\u{e0041}"],
  ["line separators", "\u2028\u2029", "\\u2028\\u2029"],
  ["a lone surrogate", "\ud800", "\\ud800"],
  ["delete", "\u007f", "\\x7f"],
])("%s is shown escaped", (_what, text, shown) => {
  expect(escapeText(text)).toBe(shown);
});

test("text that people read stays as it is", () => {
  const text = "C:\\tmp größe 日本語 'quoted' \"%s\" naïve — ✓";

  expect(escapeText(text)).toBe(text);
});

test("whatever the text, no control or format character is left", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(escapeText(text)).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
    }),
  );
});
