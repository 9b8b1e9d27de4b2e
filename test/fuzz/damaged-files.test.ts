/** Damaged files of every format: whatever the bytes, an answer comes, within its time, and nothing is thrown. */
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { elfFields } from "./elf-fields.ts";
import { machoFields } from "./macho-fields.ts";
import { mutate, writeNumber } from "./mutator.ts";
import { peFields } from "./pe-fields.ts";
import { probe, probeAnswers, timeAllowed, type Probe } from "./probe.ts";

interface Field {
  readonly name: string;
  readonly offset: number;
  readonly width: number;
}

interface Campaign {
  readonly format: string;
  readonly fields: (file: Uint8Array) => readonly Field[];
  /** Samples whose every field is damaged; the first is also cut. */
  readonly small: readonly string[];
  /** Samples and how many seeded mutations each gets: 2,000 or more a format. */
  readonly mutations: readonly (readonly [file: string, seeds: number])[];
}

const CAMPAIGNS: readonly Campaign[] = [
  {
    format: "ELF",
    fields: elfFields,
    small: ["features-o2"],
    mutations: [
      ["features-o2", 350],
      ["features.o", 350],
      ["classes-o2", 150],
      ["tiny.ko", 350],
      ["libshape.so", 350],
      ["hello-noheaders", 350],
      ["bare-powerpc64.o", 350],
    ],
  },
  {
    format: "PE",
    fields: peFields,
    small: ["windows-x64.exe"],
    mutations: [
      ["features-x64.exe", 200],
      ["windows-x64.exe", 350],
      ["windows-x86.exe", 350],
      ["shape-x64.dll", 300],
      ["object-x64.obj", 300],
      ["object-x86.obj", 200],
      ["object-arm64.obj", 200],
      ["object-big.obj", 300],
    ],
  },
  {
    format: "Mach-O",
    fields: machoFields,
    small: ["libshape-x86_64.dylib", "darwin-x86_64.o"],
    mutations: [
      ["darwin-x86_64", 300],
      ["darwin-arm64", 300],
      ["libshape-x86_64.dylib", 400],
      ["darwin-x86_64.o", 350],
      ["darwin-arm64.o", 350],
      ["darwin-i386.o", 200],
      ["darwin-universal.o", 200],
    ],
  },
];

/** Bytes that the process may grow by: 200 MB and 20 times the largest sample. */
const GROWTH_ALLOWED = 200e6 + 20 * 64 * 1024;

describe.each(CAMPAIGNS)("$format", ({ fields, small, mutations }) => {
  let before = 0;
  beforeAll(async () => {
    // What the engine itself needs is there before the first damaged file.
    for (const name of small) await probeAnswers(sample(name));
    before = process.memoryUsage().rss;
  });

  test("a file cut at any of 200 places is answered", async () => {
    const file = sample(small[0] ?? "");
    for (let cut = 0; cut < 200; cut++) {
      const bytes = file.subarray(0, Math.floor((file.length * cut) / 200));

      await expectAnswer(bytes, `cut to ${bytes.length}`, probeAnswers);
    }
  });

  test.each(small)("every count, size, offset and link of %s is answered at its extremes and one off", async (name) => {
    const file = sample(name);
    for (const field of fields(file)) {
      for (const { value, width } of extremes(file, field)) {
        const bytes = Uint8Array.from(file);
        writeNumber(bytes, field.offset, value, width);

        await expectAnswer(bytes, `${field.name} = ${value}`, probe);
      }
    }
  });

  test.each(mutations)("seeded mutations of %s are answered", async (name, seeds) => {
    const original = sample(name);
    for (let seed = 1; seed <= seeds; seed++) {
      await expectAnswer(mutate(original, seed), `${name} seed ${seed}`, probeAnswers);
    }
  });

  test("memory stays bounded over all of it", () => {
    expect(process.memoryUsage().rss - before).toBeLessThan(GROWTH_ALLOWED);
  });
});

function extremes(file: Uint8Array, { offset, width }: Field): { value: number; width: number }[] {
  const original = file[offset] ?? 0;
  const whole = [0, 1, 0xffff_ffff, 0x7fff_ffff].map((value) => ({ value, width }));
  return [...whole, { value: original + 1, width: 1 }, { value: original - 1, width: 1 }];
}

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
