/** Damaged PE files and COFF objects: whatever the bytes, an answer comes, in time, and nothing is thrown. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { mutate, writeNumber } from "./mutator.ts";
import { peFields } from "./pe-fields.ts";
import { probe, timeAllowed } from "./probe.ts";

const SMALL = sample("windows-x64.exe");

test("a file cut at any of 200 places is answered", () => {
  for (let cut = 0; cut < 200; cut++) {
    const bytes = SMALL.subarray(0, Math.floor((SMALL.length * cut) / 200));

    expectAnswer(bytes, `cut to ${bytes.length}`);
  }
});

test("every count, size, offset and link is answered at 0, 1, its maximum and one off", () => {
  for (const field of peFields(SMALL)) {
    const original = SMALL[field.offset] ?? 0;
    for (const value of [0, 1, 0xffff_ffff, 0x7fff_ffff, original + 1, original - 1]) {
      const bytes = Uint8Array.from(SMALL);
      const width = value === original + 1 || value === original - 1 ? 1 : field.width;
      writeNumber(bytes, field.offset, value, width);

      expectAnswer(bytes, `${field.name} = ${value}`);
    }
  }
});

test.each([
  ["features-x64.exe", 200],
  ["windows-x64.exe", 350],
  ["windows-x86.exe", 350],
  ["shape-x64.dll", 300],
  ["object-x64.obj", 300],
  ["object-x86.obj", 200],
  ["object-arm64.obj", 200],
  ["object-big.obj", 300],
])("seeded mutations of %s are answered", (name, seeds) => {
  const original = sample(name);
  for (let seed = 1; seed <= seeds; seed++) expectAnswer(mutate(original, seed), `${name} seed ${seed}`);
});

test("memory stays bounded over all of it", () => {
  expect(process.memoryUsage().rss).toBeLessThan(700e6);
});

function expectAnswer(bytes: Uint8Array, what: string): void {
  try {
    const { milliseconds } = probe(bytes);
    expect(milliseconds, what).toBeLessThan(timeAllowed(bytes.length));
  } catch (cause) {
    throw new Error(`${what}: ${String(cause)}`, { cause });
  }
}

function sample(name: string): Uint8Array {
  return new Uint8Array(readFileSync(new URL(`../corpus/bin/${name}`, import.meta.url)));
}
