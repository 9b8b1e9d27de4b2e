import { expect, test } from "vitest";
import { COLOURED, PLAIN, styleFor } from "./style.ts";

test.each([
  ["a terminal", {}, true, COLOURED],
  ["a pipe", {}, false, PLAIN],
  ["a terminal with NO_COLOR", { NO_COLOR: "1" }, true, PLAIN],
  ["an empty NO_COLOR, which says nothing", { NO_COLOR: "" }, true, COLOURED],
  ["a pipe with FORCE_COLOR", { FORCE_COLOR: "1" }, false, COLOURED],
  ["FORCE_COLOR over NO_COLOR", { FORCE_COLOR: "1", NO_COLOR: "1" }, true, COLOURED],
  ["FORCE_COLOR=0", { FORCE_COLOR: "0" }, true, PLAIN],
  ["a dumb terminal", { TERM: "dumb" }, true, PLAIN],
])("auto on %s", (_what, environment, terminal, style) => {
  expect(styleFor("auto", environment, terminal)).toBe(style);
});

test("an explicit choice outranks the environment", () => {
  expect(styleFor("always", { NO_COLOR: "1" }, false)).toBe(COLOURED);
  expect(styleFor("never", { FORCE_COLOR: "1" }, true)).toBe(PLAIN);
});
