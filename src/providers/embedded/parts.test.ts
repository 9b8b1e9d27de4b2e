import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { containerPieces, decodeContainer, joinedPieces, type ContainerValue } from "../../store/container.ts";
import { analyzeImage } from "../../engine/analyze.ts";
import { loadImage } from "../../formats/load.ts";
import { Memory } from "../../formats/memory.ts";
import type { Analysis } from "../provider.ts";
import { createEmbeddedAnalysis } from "./analysis.ts";
import { buildParts, PART_NAMES } from "./part-layout.ts";

const FILE = readFileSync(path.resolve(import.meta.dirname, "../../../test/corpus/bin/features-o2"));
const WINDOW = { offset: 0, limit: 10 };

function encoded(value: ContainerValue): Uint8Array {
  return joinedPieces(containerPieces(value));
}

function encodedParts(file: Uint8Array = FILE): ReadonlyMap<string, Uint8Array> {
  const loaded = loadImage(file);
  if (loaded.kind !== "image") throw new Error(loaded.detail);
  const { image } = loaded;
  const memory = new Memory(image, file);
  const digests = { size: FILE.length, sha256: createHash("sha256").update(FILE).digest("hex"), sha1: "", md5: "" };
  const program = analyzeImage(image, memory);
  const parts = buildParts({ image, memory, program, digests, demangle: () => undefined });
  return new Map(Object.entries(parts).map(([name, value]) => [name, encoded(value)]));
}

/** An analysis that notes which parts it reads. */
async function watched(parts: ReadonlyMap<string, Uint8Array>): Promise<{ analysis: Analysis; read: string[] }> {
  const read: string[] = [];
  const analysis = await createEmbeddedAnalysis({
    target: { path: "/x/features-o2", sha256: "", format: "elf", architecture: "x86_64", image_base: "0x0" },
    binding: { provider: { id: "embedded", version: "" }, selection_source: "request", profile_digest: "" },
    parts: {
      async read(name) {
        read.push(name);
        return decodeContainer(parts.get(name) ?? new Uint8Array(0)) ?? null;
      },
    },
    sample: { read: async (offset, size) => FILE.subarray(offset, offset + size), close: async () => {} },
    loadDisassembler: () => {
      throw new Error("no instruction is shown");
    },
    origin: "store",
    warnings: [],
  });
  return { analysis, read };
}

const parts = encodedParts();

test("every part is made", () => {
  expect([...parts.keys()].sort()).toEqual([...PART_NAMES].sort());
});

test("the same file gives the same bytes", () => {
  expect(encodedParts()).toEqual(parts);
});

test("a list of functions opens three parts, the first page two, a memory map one", async () => {
  const functions = await watched(parts);
  await functions.analysis.procedures(WINDOW, { kinds: ["function"], order: "size" });
  const overview = await watched(parts);
  await overview.analysis.overview();
  const map = await watched(parts);
  await map.analysis.segments();

  expect(functions.read).toEqual(["summary", "functions", "names"]);
  expect(overview.read).toEqual(["summary", "overview"]);
  expect(map.read).toEqual(["summary"]);
});

test("a part is read once, however many questions need it at the same time", async () => {
  const { analysis, read } = await watched(parts);

  await Promise.all([
    analysis.strings(WINDOW, { minLength: 0, referencedOnly: false }),
    analysis.strings(WINDOW, { minLength: 8, referencedOnly: true }),
    analysis.describe(0x1000n),
  ]);

  expect(read.filter((name) => name === "strings")).toEqual(["strings"]);
});

test("a part of another shape is refused by name", async () => {
  const { analysis } = await watched(new Map([...parts, ["functions", encoded({ rva: new Uint8Array(4) })]]));

  await expect(analysis.procedures(WINDOW, { kinds: [], order: "address" })).rejects.toThrow("functions");
});

test("pieces of a function that lie apart are ranges of it", async () => {
  const { analysis } = await watched(parts);
  const { items } = await analysis.procedures({ offset: 0, limit: null }, { kinds: [], order: "address" });

  for (const { address } of items) {
    const info = await analysis.procedure(BigInt(address));
    for (const range of info?.ranges ?? []) {
      expect((await analysis.containing(BigInt(range.address)))?.address).toBe(address);
    }
  }
});

test("a header that claims 2^64 bytes is answered with the largest exact number", async () => {
  const file = new Uint8Array(FILE);
  const view = new DataView(file.buffer);
  const headers = Array.from({ length: view.getUint16(56, true) }, (_, index) => 64 + index * 56);
  const stack = headers.find((at) => view.getUint32(at, true) === GNU_STACK) ?? 0;
  view.setBigUint64(stack + 40, 2n ** 64n - 1n, true);

  const { analysis } = await watched(encodedParts(file));

  const sizes = (await analysis.segments()).filter(({ type }) => type === "GNU_STACK").map(({ size }) => size);
  expect(sizes).toEqual([Number.MAX_SAFE_INTEGER]);
});

test("answers about a damaged file say that it is damaged, those about a sound one do not", async () => {
  const sound = await watched(parts);
  const cut = await watched(encodedParts(FILE.subarray(0, 100)));

  const { items } = await cut.analysis.procedures(WINDOW, { kinds: [], order: "address" });

  expect(items).toEqual([]);
  expect(cut.analysis.warnings?.map(({ code }) => code)).toEqual(["sample_damaged"]);
  expect(sound.analysis.warnings).toEqual([]);
});

/** Type of the program header that says whether the stack is executable; e_phnum, e_phentsize, p_memsz: System V gABI. */
const GNU_STACK = 0x6474e551;
