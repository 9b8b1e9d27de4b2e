import { expect, test } from "vitest";
import { smallAnalysis } from "../../../../test/small-analysis.ts";
import type { Overview } from "../../../contracts/facts.ts";
import { conventionsOf } from "./conventions.ts";

async function overview(architecture: string, go: Partial<Overview["language"]["go"]> | null): Promise<Overview> {
  const small = await smallAnalysis({}).overview();
  // What is under test reads nothing else of it.
  return { ...small, identity: { architecture }, language: { go } } as unknown as Overview;
}

test.each([
  ["x86_64", { version: "go1.22.3", table: "1.20" }, "go"],
  ["x86_64", { version: "go1.17", table: "1.16" }, "go"],
  ["x86_64", { version: "go1.16.15", table: "1.16" }, undefined],
  ["arm64", { version: "go1.17.2", table: "1.16" }, undefined],
  ["arm64", { version: "go1.18", table: "1.18" }, "go"],
  ["x86_64", { version: null, table: "1.18" }, "go"],
  ["x86_64", { version: null, table: "1.2" }, undefined],
  ["x86", { version: "go1.22.3", table: "1.20" }, undefined],
  ["x86_64", null, undefined],
])("%s %j", async (architecture, go, conventions) => {
  expect(conventionsOf(await overview(architecture, go))).toBe(conventions);
});
