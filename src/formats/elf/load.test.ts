import { expect, test } from "vitest";
import type { Image } from "../image.ts";
import { Memory } from "../memory.ts";
import { buildElf, type BuiltFile, cStrings, joined, symbol64, words } from "./file-builder.ts";
import { loadElf } from "./load.ts";

const EXECUTE = { type: 1, flags: 5 };
const READ = { type: 1, flags: 4 };
const WRITE = { type: 1, flags: 6 };
const ALLOC_EXECUTE = 6;
const ALLOC_WRITE = 3;

function load(file: Uint8Array): Image {
  const image = loadElf(file);
  if (image === undefined) throw new Error("the file has no header");
  return image;
}

function codes(image: Image): string[] {
  return image.issues.map(({ code }) => code);
}

/** A shared object whose only tables are in its dynamic segment: one import, one export, two pointers. */
function dynamicFile(): BuiltFile {
  const names = cStrings("", "puts", "answer", "libc.so.6", "V_1");
  const symbols = joined(symbol64(0, 0, 0, 0, 0), symbol64(1, 0x12, 0, 0, 0), symbol64(6, 0x12, 7, 0x2010, 4));
  const hash = words(4, 1, 3, 0, 0, 0, 0);
  const relocations = words(8, 0x3000, 8, 0x2010, 0x3008, (1n << 32n) | 6n, 0);
  const versions = words(2, 0, 2, 1);
  const needed = joined(words(2, 1, 1), words(4, 13, 16, 0), words(4, 0), words(2, 0, 2), words(4, 23, 0));
  const at = (offset: number): number => 0x1000 + offset;
  const [symbolsAt, hashAt, relocationsAt, versionsAt, neededAt] = [0x40, 0xa0, 0xc0, 0x100, 0x110];
  const table = new Uint8Array(0x140);
  const parts: [number, Uint8Array][] = [
    [0, names],
    [symbolsAt, symbols],
    [hashAt, hash],
    [relocationsAt, relocations],
    [versionsAt, versions],
    [neededAt, needed],
  ];
  for (const [offset, part] of parts) table.set(part, offset);
  const dynamic = words(
    8,
    ...[1, 13, 4, at(hashAt), 5, at(0), 6, at(symbolsAt), 10, names.length, 7, at(relocationsAt), 8, 48],
    ...[0x6ffffff0, at(versionsAt), 0x6ffffffe, at(neededAt), 0x6fffffff, 1, 0, 0],
  );
  return {
    segments: [
      { ...READ, address: 0x1000, data: table },
      { ...EXECUTE, address: 0x2000, data: new Uint8Array(0x20).fill(0xc3) },
      { ...WRITE, address: 0x3000, data: new Uint8Array(0x40), memorySize: 0x100 },
      { type: 2, flags: 6, address: 0x4000, data: dynamic },
      { ...WRITE, address: 0x4000, data: dynamic },
    ],
  };
}

test("without section headers, symbols, versions and relocations come from the dynamic segment", () => {
  const image = load(buildElf(dynamicFile()));

  expect(image.base).toBe(0x1000n);
  expect(image.imports).toEqual([
    { name: "puts", kind: "function", weak: false, version: "V_1", library: "libc.so.6" },
  ]);
  expect([...image.exports]).toEqual([{ name: "answer", rva: 0x1010, size: 4, kind: "function" }]);
  expect([...image.pointers.slot]).toEqual([0x2000]);
  expect([...image.pointers.target]).toEqual([0x1010]);
  expect([...image.importSlots.slot]).toEqual([0x2008]);
  expect(image.linkage.needed).toEqual(["libc.so.6"]);
  expect(image.issues).toEqual([]);
});

test("without section headers, the tables that are found are cut out of the segments", () => {
  const image = load(buildElf(dynamicFile()));

  const named = image.regions.filter(({ content }) => content === "metadata").map(({ name }) => name);
  expect(named).toEqual([".dynstr", ".dynsym", ".hash", ".rela.dyn", ".gnu.version", ".dynamic"]);
  expect(image.regions.filter(({ content }) => content === "code")).toMatchObject([{ rva: 0x1000, size: 0x20 }]);
});

/** Places in the file that hold something, and one zero of each run. */
function places(file: Uint8Array): number[] {
  return [...file.keys()].filter((at) => file[at] !== 0 || file[at - 1] !== 0);
}

test("a file cut anywhere gives an image of the bytes that are left, or none without a header", () => {
  const file = buildElf(dynamicFile());

  const wrong = places(file).filter((cut) => {
    const image = loadElf(file.slice(0, cut));
    if (image === undefined) return cut >= 64;
    const outside = image.regions.some(({ fileOffset, fileSize }) => fileOffset + fileSize > cut);
    return outside || image.imports.length > 1 || image.pointers.slot.length > 1;
  });

  expect(wrong).toEqual([]);
});

test("counts and sizes of all ones cost no more than the file", () => {
  const file = buildElf(dynamicFile());

  const costly = places(file).filter((at) => {
    const damaged = file.slice();
    damaged.fill(0xff, at, at + 4);
    const image = loadElf(damaged);
    return (image?.symbols.length ?? 0) + (image?.pointers.slot.length ?? 0) + (image?.regions.length ?? 0) > 2000;
  });

  expect(costly).toEqual([]);
});

test("the entry point counts from the lowest loaded page", () => {
  const code = new Uint8Array(16).fill(0x90);

  const image = load(buildElf({ type: 2, entry: 0x401234, segments: [{ ...EXECUTE, address: 0x401230, data: code }] }));

  expect(image.base).toBe(0x401000n);
  expect(image.entry).toBe(0x234);
  expect(image.kind).toBe("executable");
});

test("of loads in both halves of the address space, the half of the entry point is kept and the other reported", () => {
  const code = new Uint8Array(16).fill(0x90);
  const kernel = 0xffff_ffff_8100_0000n;

  const image = load(
    buildElf({
      type: 2,
      entry: 0,
      segments: [
        { ...EXECUTE, address: kernel, data: code },
        { ...WRITE, address: 0, data: code },
      ],
    }),
  );

  expect(image.base).toBe(kernel);
  expect(image.regions).toMatchObject([{ rva: 0, size: 16, content: "code" }]);
  expect(codes(image)).toEqual(["elf_load_unreachable"]);
});

test("a section that names other bytes than its segment does not hide what is loaded", () => {
  const code = new Uint8Array(16).fill(0x90);

  const image = load(
    buildElf({
      segments: [{ ...EXECUTE, address: 0x1000, data: code }],
      sections: [
        { name: ".text", type: 1, flags: ALLOC_EXECUTE, address: 0x1000, data: new Uint8Array(16) },
        { name: ".fake", type: 8, flags: ALLOC_WRITE, address: 0x1000, size: 16 },
      ],
    }),
  );

  expect(image.regions).toMatchObject([{ name: "segment:0", rva: 0, size: 16, content: "code" }]);
  expect(codes(image)).toEqual(["elf_section_contradicts_segment", "elf_section_contradicts_segment"]);
});

test("overlapping sections stay disjoint: the first in file order keeps the bytes", () => {
  const section = { type: 1, flags: ALLOC_EXECUTE, data: new Uint8Array(16) };

  const image = load(
    buildElf({
      sections: [
        { ...section, name: ".second", address: 0x1008 },
        { ...section, name: ".first", address: 0x1000 },
      ],
    }),
  );

  expect(image.regions.map(({ name, rva, size }) => ({ name, rva, size }))).toEqual([
    { name: ".first", rva: 0, size: 8 },
    { name: ".second", rva: 8, size: 16 },
  ]);
  expect(codes(image)).toEqual(["elf_sections_overlap"]);
});

test("an x86-64 program that claims big-endian data is read by its machine number", () => {
  const file = buildElf({ segments: [{ ...READ, address: 0x1000, data: new Uint8Array(8) }] });
  file[5] = 2;

  const image = load(file);

  expect(image).toMatchObject({ endian: "little", architecture: "x86_64" });
  expect(codes(image)).toEqual(["elf_data_encoding_wrong"]);
});

test("counts too large for the header are taken from the first section header", () => {
  const file = buildElf({ sections: [{ name: ".data", type: 1, flags: ALLOC_WRITE, data: new Uint8Array(4) }] });
  const view = new DataView(file.buffer);
  const table = Number(view.getBigUint64(40, true));
  view.setBigUint64(table + 0x20, 3n, true);
  view.setUint32(table + 0x28, 2, true);
  view.setUint16(60, 0, true);
  view.setUint16(62, 0xffff, true);

  const image = load(file);

  expect(image.sections.map(({ name }) => name)).toEqual(["", ".data", ".shstrtab"]);
});

test("thread-local zero-fill takes no memory and its symbols have no address", () => {
  const image = load(
    buildElf({
      sections: [
        { name: ".tbss", type: 8, flags: 0x403, address: 0x1000, size: 8 },
        { name: ".data", type: 1, flags: ALLOC_WRITE, address: 0x1000, data: new Uint8Array(8) },
        { name: ".symtab", type: 2, link: 4, data: joined(symbol64(0, 0, 0, 0, 0), symbol64(1, 0x16, 1, 4, 4)) },
        { name: ".strtab", type: 3, data: cStrings("", "counter") },
      ],
    }),
  );

  expect(image.regions).toMatchObject([{ name: ".data" }]);
  expect([...image.symbols]).toEqual([{ name: "counter", size: 4, kind: "tls", binding: "global", source: "symtab" }]);
  expect(image.issues).toEqual([]);
});

test("versions that linkers write into names of .symtab are split off", () => {
  const image = load(
    buildElf({
      sections: [
        { name: ".symtab", type: 2, link: 2, data: joined(symbol64(0, 0, 0, 0, 0), symbol64(1, 0x12, 0, 0, 0)) },
        { name: ".strtab", type: 3, data: cStrings("", "memcpy@@GLIBC_2.14") },
      ],
    }),
  );

  expect([...image.symbols]).toMatchObject([{ name: "memcpy", version: "GLIBC_2.14" }]);
});

test("names without a terminator or outside their table are cut and counted in one issue", () => {
  const image = load(
    buildElf({
      sections: [
        {
          name: ".symtab",
          type: 2,
          link: 2,
          data: joined(symbol64(0, 0, 0, 0, 0), symbol64(1, 0x12, 1, 0, 0), symbol64(999, 0x12, 1, 0, 0)),
        },
        { name: ".strtab", type: 3, data: Uint8Array.from([0, 0x61, 0x62]) },
      ],
    }),
  );

  expect([...image.symbols].map(({ name }) => name)).toEqual(["ab"]);
  expect(image.issues).toMatchObject([{ code: "elf_names_damaged" }]);
});

test("sections of a relocatable file are laid out in header order and its relocations applied", () => {
  const text = joined(Uint8Array.of(0xe8), words(4, 0), Uint8Array.of(0xc3));
  const image = load(
    buildElf({
      type: 1,
      sections: [
        { name: ".text", type: 1, flags: ALLOC_EXECUTE, data: text, align: 16 },
        { name: ".data", type: 1, flags: ALLOC_WRITE, data: new Uint8Array(16), align: 8 },
        {
          name: ".rela.text",
          type: 4,
          link: 5,
          info: 1,
          data: words(8, 1, (1n << 32n) | 4n, -4n),
        },
        {
          name: ".rela.data",
          type: 4,
          link: 5,
          info: 2,
          data: words(8, 0, (2n << 32n) | 1n, 0, 8, (1n << 32n) | 1n, 0),
        },
        {
          name: ".symtab",
          type: 2,
          link: 6,
          data: joined(symbol64(0, 0, 0, 0, 0), symbol64(1, 0x10, 0, 0, 0), symbol64(6, 0x12, 1, 5, 1)),
        },
        { name: ".strtab", type: 3, data: cStrings("", "puts", "end") },
      ],
    }),
  );

  expect(image.base).toBe(0x10_0000n);
  const external = image.regions.find(({ content }) => content === "external");
  expect(image.imports).toEqual([{ name: "puts", kind: "notype", weak: false, rva: external?.rva }]);
  expect([...image.symbols].find(({ name }) => name === "end")?.rva).toBe(5);
  const file = new Uint8Array(0x1000);
  const patched = image.patches.map(({ rva, bytes }) => ({ rva, value: Buffer.from(bytes).readInt32LE(0) }));
  expect(patched).toEqual([
    { rva: 1, value: (external?.rva ?? 0) - 4 - 1 },
    { rva: 8, value: 0x10_0005 },
    { rva: 16, value: 0x10_0000 + (external?.rva ?? 0) },
  ]);
  expect([...image.pointers.target]).toEqual([5]);
  expect([...image.importSlots.slot]).toEqual([16]);
  expect(new Memory(image, file).regionAt(external?.rva ?? 0)?.name).toBe("external");
});

test("symbols reached through a global offset table get one slot each, which points at them", () => {
  const image = load(
    buildElf({
      type: 1,
      sections: [
        { name: ".text", type: 1, flags: ALLOC_EXECUTE, data: new Uint8Array(32), align: 16 },
        {
          name: ".rela.text",
          type: 4,
          link: 3,
          info: 1,
          data: words(8, 2, (1n << 32n) | 9n, -4n, 8, (1n << 32n) | 42n, -4n, 16, (2n << 32n) | 41n, -4n),
        },
        {
          name: ".symtab",
          type: 2,
          link: 4,
          data: joined(symbol64(0, 0, 0, 0, 0), symbol64(1, 0x10, 0, 0, 0), symbol64(6, 0x12, 1, 24, 1)),
        },
        { name: ".strtab", type: 3, data: cStrings("", "puts", "here") },
      ],
    }),
  );

  const table = image.regions.find(({ name }) => name === "got");
  const start = table?.rva ?? 0;
  expect(table?.size).toBe(16);
  expect(image.patches.map(({ rva, bytes }) => rva + 4 + Buffer.from(bytes).readInt32LE(0))).toEqual([
    start,
    start,
    start + 8,
  ]);
  expect([...image.importSlots.slot]).toEqual([start]);
  expect([...image.pointers.slot]).toEqual([start + 8]);
  expect([...image.pointers.target]).toEqual([24]);
});

test("a relocatable file with a .modinfo section is a kernel module, with its pairs in file order", () => {
  const image = load(
    buildElf({
      type: 1,
      sections: [
        { name: ".modinfo", type: 1, flags: 2, data: cStrings("license=GPL", "depends=", "vermagic=6.1 SMP") },
      ],
    }),
  );

  expect(image.kind).toBe("kernel_module");
  expect(image.build.moduleInfo).toEqual([
    { key: "license", value: "GPL" },
    { key: "depends", value: "" },
    { key: "vermagic", value: "6.1 SMP" },
  ]);
});

test.each([
  { bits: 32, endian: "little", machine: 3, architecture: "x86" },
  { bits: 32, endian: "big", machine: 8, architecture: "mips" },
  { bits: 64, endian: "big", machine: 21, architecture: "powerpc64" },
  { bits: 64, endian: "big", machine: 22, architecture: "s390x" },
  { bits: 64, endian: "little", machine: 183, architecture: "arm64" },
] as const)(
  "a $bits-bit $endian-endian file gives its $architecture headers",
  ({ bits, endian, machine, architecture }) => {
    const image = load(
      buildElf({
        bits,
        endian,
        machine,
        type: 2,
        entry: 0x10010,
        segments: [{ ...EXECUTE, address: 0x10000, data: new Uint8Array(0x20).fill(1), memorySize: 0x30 }],
        sections: [{ name: ".note.x", type: 7, data: new Uint8Array(0), align: 4 }],
      }),
    );

    expect(image).toMatchObject({ bits, endian, architecture, base: 0x10000n, entry: 0x10, issues: [] });
    expect(image.segments).toMatchObject([{ type: "LOAD", rva: 0, size: 0x30, fileSize: 0x20 }]);
    expect(image.sections.map(({ name }) => name)).toEqual(["", ".note.x", ".shstrtab"]);
  },
);
