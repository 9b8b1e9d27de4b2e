import { expect, test } from "vitest";
import { printable } from "./printable.ts";

test("control sequences, line ends and bidirectional marks are shown, not obeyed", () => {
  const hostile = "a\u001b[31mred\nb\u202ec\u0085d\u200be\u0000\u007f\u{e0041}\ud800";

  expect(printable(hostile)).toBe("a\\x1b[31mred\\nb\\u202ec\\x85d\\u200be\\0\\x7f\\u{e0041}\\ud800");
});

test("ordinary text of any script stays as it is", () => {
  const text = "C:\\temp %s naïve 漢字 😀 عربي";

  expect(printable(text)).toBe(text);
});
