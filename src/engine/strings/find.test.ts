import { describe, expect, test } from "vitest";
import { ExportList } from "../../formats/export-list.ts";
import type { Image, Region } from "../../formats/image.ts";
import { Memory } from "../../formats/memory.ts";
import { SymbolList } from "../../formats/symbol-list.ts";
import { textAt } from "../columns.ts";
import { REFERENCE_KINDS, type ReferenceKind, type ReferenceTable, STRING_ENCODINGS } from "../program.ts";
import { findStrings } from "./find.ts";

describe("NUL-terminated text", () => {
  test("counts from five bytes on, and from four where something refers to it", () => {
    const data = "abcd\0efgh\0ijklm\0";

    const found = stringsIn(data, { references: [["address", 0x9000, DATA + 5]] });

    expect(found).toEqual([
      { rva: DATA + 5, text: "efgh", encoding: "ascii", counted: 0 },
      { rva: DATA + 10, text: "ijklm", encoding: "ascii", counted: 0 },
    ]);
  });

  test("keeps tabs, line ends and colour sequences, and ends at other controls", () => {
    expect(texts("\x1b[31merror:\t%s\r\n\0abcde\x01fghij\0")).toEqual(["\x1b[31merror:\t%s\r\n", "fghij"]);
  });

  test("keeps the bell of a link and the backspaces of underlined text", () => {
    expect(texts("\x1b]8;;file://%s%s%s\x07\0S\bSU\bUM\bM\v\f\0")).toEqual([
      "\x1b]8;;file://%s%s%s\x07",
      "S\bSU\bUM\bM\v\f",
    ]);
  });

  test("does not count those controls, and begins with one only where something refers to it", () => {
    const data = "\b\b\b\b\b\b\0\bletters\0\x07timed out\0";

    const found = stringsIn(data, { references: [["address", 0x9000, DATA + 16]] });

    expect(found).toMatchObject([
      { rva: DATA + 8, text: "letters" },
      { rva: DATA + 16, text: "\x07timed out" },
    ]);
  });

  test("is left out when the data ends before its NUL", () => {
    expect(texts("first\0second")).toEqual(["first"]);
  });

  test("goes as far as it is ASCII or UTF-8 where something refers to it and another encoding follows", () => {
    const data = Buffer.from("Fichier non trouv\xe9\0A la carte\xe9\0page \x01abcde\xff", "latin1");

    const found = stringsIn(data, { references: [["address", 0x9000, DATA]] });

    expect(found).toEqual([{ rva: DATA, text: "Fichier non trouv", encoding: "ascii", counted: 0 }]);
  });

  test("may be UTF-8 of two to four bytes a character", () => {
    expect(stringsIn("naïve\0日本語\0go 🚀\0")).toMatchObject([
      { text: "naïve", encoding: "utf8" },
      { text: "日本語", encoding: "utf8" },
      { text: "go 🚀", encoding: "utf8" },
    ]);
  });

  test.each([
    ["overlong", [0xc0, 0xaf]],
    ["overlong of three bytes", [0xe0, 0x80, 0xaf]],
    ["a surrogate", [0xed, 0xa0, 0x80]],
    ["beyond Unicode", [0xf4, 0x90, 0x80, 0x80]],
    ["a lone continuation", [0x80]],
    ["a control of Latin-1", [0xc2, 0x85]],
    ["unassigned", [0xcd, 0xb8]],
    ["cut by the NUL", [0xe2, 0x82]],
  ])("ends before bytes that are no text: %s", (_, bytes) => {
    const data = Buffer.concat([Buffer.from("before"), Buffer.from(bytes), Buffer.from("after\0")]);

    expect(texts(data)).toEqual(["after"]);
  });

  test("is one string even where something refers to its tail", () => {
    const found = stringsIn("foo-barbaz\0", { references: [["address", 0x9000, DATA + 4]] });

    expect(found.map(({ text }) => text)).toEqual(["foo-barbaz"]);
  });

  test("beside a number that is smaller than its length is no counted string", () => {
    const table = [pointer(DATA + 16), word(3), Buffer.from("verbose\0")];
    const found = stringsIn(Buffer.concat(table), { rust: true, references: [["pointer", DATA, DATA + 16]] });

    expect(found).toMatchObject([{ text: "verbose", counted: 0 }]);
  });
});

describe("UTF-16", () => {
  const wide = (text: string): Buffer => Buffer.from(`${text}\0`, "utf16le");

  test("counts from five units on when a NUL unit ends it", () => {
    const data = Buffer.concat([wide("four"), wide("Größe"), wide("Ελλ wide"), Buffer.from("short", "utf16le")]);

    expect(stringsIn(data)).toMatchObject([
      { text: "Größe", encoding: "utf16le" },
      { text: "Ελλ wide", encoding: "utf16le" },
    ]);
  });

  test("is read in the image's byte order", () => {
    expect(stringsIn(wide("hello").swap16(), { endian: "big" })).toMatchObject([
      { text: "hello", encoding: "utf16be" },
    ]);
    expect(stringsIn(wide("hello").swap16())).toEqual([]);
  });

  test("is not seen in a table of few values, and a long one costs one pass", () => {
    const table = Buffer.alloc(1 << 20, "7\0");
    const began = performance.now();

    expect(stringsIn(table)).toEqual([]);
    expect(performance.now() - began).toBeLessThan(1000);
  });
});

describe("counted strings", () => {
  const blob = "alphabetagammaomega";

  test("are cut where pointers and lengths in data say", () => {
    const headers = [pointer(DATA + 48), word(5), pointer(DATA + 53), word(4), pointer(DATA + 57), word(5)];
    const data = Buffer.concat([...headers, Buffer.from(blob), Buffer.from([0])]);
    const references: Row[] = [48, 53, 57].map((at, index) => ["pointer", DATA + index * 16, DATA + at]);

    const found = stringsIn(data, { rust: true, references });

    expect(found).toEqual([
      { rva: DATA + 48, text: "alpha", encoding: "ascii", counted: 1 },
      { rva: DATA + 53, text: "beta", encoding: "ascii", counted: 1 },
      { rva: DATA + 57, text: "gamma", encoding: "ascii", counted: 1 },
      { rva: DATA + 62, text: "omega", encoding: "ascii", counted: 1 },
    ]);
  });

  test("are cut where code loads a pointer and a length, in either order", () => {
    // lea rdi, [rip+x]; mov esi, 5; ret; mov esi, 4; lea rdi, [rip+x+5]; ret
    const code = [lea("488d3d", 0, 0), "be05000000", "c3", "be04000000", lea("488d3d", 18, 5), "c3"].join("");

    expect(texts(blob, { rust: true, code })).toEqual(["alpha", "beta", "gammaomega"]);
  });

  test("are cut where code stores a pointer and a length side by side", () => {
    // lea rax, [rip+x]; mov [rsp+8], rax; mov qword [rsp+16], 5
    const code = [lea("488d05", 0, 0), "4889442408", "48c744241005000000", "c3"].join("");

    expect(texts(blob, { rust: true, code })).toEqual(["alpha", "betagammaomega"]);
  });

  test("of Rust may have their length doubled and one added", () => {
    const code = [lea("488d3d", 0, 0), "be0b000000", "c3"].join("");

    expect(
      texts(blob, {
        rust: true,
        code,
        references: [
          ["address", CODE, DATA],
          ["address", CODE, DATA + 5],
        ],
      }),
    ).toEqual(["alpha", "betagammaomega"]);
  });

  test("of Go type names have their length before them, even where it looks like text", () => {
    const name = "*main.averyveryverylongnameofatype";
    const data = Buffer.concat([
      Buffer.from([1, 7]),
      Buffer.from("*string"),
      Buffer.from([1, name.length]),
      Buffer.from(name),
      Buffer.from([0]),
    ]);

    const found = stringsIn(data, { go: true });

    expect(found).toMatchObject([
      { text: "*string", counted: 1 },
      { text: name, counted: 1 },
    ]);
  });

  test("are never looked for in C", () => {
    const code = [lea("488d3d", 0, 0), "be05000000", "c3"].join("");

    expect(texts(`${blob}\0`, { code })).toEqual([blob]);
  });
});

describe("places", () => {
  test("text in code counts only where something refers to it", () => {
    const code = Buffer.from("hello\0world\0").toString("hex");

    expect(stringsIn("", { code, references: [["address", 0x9000, CODE + 6]] })).toMatchObject([
      { rva: CODE + 6, text: "world" },
    ]);
  });

  test("tables of the file format hold no strings of the program", () => {
    expect(texts("dynamic_symbol\0", { content: "metadata" })).toEqual([]);
  });
});

const CODE = 0x1000;
const DATA = 0x2000;

type Row = readonly [kind: ReferenceKind, from: number, to: number];

interface Setting {
  /** Hexadecimal, at `CODE`. */
  readonly code?: string;
  readonly references?: readonly Row[];
  readonly rust?: boolean;
  readonly go?: boolean;
  readonly endian?: "little" | "big";
  readonly content?: Region["content"];
}

function texts(data: string | Buffer, setting: Setting = {}): readonly string[] {
  return stringsIn(data, setting).map(({ text }) => text);
}

/** The strings of an image with code at `CODE` and `data` at `DATA`. */
function stringsIn(
  data: string | Buffer,
  setting: Setting = {},
): readonly { rva: number; text: string; encoding: string | undefined; counted: number | undefined }[] {
  const code = Buffer.concat([Buffer.from(setting.code ?? "", "hex"), Buffer.alloc(16)]);
  const bytes = Buffer.from(data);
  const file = new Uint8Array(Buffer.concat([code, bytes]));
  const image = imageOf(code.length, bytes.length, setting);
  const table = findStrings(image, new Memory(image, file), referenceTable(setting.references ?? []));
  return Array.from(table.rva, (rva, index) => ({
    rva,
    text: textAt(table.value, index),
    encoding: STRING_ENCODINGS[table.encoding[index] ?? -1],
    counted: table.counted[index],
  }));
}

function imageOf(codeSize: number, dataSize: number, setting: Setting): Image {
  const region = (name: string, rva: number, fileOffset: number, size: number, content: Region["content"]): Region => {
    const permissions = { read: true, write: false, execute: content === "code" };
    return { name, rva, size, fileOffset, fileSize: size, permissions, content };
  };
  const go = { functions: 0, settings: [], dependencies: [] };
  return {
    format: "elf",
    kind: "executable",
    architecture: "x86_64",
    machine: 62,
    bits: 64,
    endian: setting.endian ?? "little",
    abi: "sysv",
    base: 0n,
    segments: [],
    sections: [],
    regions: [
      region(".text", CODE, 0, codeSize, "code"),
      region(".rodata", DATA, codeSize, dataSize, setting.content ?? "data"),
    ].filter(({ size }) => size > 0),
    symbols: SymbolList.of([]),
    imports: [],
    exports: ExportList.of([]),
    pointers: { slot: new Float64Array(0), target: new Float64Array(0) },
    importSlots: { slot: new Float64Array(0), import: new Uint32Array(0) },
    patches: [],
    functionHints: [],
    unwindComplete: false,
    linkage: { needed: [], runpath: [], static: true },
    build: {
      compilers: setting.rust === true ? ["rustc version 1.95.0"] : [],
      notes: [],
      stripped: true,
      hasDebugInfo: false,
      ...(setting.go === true ? { go } : {}),
    },
    hardening: [],
    issues: [],
  };
}

function referenceTable(rows: readonly Row[]): ReferenceTable {
  const byTarget = [...rows.keys()].sort((left, right) => (rows[left]?.[2] ?? 0) - (rows[right]?.[2] ?? 0));
  return {
    from: Uint32Array.from(rows, ([, from]) => from),
    to: Uint32Array.from(rows, ([, , to]) => to),
    kind: Uint8Array.from(rows, ([kind]) => REFERENCE_KINDS.indexOf(kind)),
    byTarget: Uint32Array.from(byTarget),
  };
}

/** `lea` at `CODE + at` of `DATA + offset`; 7 bytes. */
function lea(opcode: string, at: number, offset: number): string {
  const distance = Buffer.alloc(4);
  distance.writeInt32LE(DATA + offset - (CODE + at + 7));
  return opcode + distance.toString("hex");
}

function pointer(rva: number): Buffer {
  return word(rva);
}

function word(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt32LE(value);
  return bytes;
}
