/** Damaged ELF files: whatever the bytes, an answer comes, in time, and nothing is thrown. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { elfFields } from "./elf-fields.ts";
import { mutate, writeNumber } from "./mutator.ts";
import { probe, probeAnswers, timeAllowed, type Probe } from "./probe.ts";

const SMALL = sample("features-o2");

test("a file cut at any of 200 places is answered", async () => {
  for (let cut = 0; cut < 200; cut++) {
    const bytes = SMALL.subarray(0, Math.floor((SMALL.length * cut) / 200));

    await expectAnswer(bytes, `cut to ${bytes.length}`, probeAnswers);
  }
});

test("every count, size, offset and link is answered at 0, 1, its maximum and one off", async () => {
  for (const field of elfFields(SMALL)) {
    const original = SMALL[field.offset] ?? 0;
    for (const value of [0, 1, 0xffff_ffff, 0x7fff_ffff, original + 1, original - 1]) {
      const bytes = Uint8Array.from(SMALL);
      const width = value === original + 1 || value === original - 1 ? 1 : field.width;
      writeNumber(bytes, field.offset, value, width);

      await expectAnswer(bytes, `${field.name} = ${value}`, probe);
    }
  }
});

test.each(["features-o2", "features.o", "tiny.ko", "libshape.so", "hello-noheaders", "bare-powerpc64.o"])(
  "seeded mutations of %s are answered",
  async (name) => {
    const original = sample(name);
    for (let seed = 1; seed <= 350; seed++) {
      const bytes = mutate(original, seed);
      await expectAnswer(bytes, `${name} seed ${seed}`, probeAnswers);
    }
  },
);

test("memory stays bounded over all of it", () => {
  expect(process.memoryUsage().rss).toBeLessThan(700e6);
});

async function expectAnswer(
  bytes: Uint8Array,
  what: string,
  run: (bytes: Uint8Array) => Probe | Promise<Probe>,
): Promise<void> {
  try {
    const { milliseconds } = await run(bytes);
    expect(milliseconds, what).toBeLessThan(timeAllowed(bytes.length));
  } catch (cause) {
    throw new Error(`${what}: ${String(cause)}`, { cause });
  }
}

function sample(name: string): Uint8Array {
  return new Uint8Array(readFileSync(new URL(`../corpus/bin/${name}`, import.meta.url)));
}
