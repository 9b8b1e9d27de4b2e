import { expect, test } from "vitest";
import { CANDIDATE_CHARACTERS, compilePattern, type Pattern } from "./text-match.ts";

const pattern = (text: string, options: Partial<Pattern> = {}): Pattern => ({
  pattern: text,
  regex: false,
  ignore_case: false,
  scan_limit: 1_000_000,
  ...options,
});

test("a literal is found anywhere and its dots are dots", async () => {
  const match = await compilePattern(pattern("a.b"));

  expect(match.matches("xa.bx")).toBe(true);
  expect(match.matches("axb")).toBe(false);
});

test("case matters unless it is said not to", async () => {
  const strict = await compilePattern(pattern("Error"));
  const loose = await compilePattern(pattern("Error", { ignore_case: true }));
  const looseRegex = await compilePattern(pattern("err.r", { ignore_case: true, regex: true }));

  expect(strict.matches("fatal ERROR")).toBe(false);
  expect(loose.matches("fatal ERROR")).toBe(true);
  expect(looseRegex.matches("fatal ERROR")).toBe(true);
});

test("a literal search has no budget", async () => {
  const match = await compilePattern(pattern("z", { scan_limit: 1 }));

  expect(match.matches("x".repeat(10_000) + "z")).toBe(true);
  expect(match.exhausted).toBeUndefined();
});

test("a regular expression stops once its characters are spent and says what raises the bound", async () => {
  const match = await compilePattern(pattern("b+$", { regex: true, scan_limit: 10 }));

  expect(match.matches("aaaab")).toBe(true);
  expect(match.matches("aaaaa")).toBe(false);
  expect(match.exhausted).toBeUndefined();
  expect(match.matches("b")).toBe(false);
  expect(match.exhausted).toMatchObject({ kind: "scan", limit: 10, raise_with: "scan_limit" });
});

test("an empty candidate costs nothing and never exhausts", async () => {
  const match = await compilePattern(pattern("^$", { regex: true, scan_limit: 1 }));

  expect(match.matches("")).toBe(true);
  expect(match.exhausted).toBeUndefined();
});

test("a candidate over 4,096 characters is searched in its head, and the rest is reported", async () => {
  const match = await compilePattern(pattern("end$", { regex: true }));

  expect(match.matches("x".repeat(CANDIDATE_CHARACTERS) + "end")).toBe(false);
  expect(match.limits).toMatchObject([{ kind: "text", limit: 4096 }]);
});

test("a pattern that expands to a large program spends the budget faster", async () => {
  const match = await compilePattern(pattern("[ab]*a[ab]{900}[cd]", { regex: true }));

  let scanned = 0;
  while (match.exhausted === undefined) {
    match.matches("b".repeat(1000));
    scanned += 1000;
  }

  expect(scanned).toBeLessThan(100_000);
});

test.each(["a(", "(?=x)", "(a)\\1", "x{5000}", "[z-a]", "*"])("%s is refused with the reason of RE2", async (text) => {
  const compiled = compilePattern(pattern(text, { regex: true }));

  await expect(compiled).rejects.toMatchObject({
    code: "invalid_pattern",
    message: expect.stringContaining("error parsing regexp"),
    details: { pattern: text },
  });
});
