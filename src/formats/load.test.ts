/** Files of several programs: which one is loaded, and that its offsets are those of the whole file. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Image } from "./image.ts";
import { loadImage } from "./load.ts";
import { Memory } from "./memory.ts";

const FILE = new Uint8Array(readFileSync(new URL("../../test/corpus/bin/darwin-universal.o", import.meta.url)));

function load(file: Uint8Array, architecture?: string): Image {
  const loaded = loadImage(file, { architecture });
  if (loaded.kind !== "image") throw new Error(loaded.detail);
  return loaded.image;
}

/** Header of a universal file around slices of `FILE`, each given by its position. */
function universal(
  ...slices: readonly { readonly from: number; readonly size: number; readonly cpu: number }[]
): Uint8Array {
  const file = Uint8Array.from(FILE);
  const view = new DataView(file.buffer);
  view.setUint32(4, slices.length);
  for (const [index, { from, size, cpu }] of slices.entries()) {
    for (const [field, value] of [cpu, 0, from, size, 2].entries()) view.setUint32(8 + index * 20 + field * 4, value);
  }
  return file;
}

function sliceAt(index: number): { readonly from: number; readonly size: number; readonly cpu: number } {
  const view = new DataView(FILE.buffer, FILE.byteOffset);
  const at = 8 + index * 20;
  return { cpu: view.getUint32(at), from: view.getUint32(at + 8), size: view.getUint32(at + 12) };
}

test("a file of two programs asks which, and names both", () => {
  expect(loadImage(FILE)).toMatchObject({ kind: "unsupported", architectures: ["x86_64", "arm64"] });
  expect(loadImage(FILE, { architecture: "ppc" })).toMatchObject({ architectures: ["x86_64", "arm64"] });
});

test.each([
  ["x86_64", "x86_64"],
  ["amd64", "x86_64"],
  ["arm64", "arm64"],
  ["aarch64", "arm64"],
])("%s means the program for %s", (asked, architecture) => {
  const image = load(FILE, asked);

  expect(image.architecture).toBe(architecture);
  expect(image.build.macho?.slice?.architectures).toEqual(["x86_64", "arm64"]);
});

test("offsets are those of the whole file, and memory holds its bytes", () => {
  const image = load(FILE, "arm64");
  const text = image.sections.find(({ name }) => name === "__TEXT,__text");
  const memory = new Memory({ ...image, patches: [] }, FILE);

  expect(text?.fileOffset).toBeGreaterThan(sliceAt(1).from);
  const bytes = memory.window(text?.rva ?? -1, text?.size ?? 0);
  expect(bytes?.data).toEqual(FILE.subarray(text?.fileOffset, (text?.fileOffset ?? 0) + (text?.size ?? 0)));
});

test("one program, or the same one twice, needs no name", () => {
  expect(load(universal(sliceAt(1))).architecture).toBe("arm64");
  expect(load(universal(sliceAt(0), sliceAt(0))).architecture).toBe("x86_64");
});

test("a program that the file does not hold is no candidate", () => {
  const lost = { ...sliceAt(1), from: 0x7fff_0000 };

  expect(load(universal(sliceAt(0), lost)).architecture).toBe("x86_64");
});

test("a count of programs that the file cannot hold is answered", () => {
  const file = Uint8Array.from(FILE);
  new DataView(file.buffer).setUint32(4, 44);

  expect(loadImage(file).kind).toBe("unsupported");
});

test("a file of one program takes no notice of the name", () => {
  const program = FILE.subarray(sliceAt(0).from, sliceAt(0).from + sliceAt(0).size);

  expect(load(program, "arm64").architecture).toBe("x86_64");
});
