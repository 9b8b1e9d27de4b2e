import { expect, test } from "vitest";
import { smallAnalysis } from "../../../../test/small-analysis.ts";
import type { Overview } from "../../../contracts/facts.ts";
import { conventionsOf } from "./conventions.ts";

type Go = Partial<Overview["language"]["go"]> | null;

async function overview(architecture: string, go: Go, name = "Go", format = "elf"): Promise<Overview> {
  const small = await smallAnalysis({}).overview();
  // What is under test reads nothing else of it.
  return { ...small, identity: { architecture, format }, language: { name, go } } as unknown as Overview;
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

test.each([
  ["x86_64", "C", "elf", "c"],
  ["arm64", "C", "macho", "c"],
  ["x86_64", "C", "pe", undefined],
  ["x86", "C", "elf", undefined],
  ["x86_64", "C++", "elf", undefined],
  ["x86_64", "Rust", "elf", undefined],
])("%s %s in %s", async (architecture, name, format, conventions) => {
  expect(conventionsOf(await overview(architecture, null, name, format))).toBe(conventions);
});
