/** Every committed sample says today what its reviewed golden says; `npm run update` rewrites them. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { factsOf, goldenFile, samples } from "./facts.ts";

test.each(samples())("%s says what its golden says", async (sample) => {
  const said = await factsOf(sample);

  expect(said).toBe(readFileSync(goldenFile(sample), "utf8"));
});

test("the same bytes say the same twice", async () => {
  expect(await factsOf("features-o2")).toBe(await factsOf("features-o2"));
});
