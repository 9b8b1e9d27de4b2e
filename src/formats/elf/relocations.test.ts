import { expect, test } from "vitest";
import { Bytes } from "../../base/bytes.ts";
import { AddressSpace, Words } from "../words.ts";
import { words } from "./file-builder.ts";
import { forEachRelativeWord, forEachRelocation } from "./relocations.ts";

const SPACE_64 = new AddressSpace(new Words(64), 0n);

function relativeWords(data: Uint8Array, space = SPACE_64): number[] {
  const found: number[] = [];
  forEachRelativeWord(new Bytes(data), space, (rva) => found.push(rva));
  return found;
}

test("RELR: an even word is an address, each set bit of an odd one a word after it", () => {
  const found = relativeWords(words(8, 0x10d60, 0x103));

  expect(found).toEqual([0x10d60, 0x10d68, 0x10da0]);
});

test("RELR: a second bitmap goes on 63 words later", () => {
  const found = relativeWords(words(8, 0x1000, 3n | (1n << 63n), 3));

  expect(found).toEqual([0x1000, 0x1008, 0x1008 + 62 * 8, 0x1008 + 63 * 8]);
});

test("RELR of 32-bit files: 31 words to a bitmap", () => {
  const found = relativeWords(words(4, 0x1000, 0x8000_0001, 3), new AddressSpace(new Words(32), 0n));

  expect(found).toEqual([0x1000, 0x1004 + 30 * 4, 0x1004 + 31 * 4]);
});

test("RELR: a bitmap before any address moves nothing", () => {
  expect(relativeWords(words(8, 0xffff_ffff_ffff_ffffn))).toEqual([]);
});

test("a truncated entry is left out at every cut", () => {
  const data = words(8, 0x1000, (7n << 32n) | 1n, -8, 0x2000, 8, 0x40);

  for (let cut = 0; cut <= data.length; cut++) {
    let seen = 0;
    forEachRelocation({ bytes: new Bytes(data.slice(0, cut)), form: "rela" }, SPACE_64, false, () => seen++);

    expect(seen).toBe(Math.floor(cut / 24));
  }
});

test("RELA entries give place, type, symbol and signed addend", () => {
  const data = words(8, 0x1000, (7n << 32n) | 1n, -8);

  forEachRelocation({ bytes: new Bytes(data), form: "rela" }, SPACE_64, false, (relocation) => {
    expect(relocation).toMatchObject({ place: 0x1000, type: 1, symbol: 7, addend: -8 });
  });
});
