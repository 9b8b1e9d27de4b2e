import { expect, test } from "vitest";
import { loadImage } from "../formats/load.ts";
import type { Image, Region } from "../formats/image.ts";
import { Memory } from "../formats/memory.ts";
import { CodeSpace, SLACK } from "./code-space.ts";

test("regions near each other share a run; bytes between them are no code", () => {
  const space = spaceOf([
    { rva: 0x1000, size: 0x10 },
    { rva: 0x1020, size: 0x10 },
  ]);

  expect(space.runs).toHaveLength(1);
  expect(space.offsetOf(0x1025) - space.offsetOf(0x1005)).toBe(0x20);
  expect(space.offsetOf(0x1018)).toBe(-1);
  expect(space.rvaOf(space.offsetOf(0x102f))).toBe(0x102f);
});

test("a gap of gigabytes costs nothing, and targets are found across it", () => {
  const space = spaceOf([
    { rva: 0x1000, size: 0x100 },
    { rva: 0x9000_0000, size: 0x100 },
  ]);

  expect(space.bytes.length).toBeLessThan(0x200 + 4 * SLACK);
  const from = space.offsetOf(0x1000);
  const far = space.offsetOf(0x9000_0040);
  expect(space.target(from, from + 0x9000_0040 - 0x1000)).toBe(far);
  expect(space.target(far, far + 0x1000 - 0x9000_0040)).toBe(from);
});

test("offsets are aligned like addresses", () => {
  const space = spaceOf([
    { rva: 0x1013, size: 0x10 },
    { rva: 0x8000_0025, size: 0x10 },
  ]);

  expect(space.offsetOf(0x1013) % SLACK).toBe(0x13);
  expect(space.offsetOf(0x8000_0025) % SLACK).toBe(0x25);
});

test("regions that map the same bytes again and again hold no more code than the file", () => {
  const regions = Array.from({ length: 1000 }, (_, index) => ({ rva: 0x1000 * (index + 1), size: 0x800 }));

  const space = spaceOf(regions, 0x800);

  expect(space.regions).toHaveLength(1);
});

test.each([
  ["zero between and behind its regions is", 0, true],
  ["other between its regions is not", 0x0110, false],
  ["other behind its regions is not", 0x0160, false],
])("a file that holds %s used as it is", (_, stray, isUsed) => {
  const file = new Uint8Array(0x1000);
  const places = [0x0100, 0x0120].map((fileOffset) => ({ rva: 0x4000 + fileOffset, size: 0x10, fileOffset }));
  for (const { fileOffset, size } of places) file.fill(0x90, fileOffset, fileOffset + size);
  if (stray > 0) file[stray] = 1;
  const image = imageOf(places);

  const { bytes, regions, size } = new CodeSpace(image, new Memory(image, file));

  expect(bytes.buffer === file.buffer).toBe(isUsed);
  const expected = new Uint8Array(size + SLACK);
  for (const { start, end } of regions) expected.fill(0x90, start, end);
  expect(bytes).toEqual(expected);
});

/** A code space of executable regions, each filled by the first bytes of a file of `fileSize` bytes. */
function spaceOf(places: readonly { rva: number; size: number }[], fileSize = 0x1000): CodeSpace {
  const file = new Uint8Array(fileSize).fill(0x90);
  const image = imageOf(
    places.map((place, index) => ({ ...place, fileOffset: fileSize === 0x1000 ? index * 0x100 : 0 })),
  );
  return new CodeSpace(image, new Memory(image, file));
}

function imageOf(places: readonly { rva: number; size: number; fileOffset: number }[]): Image {
  const permissions = { read: true, write: false, execute: true };
  const regions = places.map((place, index): Region => ({
    ...place,
    name: `code${index}`,
    fileSize: place.size,
    permissions,
    content: "code",
  }));
  return { ...bareImage(), regions };
}

function bareImage(): Image {
  const header = Buffer.alloc(0x40);
  header.set([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]);
  header.writeUInt16LE(2, 0x10);
  header.writeUInt16LE(62, 0x12);
  header.writeUInt32LE(1, 0x14);
  header.writeUInt16LE(64, 0x34);
  const loaded = loadImage(header);
  if (loaded.kind !== "image") throw new Error("not loaded");
  return loaded.image;
}
