import { describe, expect, test } from "vitest";
import { builtDecompiler, feedOfFile } from "../decompiler.ts";
import { decompileMutations, MUTATED } from "./code-mutations.ts";

const decompiler = await builtDecompiler();

/** 501 over the three programs. */
const COUNT = 167;

describe.skipIf(decompiler === undefined)("damaged code", () => {
  test.each(MUTATED)("each of 167 damaged functions of %s ends in a typed answer within its deadline", async (name) => {
    if (decompiler === undefined) return;
    const feed = await feedOfFile(`test/corpus/bin/${name}`);

    const { ends, late } = await decompileMutations(decompiler, feed, { seed: 11, count: COUNT, deadline: 10_000 });

    expect(late).toBe(0);
    expect(Object.values(ends).reduce((sum, count) => sum + count, 0)).toBe(COUNT);
    // Most damage leaves code that can still be read.
    expect(ends.text ?? 0).toBeGreaterThan(COUNT * 0.9);
  });
});
