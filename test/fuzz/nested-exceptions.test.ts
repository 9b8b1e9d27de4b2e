/** A program whose exception table lets every call raise into thousands of places. */
import { expect, test } from "vitest";
import { analyzeImage } from "../../src/engine/analyze.ts";
import { buildElf, joined, words } from "../../src/formats/elf/file-builder.ts";
import { loadImage } from "../../src/formats/load.ts";
import { Memory } from "../../src/formats/memory.ts";
import { timeAllowed } from "./probe.ts";

const [TEXT, AREA, FRAMES] = [0x40_1000, 0x140_1000, 0x240_1000];
const CALLS = 100_000;
const RANGES = 50_000;
/** Bytes from one call to the next: more jumps and calls a page are taken for data. */
const STEP = 12;

test("ranges that nest without end cost no more than some of them", () => {
  const file = program();
  const started = process.cpuUsage();

  const loaded = loadImage(file);
  const image = loaded.kind === "image" ? loaded.image : undefined;
  const edges = image === undefined ? 0 : analyzeImage(image, new Memory(image, file)).edges.to.length;

  const { user, system } = process.cpuUsage(started);
  expect(image?.landingPads?.start).toHaveLength(RANGES);
  expect(edges).toBeGreaterThan(CALLS);
  expect(edges).toBeLessThan(CALLS * 20);
  expect((user + system) / 1000).toBeLessThan(timeAllowed(file.length) * 3);
});

/** One function of `call rax; je` over and over, with ranges that all reach to its end. */
function program(): Uint8Array {
  const code = new Uint8Array(CALLS * STEP + 1).fill(0xc3);
  for (let at = 0; at < CALLS * STEP; at += STEP) {
    code.fill(0x90, at, at + STEP);
    code.set([0xff, 0xd0, 0x74, 0x00], at);
  }
  const sites: number[] = [];
  for (let range = 0; range < RANGES; range++) {
    const start = range * 2 * STEP;
    sites.push(...uleb(start), ...uleb(code.length - start), ...uleb(1 + ((range * 37) % (code.length - 1))), 0);
  }
  const area = Uint8Array.from([0xff, 0xff, 0x01, ...uleb(sites.length), ...sites]);
  const section = { type: 1, flags: 2 };
  return buildElf({
    type: 2,
    entry: TEXT,
    sections: [
      { ...section, name: ".text", flags: 6, address: TEXT, data: code },
      { ...section, name: ".gcc_except_table", address: AREA, data: area },
      { ...section, name: ".eh_frame", address: FRAMES, data: frames(code.length) },
    ],
  });
}

/** Common information with a data area for each frame (`zLR`), and the frame of the function. */
function frames(size: number): Uint8Array {
  const augmentation = Uint8Array.from(Buffer.from("\u0001zLR\0", "latin1"));
  const common = entry(0, joined(augmentation, Uint8Array.of(1, 0x78, 16, 2, 0x03, 0x1b, 12, 7, 8, 0x90, 1)));
  const place = FRAMES + common.length + 8;
  const frame = joined(words(4, TEXT - place, size), Uint8Array.of(4), words(4, AREA));
  return joined(common, entry(common.length + 4, frame), words(4, 0));
}

function entry(id: number, body: Uint8Array): Uint8Array {
  const padding = new Uint8Array((8 - ((body.length + 8) % 8)) % 8);
  return joined(words(4, body.length + padding.length + 4, id), body, padding);
}

function uleb(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...uleb(value >>> 7)];
}
