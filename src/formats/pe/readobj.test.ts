/** The tables of the committed samples against llvm-readobj, objdump and the sources. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import type { Image } from "../image.ts";
import { Memory } from "../memory.ts";
import { loadPe } from "./load.ts";

const LINKED = ["features-x64.exe", "features-x86.exe", "windows-x64.exe", "windows-x86.exe", "shape-x64.dll"];
const OBJECTS = ["object-x64.obj", "object-x86.obj", "object-arm64.obj", "object-big.obj"];

describe.each([...LINKED, ...OBJECTS])("%s", (name) => {
  const image = load(name);

  test("has the sections that llvm-readobj lists", () => {
    const listed = [...readobj(name, "--sections").matchAll(/^ {4}Name: (\S+).*\n(?: {4}.*\n)*?/gmu)];

    expect(image.sections.map((section) => section.name)).toEqual(listed.map((match) => match[1]));
  });

  test("has the named symbols that llvm-readobj lists, sections and debugging marks left out", () => {
    const listed = symbolsListed(name);

    const named = [...image.symbols].filter(({ kind }) => kind !== "file").map((symbol) => symbol.name);
    expect(named.sort()).toEqual(listed.sort());
  });
});

describe.each(LINKED)("%s", (name) => {
  const image = load(name);

  test("has the entry point, base and machine of the headers", () => {
    const headers = readobj(name, "--file-headers");

    expect(image.entry).toBe(hex(/AddressOfEntryPoint: (\S+)/u.exec(headers)?.[1]));
    expect(Number(image.base)).toBe(hex(/ImageBase: (\S+)/u.exec(headers)?.[1]));
    expect(image.machine).toBe(hex(/Machine: \S+ \((\S+)\)/u.exec(headers)?.[1]));
    expect(image.build.pe?.timestamp).toBe(hex(/TimeDateStamp: .*\((0x\w+)\)/u.exec(headers)?.[1]));
  });

  test("imports what llvm-readobj lists, in its order and with its libraries", () => {
    const listing = readobj(name, "--coff-imports");
    const listed = [...listing.matchAll(/Name: (\S+)|Symbol: (\S*) \((\d+)\)/gu)];
    const expected: string[] = [];
    let library = "";
    for (const [, file, symbol, number] of listed) {
      if (file !== undefined) library = file;
      else expected.push(`${library} ${symbol === "" ? `#${number}` : symbol}`);
    }

    const found = image.imports.map(({ library: from, name: what, ordinal }) =>
      ordinal === undefined ? `${from} ${what}` : `${from} #${ordinal}`,
    );
    expect(found).toEqual(expected);
    expect(image.importSlots.slot).toHaveLength(expected.length);
  });

  test("fixes the words that llvm-readobj lists as base relocations, save those that hold no address yet", () => {
    const memory = new Memory(image, readFileSync(corpus(`bin/${name}`)));
    const listed = [...readobj(name, "--coff-basereloc").matchAll(/Type: (?:DIR64|HIGHLOW)\s+Address: (0x\w+)/gu)];

    const filled = listed.map((match) => hex(match[1])).filter((slot) => memory.window(slot, 4)?.u32(0) !== 0);
    expect([...image.pointers.slot]).toEqual(filled.sort((a, b) => a - b));
  });
});

describe.each(LINKED.filter((name) => name.includes("x64")))("%s", (name) => {
  test("has a range for every runtime function that llvm-readobj lists", () => {
    const image = load(name);
    const listing = readobj(name, "--unwind");
    const starts = [...listing.matchAll(/StartAddress: .*\((0x\w+)\)|StartAddress: (0x\w+)/gu)];
    const ends = [...listing.matchAll(/EndAddress: .*\((0x\w+)\)|EndAddress: (0x\w+)/gu)];
    const base = Number(image.base);

    const found = image.functionHints.filter(({ source }) => source === "pdata");
    expect(found.map(({ rva }) => rva)).toEqual(starts.map((match) => hex(match[1] ?? match[2]) - base));
    expect(found.map(({ rva, size = 0 }) => rva + size)).toEqual(ends.map((match) => hex(match[1] ?? match[2]) - base));
  });
});

test("a library exports by name, by ordinal alone and through others", () => {
  const { exports, linkage, kind } = load("shape-x64.dll");

  expect(kind).toBe("dll");
  expect(linkage.soname).toBe("shape-2.dll");
  expect([...exports].map(({ name, ordinal, forwarder, kind: what }) => [ordinal, name, forwarder ?? what])).toEqual([
    [6, "area", "function"],
    [7, "perimeter", "function"],
    [8, "area_of", "function"],
    [9, "#9", "function"],
    [10, "round_up", "MSVCRT.ceil"],
    [11, "version_text", "object"],
    [12, "beep", "USER32.MessageBeep"],
  ]);
});

describe.each(["windows-x64.exe", "windows-x86.exe"])("%s", (name) => {
  const image = load(name);

  test("names an import by ordinal and finds the delayed one and the callback of the loader", () => {
    expect(image.imports).toContainEqual(expect.objectContaining({ name: "WSAStartup", ordinal: 115 }));
    expect(image.imports.at(-1)).toMatchObject({ name: "MessageBoxA", library: "USER32.dll" });
    const callbacks = image.functionHints.filter(({ source }) => source === "tls_callback");
    const named = [...image.symbols].find((symbol) => /^_?on_start(@12)?$/u.test(symbol.name));
    expect(callbacks.map(({ rva }) => rva)).toEqual([named?.rva]);
  });

  test("carries the version, manifest and data of its resource script", () => {
    const pe = image.build.pe;

    expect(pe?.version).toEqual({
      fileVersion: "1.2.3.4",
      texts: [
        { key: "CompanyName", value: "Example Works" },
        { key: "FileDescription", value: "A small Windows program" },
        { key: "OriginalFilename", value: "windows.exe" },
      ],
    });
    expect(pe?.manifest).toBe(readFileSync(corpus("src/windows.manifest"), "utf8"));
    expect(pe?.resources).toContainEqual({ type: "data", count: 1, size: 12 });
  });

  test("is protected as objdump shows in its DLL characteristics", () => {
    const listing = execFileSync("objdump", ["-p", corpus(`bin/${name}`)], { encoding: "utf8" });
    const state = (property: string): string | undefined =>
      image.hardening.find((fact) => fact.property === property)?.state;

    expect(state("aslr") === "yes").toBe(listing.includes("DYNAMIC_BASE"));
    expect(state("dep") === "yes").toBe(listing.includes("NX_COMPAT"));
    expect(state("high_entropy_va") === "yes").toBe(listing.includes("HIGH_ENTROPY_VA"));
    expect(state("signed")).toBe("no");
  });
});

describe("the relocations of an object", () => {
  test("for x86-64 lead calls to placeholders and words to variables", () => {
    const { image, memory, rva } = opened("object-x64.obj");
    const [slot, outside] = [imported(image, "imported"), imported(image, "outside")];
    // Offsets of the fields as `llvm-readobj --relocations` lists them.
    const use = image.sections.find(({ name }) => name === ".text")?.rva ?? -1;

    expect(distance(memory, use + 0x2a)).toBe(slot);
    expect(distance(memory, use + 0x33)).toBe(outside);
    expect(image.importSlots.slot).toContain(slot);
    expect(pointerTo(image, rva("pointer"))).toBe(rva("counter"));
    expect(pointerTo(image, rva("table"))).toBe(rva("use"));
  });

  test("for x86 do the same with addresses", () => {
    const { image, rva } = opened("object-x86.obj");

    expect(pointerTo(image, rva("_pointer"))).toBe(rva("_counter"));
    expect(pointerTo(image, rva("_table"))).toBe(rva("_use"));
    expect([...image.symbols].map(({ name }) => name)).toEqual(expect.arrayContaining(["_add@8", "@subtract@8"]));
  });

  test("for arm64 change the fields of branches, pages and offsets", () => {
    const { image, memory, rva } = opened("object-arm64.obj");
    const use = rva("use");
    const word = (at: number): number => memory.window(use + at, 4)?.u32(0) ?? 0;
    const offset = (at: number, scale: number): number => ((word(at) >> 10) & 0xfff) << scale;
    const page = (at: number): number => {
      const pages = (((word(at) >> 5) & 0x7_ffff) << 2) | ((word(at) >>> 29) & 3);
      return (use + at - ((use + at) % 4096)) / 4096 + pages;
    };

    // `adrp`, `ldr` and `bl` where llvm-objdump shows their relocations, from the start of `use` on.
    expect(page(0x04) * 4096 + offset(0x10, 3)).toBe(imported(image, "imported"));
    expect(use + 0x20 + (word(0x20) & 0x03ff_ffff) * 4).toBe(imported(image, "outside"));
    expect(page(0x28) * 4096 + offset(0x38, 2)).toBe(rva("counter"));
  });
});

test("an object with 32-bit section numbers is read like any other", () => {
  const { image, rva } = opened("object-big.obj");

  expect(image).toMatchObject({ kind: "relocatable", architecture: "x86_64" });
  expect(pointerTo(image, rva("table"))).toBe(rva("use"));
  expect(image.functionHints.filter(({ source }) => source === "pdata").map((hint) => hint.rva)).toContain(rva("use"));
});

function corpus(path: string): string {
  return fileURLToPath(new URL(`../../../test/corpus/${path}`, import.meta.url));
}

function load(name: string): Image {
  const image = loadPe(readFileSync(corpus(`bin/${name}`)));
  if (image === undefined) throw new Error(`${name} is no PE file`);
  return image;
}

interface Opened {
  readonly image: Image;
  readonly memory: Memory;
  readonly rva: (symbol: string) => number;
}

function opened(name: string): Opened {
  const image = load(name);
  const memory = new Memory(image, readFileSync(corpus(`bin/${name}`)));
  return { image, memory, rva: (wanted) => [...image.symbols].find((symbol) => symbol.name === wanted)?.rva ?? -1 };
}

function imported(image: Image, wanted: string): number {
  return image.imports.find(({ name }) => name === wanted)?.rva ?? -1;
}

function distance(memory: Memory, field: number): number {
  return field + 4 + (memory.window(field, 4)?.i32(0) ?? 0);
}

function pointerTo({ pointers }: Image, slot: number): number | undefined {
  return pointers.target[pointers.slot.indexOf(slot)];
}

function readobj(name: string, ...options: readonly string[]): string {
  return execFileSync("llvm-readobj", [...options, corpus(`bin/${name}`)], { encoding: "utf8", maxBuffer: 1 << 26 });
}

/** Sections are static symbols with an auxiliary record and no type. */
function symbolsListed(name: string): string[] {
  const blocks = readobj(name, "--symbols")
    .split(/^ {2}Symbol \{$/mu)
    .slice(1);
  return blocks.flatMap((block) => {
    const isSection = /StorageClass: Static/u.test(block) && /AuxSymbolCount: [1-9]/u.test(block);
    const isFunction = /ComplexType: Function/u.test(block);
    const section = /Section: (\S+)/u.exec(block)?.[1];
    const symbol = /Name: (.*)/u.exec(block)?.[1] ?? "";
    const names = isSection || /StorageClass: (?:File|Section)/u.test(block) || section === symbol;
    return names && !isFunction ? [] : [symbol];
  });
}

function hex(text: string | undefined): number {
  return Number(text ?? Number.NaN);
}
