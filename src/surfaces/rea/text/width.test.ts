import { expect, test } from "vitest";
import { cutToWidth, displayWidth, padStart } from "./width.ts";

test("wide characters take two columns and combining marks none", () => {
  expect(displayWidth("日本")).toBe(4);
  expect(displayWidth("e\u0301")).toBe(1);
  expect(displayWidth("größe")).toBe(5);
});

test("a cut text fills the width and ends with the mark", () => {
  expect(cutToWidth("abcdef", 4)).toBe("abc…");
  expect(cutToWidth("日本語", 4)).toBe("日…");
  expect(cutToWidth("abcd", 4)).toBe("abcd");
});

test("padding counts columns, not characters", () => {
  expect(padStart("日", 4)).toBe("  日");
});
