import { expect, test } from "vitest";
import { barLine } from "./progress-bar.ts";

test("a quarter fills a quarter of the bar", () => {
  expect(barLine("decoding", 0.25, 80)).toBe("[######..................]  25 % decoding");
});

test("whatever is reported, the bar stays within its ends and the terminal", () => {
  expect(barLine("x", 7, 80)).toContain("[########################] 100 %");
  expect(barLine("x", -1, 80)).toContain("[........................]   0 %");
  expect(barLine("a long stage", 0.5, 30)).toHaveLength(29);
});
