import { expect, test } from "vitest";
import { textColumn } from "../../engine/columns.ts";
import { storedText } from "./parts/fields.ts";
import { readMapped } from "./mapped-bytes.ts";
import { Parts } from "./parts.ts";
import { storePatches } from "./parts/patches.ts";

const FILE = Uint8Array.from({ length: 256 }, (_, index) => index);

interface Mapping {
  readonly rva: number;
  readonly size: number;
  readonly offset: number;
  readonly filled: number;
}

/** Parts of an image with these regions and patches. */
function partsOf(mappings: readonly Mapping[], patches: Parameters<typeof storePatches>[0] = []): Parts {
  const column = (field: keyof Mapping): Float64Array => Float64Array.from(mappings, (mapping) => mapping[field]);
  const header = {
    ...{ format: "elf", architecture: "x86_64", bits: 64, endian: "little", base: "0x0", code_analysed: true },
    patched: patches.length > 0,
    segments: [],
  };
  const regions = {
    ...{ rva: column("rva"), size: column("size"), fileOffset: column("offset"), fileSize: column("filled") },
    permissions: new Uint8Array(mappings.length),
    name: storedText(textColumn(mappings.map(() => "region"))),
  };
  return new Parts({ read: async (name) => (name === "patches" ? storePatches(patches) : { header, regions }) });
}

const sample = { read: async (offset: number, size: number) => FILE.subarray(offset, offset + size) };

async function read(parts: Parts, rva: number, size: number): Promise<number[] | undefined> {
  const bytes = await readMapped(parts, sample, rva, size);
  return bytes === undefined ? undefined : [...bytes];
}

test("bytes run across neighbouring regions that lie apart in the file", async () => {
  const parts = partsOf([
    { rva: 0x1000, size: 4, offset: 10, filled: 4 },
    { rva: 0x1004, size: 4, offset: 100, filled: 4 },
  ]);

  expect(await read(parts, 0x1002, 4)).toEqual([12, 13, 100, 101]);
});

test("bytes end where memory is zero-filled, unmapped or not wanted", async () => {
  const parts = partsOf([
    { rva: 0x1000, size: 8, offset: 10, filled: 3 },
    { rva: 0x1008, size: 4, offset: 50, filled: 4 },
  ]);

  expect(await read(parts, 0x1001, 100)).toEqual([11, 12]);
  expect(await read(parts, 0x1003, 100)).toEqual([]);
  expect(await read(parts, 0x1008, 100)).toEqual([50, 51, 52, 53]);
  expect(await read(parts, 0x100c, 1)).toBeUndefined();
  expect(await read(parts, 0xfff, 1)).toBeUndefined();
  expect(await read(parts, 0x1000, 0)).toEqual([]);
});

test("patches cover the bytes of the file, cut at both ends of what is read", async () => {
  const parts = partsOf(
    [{ rva: 0x1000, size: 16, offset: 0, filled: 16 }],
    [
      { rva: 0x1006, bytes: Uint8Array.of(0xbb, 0xbb) },
      { rva: 0x1000, bytes: Uint8Array.of(0xaa, 0xaa, 0xaa) },
    ],
  );

  expect(await read(parts, 0x1002, 5)).toEqual([0xaa, 3, 4, 5, 0xbb]);
  expect(FILE[2]).toBe(2);
});

test("a read that fails is tried again the next time", async () => {
  let tries = 0;
  const parts = new Parts({
    read: async () => {
      tries++;
      throw new Error("the disk is gone");
    },
  });

  await expect(parts.functions()).rejects.toThrow("the disk is gone");
  await expect(parts.functions()).rejects.toThrow("the disk is gone");
  expect(tries).toBe(2);
});
