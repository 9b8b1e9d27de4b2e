/** Programs that today's linkers no longer make, and damaged headers. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { BASE, buildFile, joined, longs, words } from "./file-builder.ts";
import { loadMachO } from "./load.ts";

const WHOLE = new Uint8Array(readFileSync(new URL("../../../test/corpus/bin/darwin-x86_64", import.meta.url)));

test("a program without LC_MAIN starts at the program counter of its first thread", () => {
  const registers = Array.from({ length: 34 }, (_, index) => (index === 32 ? BigInt(BASE) + 0x123n : 0n));
  const state = joined(words(6, 68), longs(...registers));
  const thread = joined(words(5, 8 + state.length), state);

  const image = loadMachO(buildFile({ fileType: 2, commands: [thread] }));

  expect(image).toMatchObject({ entry: 0x123, entryIsMain: false, kind: "executable" });
});

test("function starts are distances that add up, up to a zero", () => {
  const bytes = Uint8Array.of(0x80, 0x08, 0x10, 0x20, 0, 0x44);

  const image = loadMachO(buildFile({ linked: [{ command: 0x26, bytes }] }));

  expect(image?.build.macho?.tables.functionStarts).toBe(3);
  expect(image?.startsComplete).toBe(true);
});

test("a big-endian program is read in its own order", () => {
  const header = new DataView(new ArrayBuffer(28));
  for (const [index, value] of [0xfeed_face, 18, 100, 2, 0, 0, 1].entries()) header.setUint32(index * 4, value);

  const image = loadMachO(new Uint8Array(header.buffer));

  expect(image).toMatchObject({ architecture: "powerpc", bits: 32, endian: "big" });
  expect(image?.build.macho).toMatchObject({ architectureName: "ppc970", flags: ["MH_NOUNDEFS"] });
});

test("minimum versions of old commands and packed source versions are spelled out", () => {
  const minimum = words(0x24, 16, 0x000a_0d04, 0x000b_0000);
  const source = joined(words(0x2a, 16), longs((1234n << 40n) + (5n << 30n) + (6n << 20n)));

  const image = loadMachO(buildFile({ commands: [minimum, source] }));

  expect(image?.build.macho).toMatchObject({
    platforms: [{ platform: "macos", minimumVersion: "10.13.4", sdkVersion: "11.0", tools: [] }],
    sourceVersion: "1234.5.6",
  });
});

test("an encrypted range is told with its place in the file", () => {
  const image = loadMachO(buildFile({ commands: [words(0x2c, 24, 0x1000, 0x2000, 1, 0)] }));

  expect(image?.build.macho?.encryption).toEqual({ offset: 0x1000, size: 0x2000, id: 1 });
  expect(image?.hardening).toContainEqual(expect.objectContaining({ property: "encrypted", state: "yes" }));
});

test("a cut anywhere in the headers (every seventh byte is tried) keeps the whole commands before it", () => {
  const commandsEnd = 32 + new DataView(WHOLE.buffer, WHOLE.byteOffset).getUint32(20, true);
  const whole = loadMachO(WHOLE)?.build.macho?.loadCommands ?? [];

  for (let cut = 0; cut < commandsEnd; cut += 7) {
    const image = loadMachO(WHOLE.subarray(0, cut));
    if (cut < 32) expect(image).toBeUndefined();
    else {
      const held = whole.filter(({ fileOffset, size }) => fileOffset + size <= cut);
      expect(image?.build.macho?.loadCommands).toEqual(held);
      expect(image?.issues.map(({ code }) => code)).toContain("macho_load_command_wrong");
    }
  }
});

test.each([16, 20])("a count of four billion at %i costs no more than the file", (offset) => {
  const file = Uint8Array.from(WHOLE);
  new DataView(file.buffer).setUint32(offset, 0xffff_ffff, true);

  const started = performance.now();
  const image = loadMachO(file);

  expect(image?.build.macho?.loadCommands.length).toBeGreaterThan(10);
  expect(performance.now() - started).toBeLessThan(1000);
});
