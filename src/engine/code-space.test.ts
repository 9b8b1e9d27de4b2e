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

/** A code space of executable regions, each filled by the first bytes of a file of `fileSize` bytes. */
function spaceOf(places: readonly { rva: number; size: number }[], fileSize = 0x1000): CodeSpace {
  const file = new Uint8Array(fileSize).fill(0x90);
  const regions = places.map(({ rva, size }, index): Region => {
    const permissions = { read: true, write: false, execute: true };
    const fileOffset = fileSize === 0x1000 ? index * 0x100 : 0;
    return { name: `code${index}`, rva, size, fileOffset, fileSize: size, permissions, content: "code" };
  });
  const image: Image = { ...bareImage(), regions };
  return new CodeSpace(image, new Memory(image, file));
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
