import { expect, test } from "vitest";
import { paintC } from "./c-colour.ts";
import { COLOURED, PLAIN } from "./style.ts";

const NAMED = {
  ...PLAIN,
  ...Object.fromEntries(Object.keys(PLAIN).map((key) => [key, (text: string) => `<${key}:${text}>`])),
};

test.each([
  ["int main(int argc,char **argv)", "<blue:int> <yellow:main>(<blue:int> argc,<blue:char> **argv)"],
  ['  puts("a \\"b\\" // c");', '  <yellow:puts>(<green:"a \\"b\\" // c">);'],
  ["  if (x == 0x1f) { return -1; }", "  <magenta:if> (x == <cyan:0x1f>) { <magenta:return> -<cyan:1>; }"],
  ["  x = y; // why", "  x = y; <dim:// why>"],
  ["  c = '\\'';", "  c = <green:'\\''>;"],
  ["  size_t n; undefined8 u;", "  <blue:size_t> n; <blue:undefined8> u;"],
])("%s", (line, painted) => {
  expect(paintC(line, NAMED)).toBe(painted);
});

test("without colours a line is what it was", () => {
  const line = 'x = f("\\n", 1.5e3) /* y */ + \'"\' + "unfinished';

  expect(paintC(line, PLAIN)).toBe(line);
  // oxlint-disable-next-line no-control-regex
  expect(paintC(line, COLOURED).replaceAll(/\u001b\[\d+m/gu, "")).toBe(line);
});
