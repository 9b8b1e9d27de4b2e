/** Damaged Mach-O files: whatever the bytes, an answer comes, in time, and nothing is thrown. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { machoFields } from "./macho-fields.ts";
import { mutate, writeNumber } from "./mutator.ts";
import { probe, timeAllowed } from "./probe.ts";

const SMALL = sample("libshape-x86_64.dylib");

test("a file cut at any of 200 places is answered", () => {
  for (let cut = 0; cut < 200; cut++) {
    const bytes = SMALL.subarray(0, Math.floor((SMALL.length * cut) / 200));

    expectAnswer(bytes, `cut to ${bytes.length}`);
  }
});

test.each(["libshape-x86_64.dylib", "darwin-x86_64.o"])(
  "every count, size and offset of %s is answered at 0, 1, its maximum and one off",
  (name) => {
    const file = sample(name);
    for (const field of machoFields(file)) {
      const original = file[field.offset] ?? 0;
      for (const value of [0, 1, 0xffff_ffff, 0x7fff_ffff, original + 1, original - 1]) {
        const bytes = Uint8Array.from(file);
        const width = value === original + 1 || value === original - 1 ? 1 : field.width;
        writeNumber(bytes, field.offset, value, width);

        expectAnswer(bytes, `${field.name} = ${value}`);
      }
    }
  },
);

test.each([
  ["darwin-x86_64", 300],
  ["darwin-arm64", 300],
  ["libshape-x86_64.dylib", 400],
  ["darwin-x86_64.o", 350],
  ["darwin-arm64.o", 350],
  ["darwin-i386.o", 200],
  ["darwin-universal.o", 200],
])("seeded mutations of %s are answered", (name, seeds) => {
  const original = sample(name);
  for (let seed = 1; seed <= seeds; seed++) expectAnswer(mutate(original, seed), `${name} seed ${seed}`);
});

test("memory stays bounded over all of it", () => {
  expect(process.memoryUsage().rss).toBeLessThan(900e6);
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
