import { expect, test } from "vitest";
import type { Image, Region } from "../../../formats/image.ts";
import { loadImage } from "../../../formats/load.ts";
import { Memory } from "../../../formats/memory.ts";
import { readFileSync } from "node:fs";
import path from "node:path";
import { packingIssues } from "./packing.ts";

const FILE = readFileSync(path.resolve(import.meta.dirname, "../../../../test/corpus/bin/hello-o2-stripped"));

function imageWith(file: Uint8Array, region: Partial<Region>): Image {
  const loaded = loadImage(FILE);
  if (loaded.kind !== "image") throw new Error(loaded.detail);
  const permissions = { read: true, write: false, execute: true };
  const whole: Region = {
    ...{ name: "segment:0", rva: 0, size: file.length, fileOffset: 0, fileSize: file.length, permissions },
    content: "code",
    ...region,
  };
  return { ...loaded.image, regions: [whole], patches: [] };
}

function codes(file: Uint8Array, region: Partial<Region> = {}): string[] {
  const image = imageWith(file, region);
  return packingIssues(image, new Memory(image, file)).map(({ code }) => code);
}

test("a compiled program is not packed", () => {
  expect(codes(FILE)).toEqual([]);
});

test("the marker of UPX behind the headers is named", () => {
  const file = new Uint8Array(8192);
  file.set(Buffer.from("UPX!"), 0xec);

  expect(codes(file)).toEqual(["packed_upx"]);
});

test("the same four letters further on are a string like any other", () => {
  const file = new Uint8Array(8192);
  file.set(Buffer.from("UPX!"), 0x1000);

  expect(codes(file)).toEqual([]);
});

test("executable memory without redundancy is named, data and small pieces are not", () => {
  const noise = Uint8Array.from({ length: 65_536 }, (_, index) => (Math.imul(index + 1, 0x9e3779b1) >>> 13) & 0xff);

  expect(codes(noise)).toEqual(["packed_code"]);
  expect(codes(noise, { permissions: { read: true, write: true, execute: false } })).toEqual([]);
  expect(codes(noise, { fileSize: 2048 })).toEqual([]);
});
