import { expect, test } from "vitest";
import type { Image, Region } from "../formats/image.ts";
import { Memory } from "../formats/memory.ts";
import { dataPointers } from "./data-pointers.ts";
import { absoluteAddresses } from "./discovery/operands.ts";

const BASE = 0x40_0000n;
/** Of the data, by rva: not a multiple of eight, and neither is its place in the file. */
const DATA = 0x2004;
const PLACE = 0x35;

test.each([
  ["x86_64", 64, "little"],
  ["s390x", 64, "big"],
  ["x86", 32, "little"],
] as const)("aligned words of %s whose value is mapped are pointers", (architecture, bits, endian) => {
  const file = Buffer.alloc(0x200);
  const view = new DataView(file.buffer, file.byteOffset);
  const put = (rva: number, address: bigint): void => {
    const at = PLACE + rva - DATA;
    if (bits === 64) view.setBigUint64(at, address, endian === "little");
    else view.setUint32(at, Number(address), endian === "little");
  };
  put(0x2008, BASE + 0x1000n);
  put(0x2010, BASE + 0x4000n);
  put(0x2018, BASE + 0x2008n);
  put(0x2021, BASE + 0x1000n);
  put(0x2030, BASE + 0x10ffn);
  put(0x2038, BASE + 0x1100n);
  if (bits === 64) put(0x2048, (1n << 32n) + BASE + 0x1000n);
  const image = imageOf(architecture, bits, endian);

  const { slot, target } = dataPointers(image, new Memory(image, file), absoluteAddresses(image));

  expect([...slot].map((rva, row) => [rva, target[row]])).toEqual([
    [0x2008, 0x1000],
    [0x2018, 0x2008],
    [0x2028, 0x3],
    [0x2030, 0x10ff],
  ]);
});

function imageOf(architecture: string, bits: 32 | 64, endian: "little" | "big"): Image {
  const region = (rva: number, size: number, content: Region["content"], fileOffset: number): Partial<Region> => ({
    rva,
    size,
    content,
    fileOffset,
    fileSize: size,
    permissions: { read: true, write: true, execute: content === "code" },
  });
  const image = {
    format: "elf",
    kind: "executable",
    architecture,
    bits,
    endian,
    base: BASE,
    build: {},
    sections: [],
    patches: [],
    regions: [region(0x1000, 0x100, "code", 0), region(DATA, 0x4c, "data", PLACE)],
    pointers: { slot: Float64Array.of(0x2028), target: Float64Array.of(3) },
  };
  return image as unknown as Image;
}
