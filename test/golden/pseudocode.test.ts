/** The committed samples decompile today to what was reviewed; `npm run update` rewrites the texts. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { builtDecompiler } from "../decompiler.ts";
import { pseudocodeFile, pseudocodeOf, pseudocodeSamples } from "./pseudocode.ts";

describe.skipIf((await builtDecompiler()) === undefined)("with the decompiler", () => {
  test.each(pseudocodeSamples())("%s reads as its golden", async (sample) => {
    expect(await pseudocodeOf(sample)).toBe(readFileSync(pseudocodeFile(sample), "utf8"));
  });
});

test("there are sixty functions, each with a text", () => {
  const texts = pseudocodeSamples().map((sample) => readFileSync(pseudocodeFile(sample), "utf8"));

  const heads = texts.join("\n").match(/^\/\/ .* at 0x[0-9a-f]+$/gmu) ?? [];
  expect(heads.length).toBeGreaterThanOrEqual(60);
  expect(texts.filter((text) => text.includes("was not decompiled"))).toEqual([]);
});
