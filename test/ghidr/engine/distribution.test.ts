/** A Ghidra whose modules are jars, as its makers give it out, answers what the single jar answers. */
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { answer } from "./ask.ts";
import { CANNOT_RUN_GHIDRA, JAVA_17, prepared } from "./prepared.ts";
import { unpackedDistribution } from "./unpacked.ts";

const SAMPLE = path.resolve(import.meta.dirname, "../../corpus/bin/hello-o2");

describe.skipIf(CANNOT_RUN_GHIDRA)("a distribution", () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), "rea-distribution-"));
  });

  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  test("is found, compiled for and confined, and gives the extracts and options of the jar", async () => {
    const directory = await unpackedDistribution();
    const distribution = await prepared(JAVA_17, directory);
    const sample = path.join(folder, "sample");
    copyFileSync(SAMPLE, sample);
    const question = { operation: "extract", arguments: {}, extract: true, sample } as const;

    const own = await answer(distribution, folder, { ...question, project: path.join(folder, "own") });
    const jar = await answer(await prepared(), folder, { ...question, project: path.join(folder, "jar") });

    expect(distribution).toMatchObject({
      layout: "distribution",
      version: "10.3",
      launcher: path.join(directory, "support", "analyzeHeadless"),
    });
    expect(own.extracts?.functions.length).toBeGreaterThan(8);
    expect(own.extracts).toEqual(jar.extracts);
    expect(own.analysis).toEqual(jar.analysis);
    expect(own.printed).toBe("");
  });
});
