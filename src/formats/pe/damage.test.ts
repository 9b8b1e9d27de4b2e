/** Damaged PE files: what could be read is there, and nothing throws, hangs or grows beyond the file. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Image } from "../image.ts";
import { loadPe } from "./load.ts";

const SAMPLES = ["windows-x64.exe", "shape-x86.dll", "object-x64.obj", "object-big.obj"];

test.each(SAMPLES)("%s cut at any of 200 places keeps the sections that its headers still list", (name) => {
  const file = sample(name);
  const whole = loaded(file).sections.length;

  for (let cut = 0; cut < 200; cut++) {
    const image = loadPe(file.subarray(0, Math.floor((file.length * cut) / 200)));

    expect(image?.sections.length ?? 0).toBeLessThanOrEqual(whole);
  }
});

test("a file cut inside a section says so and where", () => {
  const file = sample("windows-x64.exe").subarray(0, 0x1280);

  expect(loaded(file).issues).toContainEqual(expect.objectContaining({ code: "pe_section_truncated", offset: 0x1200 }));
});

describe("a count of four billion costs no more than the file", () => {
  test.each([
    ["sections", (file: Sample) => file.u16(file.pe + 6, 0xffff)],
    ["symbols", (file: Sample) => file.u32(file.pe + 12, 0xffff_ffff)],
    ["directories", (file: Sample) => file.u32(file.optional + 108, 0xffff_ffff)],
    ["bytes of base relocations", (file: Sample) => file.u32(file.directory(5) + 4, 0xffff_ffff)],
    ["bytes of the exception table", (file: Sample) => file.u32(file.directory(3) + 4, 0xffff_ffff)],
    ["bytes of the import table", (file: Sample) => file.u32(file.directory(1) + 4, 0xffff_ffff)],
    [
      "bytes of certificates",
      (file: Sample) => file.u32(file.directory(4), 0x200).u32(file.directory(4) + 4, 0xffff_ffff),
    ],
    ["bytes of the headers", (file: Sample) => file.u32(file.optional + 60, 0xffff_ffff)],
    [
      "bytes of a section",
      (file: Sample) => file.u32(file.section(0) + 8, 0xffff_ffff).u32(file.section(0) + 16, 0xffff_ffff),
    ],
  ])("%s", (_, damage) => {
    const file = new Sample(sample("windows-x64.exe"));

    damage(file);

    const image = loaded(file.bytes);
    expect(image.symbols.length).toBeLessThan(file.bytes.length);
    expect(image.functionHints.length).toBeLessThan(file.bytes.length);
  });

  test("exports, whose three tables all have one", () => {
    const file = new Sample(sample("shape-x64.dll"));
    const table = file.offsetOf(file.get32(file.directory(0)));

    file.u32(table + 20, 0xffff_ffff).u32(table + 24, 0xffff_ffff);

    const image = loaded(file.bytes);
    expect(image.exports.length).toBeGreaterThan(6);
    expect(image.issues).toContainEqual(expect.objectContaining({ code: "pe_export_table_truncated" }));
  });

  test("relocations of an object that say their number themselves", () => {
    const file = new Sample(sample("object-x64.obj"));

    file.u16(20 + 32, 0xffff).u32(20 + 36, file.get32(20 + 36) | 0x0100_0000);

    expect(loaded(file.bytes).sections).toHaveLength(loaded(sample("object-x64.obj")).sections.length);
  });
});

describe("resources", () => {
  test("whose table is its own child end there", () => {
    const file = new Sample(sample("windows-x64.exe"));
    const root = file.offsetOf(file.get32(file.directory(2)));

    file.u32(root + 16 + 4, 0x8000_0000);

    const image = loaded(file.bytes);
    expect(image.issues).toContainEqual(expect.objectContaining({ code: "pe_resource_tree_wrong" }));
    expect(image.build.pe?.resources.map(({ type }) => type)).toEqual(["version", "manifest"]);
  });

  test("of a table with 131,070 entries are bounded by the file", () => {
    const file = new Sample(sample("windows-x64.exe"));
    const root = file.offsetOf(file.get32(file.directory(2)));

    file.u32(root + 12, 0xffff_ffff);

    expect(loaded(file.bytes).issues).toContainEqual(expect.objectContaining({ code: "pe_resource_tree_wrong" }));
  });
});

describe("unwind records", () => {
  test("that chain to themselves are functions, not pieces", () => {
    const file = new Sample(sample("windows-x64.exe"));
    const table = file.offsetOf(file.get32(file.directory(3)));
    const info = file.offsetOf(file.get32(table + 8));

    file
      .u32(info, 0x21)
      .u32(info + 4, file.get32(table))
      .u32(info + 8, file.get32(table + 4))
      .u32(info + 12, file.get32(table + 8));

    const first = loaded(file.bytes).functionHints.find(({ source }) => source === "pdata");
    expect(first).toMatchObject({ rva: file.get32(table), fragment: false });
  });

  test("that chain to another function are pieces of it", () => {
    const file = new Sample(sample("windows-x64.exe"));
    const table = file.offsetOf(file.get32(file.directory(3)));
    const info = file.offsetOf(file.get32(table + 5 * 12 + 8));

    // The record of the sixth function is the only one with room for a chained entry.
    file
      .u32(info, 0x21)
      .u32(info + 4, file.get32(table))
      .u32(info + 8, file.get32(table + 4))
      .u32(info + 12, file.get32(table + 8));

    const sixth = loaded(file.bytes).functionHints.filter(({ source }) => source === "pdata")[5];
    expect(sixth).toMatchObject({ fragment: true });
  });
});

test("import descriptors that share one endless look-up table give no more imports than the file has words", () => {
  const file = new Sample(sample("windows-x64.exe"));
  const table = file.offsetOf(file.get32(file.directory(1)));
  const text = file.get32(file.section(0) + 12);

  for (let row = 0; row < 12; row++) {
    file
      .u32(table + row * 20, text)
      .u32(table + row * 20 + 12, text)
      .u32(table + row * 20 + 16, text);
  }

  expect(loaded(file.bytes).imports.length).toBeLessThanOrEqual(file.bytes.length / 8);
});

test("sections that share memory are reported and the first one keeps it", () => {
  const file = new Sample(sample("windows-x64.exe"));

  file.u32(file.section(1) + 12, file.get32(file.section(0) + 12));

  const image = loaded(file.bytes);
  expect(image.issues).toContainEqual(expect.objectContaining({ code: "pe_sections_overlap" }));
  const ends = image.regions.map(({ rva, size }) => rva + size);
  expect(image.regions.filter(({ rva }, index) => rva < (ends[index - 1] ?? 0))).toEqual([]);
});

test("an optional header of an unknown kind leaves sections and symbols", () => {
  const file = new Sample(sample("windows-x64.exe"));

  file.u16(file.optional, 0x107);

  const image = loaded(file.bytes);
  expect(image.issues).toContainEqual(expect.objectContaining({ code: "pe_optional_header_wrong" }));
  expect(image.sections).not.toHaveLength(0);
  expect(image.symbols).not.toHaveLength(0);
});

test("texts that merely start like a machine number are no objects", () => {
  const text = new Uint8Array(Buffer.from(`L\u0001${"these bytes hold no section headers ".repeat(8)}`, "latin1"));

  expect(loadPe(text)).toBeUndefined();
});

/** A file whose fields can be overwritten; each write returns the file. */
class Sample {
  readonly bytes: Uint8Array;
  readonly #view: DataView;

  constructor(original: Uint8Array) {
    this.bytes = Uint8Array.from(original);
    this.#view = new DataView(this.bytes.buffer);
  }

  get pe(): number {
    return this.get32(0x3c);
  }

  get optional(): number {
    return this.pe + 24;
  }

  /** Offset of the entry of a PE32+ directory. */
  directory(index: number): number {
    return this.optional + 112 + index * 8;
  }

  section(index: number): number {
    return this.optional + this.#view.getUint16(this.pe + 20, true) + index * 40;
  }

  offsetOf(rva: number): number {
    for (let index = 0; index < this.#view.getUint16(this.pe + 6, true); index++) {
      const header = this.section(index);
      const start = this.get32(header + 12);
      if (rva >= start && rva < start + this.get32(header + 16)) return this.get32(header + 20) + rva - start;
    }
    throw new Error(`no section holds rva ${rva}`);
  }

  get32(at: number): number {
    return this.#view.getUint32(at, true);
  }

  u16(at: number, value: number): this {
    this.#view.setUint16(at, value, true);
    return this;
  }

  u32(at: number, value: number): this {
    this.#view.setUint32(at, value >>> 0, true);
    return this;
  }
}

function loaded(file: Uint8Array): Image {
  const image = loadPe(file);
  if (image === undefined) throw new Error("the file is no PE file any more");
  return image;
}

function sample(name: string): Uint8Array {
  return new Uint8Array(readFileSync(new URL(`../../../test/corpus/bin/${name}`, import.meta.url)));
}
