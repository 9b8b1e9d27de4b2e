import { expect, test } from "vitest";
import type { Endian } from "../../base/bytes.ts";
import { buildElf, type BuiltSegment, cStrings, joined, words } from "../elf/file-builder.ts";
import { loadElf } from "../elf/load.ts";
import type { Image } from "../image.ts";

const TEXT = 0x1000;
const TABLE = 0x3000;
const FUNCTIONS = [
  { name: "runtime.text_start", start: 0 },
  { name: "main.main", start: 0x20 },
  { name: "main.(*Thing).Method", start: 0x60 },
];
const TEXT_SIZE = 0x80;

/** Words in either byte order. */
function fields(endian: Endian, size: 4 | 8, ...values: readonly (number | bigint)[]): Uint8Array {
  const bytes = words(size, ...values);
  if (endian === "little") return bytes;
  for (let at = 0; at < bytes.length; at += size) bytes.subarray(at, at + size).reverse();
  return bytes;
}

interface TableShape {
  readonly magic: number;
  readonly endian: Endian;
  readonly size: 4 | 8;
  /** What the header says about the start of the text; zero since Go 1.26. */
  readonly textStart?: number;
}

function fixedPart({ magic, endian, size }: TableShape): Uint8Array {
  return joined(fields(endian, 4, magic), Uint8Array.of(0, 0, 1, size));
}

/** Go 1.2 to 1.15: starts are addresses, names and descriptions count from the table. */
function oldTable(shape: TableShape): Uint8Array {
  const { endian, size } = shape;
  const rows = FUNCTIONS.length;
  const descriptions = 8 + size + (rows * 2 + 1) * size;
  const descriptionSize = size + 4;
  const names = descriptions + rows * descriptionSize;
  const index = FUNCTIONS.flatMap(({ start }, row) => [TEXT + start, descriptions + row * descriptionSize]);
  return joined(
    fixedPart(shape),
    fields(endian, size, rows, ...index, TEXT + TEXT_SIZE),
    ...FUNCTIONS.map(({ start }, row) =>
      joined(fields(endian, size, TEXT + start), fields(endian, 4, names + nameOffset(row))),
    ),
    cStrings(...FUNCTIONS.map(({ name }) => name)),
  );
}

/** Go 1.16 on: a header of offsets, and since 1.18 starts that count from the text in 32 bits. */
function newTable(shape: TableShape): Uint8Array {
  const { endian, size, magic, textStart = TEXT } = shape;
  const relative = magic !== 0xffff_fffa;
  const rows = FUNCTIONS.length;
  const headerWords = relative ? 8 : 7;
  const names = 8 + headerWords * size;
  const texts = cStrings(...FUNCTIONS.map(({ name }) => name));
  const index = names + Math.ceil(texts.length / 8) * 8;
  const field = relative ? 4 : size;
  const origin = relative ? 0 : TEXT;
  const descriptions = (rows * 2 + 1) * field;
  const descriptionSize = field + 4;
  const pairs = FUNCTIONS.flatMap(({ start }, row) => [origin + start, descriptions + row * descriptionSize]);
  const header = relative
    ? [rows, 0, textStart, names, names, names, names, index]
    : [rows, 0, names, names, names, names, index];
  return joined(
    fixedPart(shape),
    fields(endian, size, ...header),
    texts,
    new Uint8Array(index - names - texts.length),
    fields(endian, field, ...pairs, origin + TEXT_SIZE),
    ...FUNCTIONS.map(({ start }, row) =>
      joined(fields(endian, field, origin + start), fields(endian, 4, nameOffset(row))),
    ),
  );
}

function nameOffset(row: number): number {
  return FUNCTIONS.slice(0, row).reduce((sum, { name }) => sum + name.length + 1, 0);
}

function program(shape: TableShape, table: Uint8Array, more: readonly BuiltSegment[] = []): Image {
  const image = loadElf(
    buildElf({
      bits: shape.size === 8 ? 64 : 32,
      endian: shape.endian,
      machine: shape.endian === "big" ? 22 : shape.size === 8 ? 62 : 3,
      type: 2,
      segments: [
        { type: 1, flags: 5, address: TEXT, data: new Uint8Array(TEXT_SIZE).fill(0xc3) },
        { type: 1, flags: 4, address: TABLE, data: table },
        {
          type: 4,
          flags: 4,
          address: 0x5000,
          data: joined(fields(shape.endian, 4, 3, 4, 4), cStrings("Go", "", "abc")),
        },
        ...more,
      ],
    }),
  );
  if (image === undefined) throw new Error("the file has no header");
  return image;
}

const EXPECTED = FUNCTIONS.map(({ name, start }, row) => ({
  name,
  rva: start,
  size: (FUNCTIONS[row + 1]?.start ?? TEXT_SIZE) - start,
  kind: "function",
  binding: "local",
  source: "go_pclntab",
}));

test.each([
  { version: "1.2", magic: 0xffff_fffb, build: oldTable },
  { version: "1.16", magic: 0xffff_fffa, build: newTable },
  { version: "1.18", magic: 0xffff_fff0, build: newTable },
  { version: "1.20", magic: 0xffff_fff1, build: newTable },
])(
  "the layout of Go $version gives names and ranges, in both byte orders and both word sizes",
  ({ version, magic, build }) => {
    for (const endian of ["little", "big"] as const) {
      for (const size of [4, 8] as const) {
        const shape = { magic, endian, size };

        const image = program(shape, build(shape));

        expect([...image.symbols]).toEqual(EXPECTED);
        expect(image.build.go).toMatchObject({ tableVersion: version, functions: 3 });
        expect(image.functionHints.filter(({ source }) => source === "go_pclntab")).toHaveLength(3);
      }
    }
  },
);

test("without a text start in the table, the module record that points at the table tells it", () => {
  const shape = { magic: 0xffff_fff1, endian: "little", size: 8, textStart: 0 } as const;
  const record = words(8, TABLE, ...Array.from({ length: 19 }, () => 0), TEXT + 0x10, TEXT + 0x10 + TEXT_SIZE);
  const code = new Uint8Array(TEXT_SIZE + 0x10).fill(0xc3);

  const image = program(shape, newTable(shape), [
    { type: 1, flags: 6, address: 0x6000, data: record },
    { type: 1, flags: 5, address: TEXT, data: code },
  ]);

  expect([...image.symbols].map(({ rva }) => rva)).toEqual([0x10, 0x30, 0x70]);
});

test("a table cut at any byte gives no function that it does not hold", () => {
  const shape = { magic: 0xffff_fff1, endian: "little", size: 8 } as const;
  const table = newTable(shape);

  for (let cut = 0; cut < table.length; cut++) {
    const { symbols } = program(shape, table.slice(0, cut));

    expect(symbols.length).toBeLessThanOrEqual(3);
  }
});

test("a count of functions that the table cannot hold makes it no table", () => {
  const shape = { magic: 0xffff_fff1, endian: "little", size: 8 } as const;
  const table = newTable(shape);
  table.fill(0xff, 8, 12);

  expect([...program(shape, table).symbols]).toEqual([]);
});

const MODULE = [
  "path\texample.com/thing/cmd",
  "mod\texample.com/thing\tv1.2.3\th1:x",
  "dep\texample.com/old\tv0.1.0\th1:y",
  "=>\texample.com/fork\tv0.2.0\th1:z",
  "dep\tgolang.org/x/sys\tv0.5.0",
  "build\t-compiler=gc",
  'build\tCGO_CFLAGS="-O2 \\"-g\\""',
  "",
].join("\n");

const BUILD = {
  version: "go1.22.3",
  path: "example.com/thing/cmd",
  module: "example.com/thing@v1.2.3",
  dependencies: [
    { module: "example.com/fork", version: "v0.2.0" },
    { module: "golang.org/x/sys", version: "v0.5.0" },
  ],
  settings: [
    { key: "-compiler", value: "gc" },
    { key: "CGO_CFLAGS", value: '-O2 "-g"' },
  ],
};

function framed(text: string): Uint8Array {
  return joined(new Uint8Array(16).fill(0x30), Uint8Array.from(Buffer.from(text)), new Uint8Array(16).fill(0xf9));
}

/** Unsigned LEB128 of a length below 16,384, then the bytes. */
function counted(bytes: Uint8Array): Uint8Array {
  return joined(Uint8Array.of((bytes.length & 0x7f) | 0x80, bytes.length >> 7), bytes);
}

function buildOf(record: Uint8Array): Image["build"]["go"] {
  return loadElf(buildElf({ type: 2, segments: [{ type: 1, flags: 6, address: 0x7000, data: record }] }))?.build.go;
}

test("build info of Go 1.18 on stands in the record itself", () => {
  const magic = Uint8Array.from(Buffer.from("\xff Go buildinf:\x08\x02", "latin1"));
  const version = Uint8Array.from(Buffer.from("go1.22.3"));

  const go = buildOf(joined(magic, new Uint8Array(16), counted(version), counted(framed(MODULE))));

  expect(go).toEqual({ ...BUILD, functions: 0 });
});

test("older build info is two pointers to Go strings", () => {
  const magic = Uint8Array.from(Buffer.from("\xff Go buildinf:\x08\0", "latin1"));
  const version = Uint8Array.from(Buffer.from("go1.22.3"));
  const module = framed(MODULE);
  const strings = words(8, 0x7040, version.length, 0x7048, module.length);

  const go = buildOf(joined(magic, words(8, 0x7020, 0x7030), strings, version, module));

  expect(go).toEqual({ ...BUILD, functions: 0 });
});

test("build info cut at any byte gives what is left or nothing", () => {
  const magic = Uint8Array.from(Buffer.from("\xff Go buildinf:\x08\x02", "latin1"));
  const version = Uint8Array.from(Buffer.from("go1.22.3"));
  const record = joined(magic, new Uint8Array(16), counted(version), counted(framed(MODULE)));

  for (let cut = 0; cut < record.length; cut++)
    expect([undefined, "go1.22.3"]).toContain(buildOf(record.slice(0, cut))?.version);
});
