/** Compares the loader with GNU readelf on programs of the machine. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import type { Image } from "../image.ts";
import { loadElf } from "./load.ts";

const CANDIDATES = ["/bin/ls", "/usr/lib/x86_64-linux-gnu/libc.so.6", "/usr/bin/python3.11"];
const TIMEOUT = 60_000;

/** Lines of its output; its status also tells of debug files that it looks for and does not find. */
function readelf(file: string, ...options: string[]): string[] {
  const { stdout } = spawnSync("readelf", [...options, "-W", file], { encoding: "utf8", maxBuffer: 1 << 28 });
  return stdout.split("\n");
}

function load(file: string): Image {
  const image = loadElf(new Uint8Array(readFileSync(file)));
  if (image === undefined) throw new Error(`${file} has no header`);
  return image;
}

function address(image: Image, rva: number): string {
  return (image.base + BigInt(rva)).toString(16);
}

function hex(text: string | undefined): string {
  return BigInt(`0x${text ?? "0"}`).toString(16);
}

/** Name, type, file offset and size of each section. */
function listedSections(file: string): string[] {
  const row = /^ +\[ *\d+\] (?:(\S+) +| +)([A-Z_]+) +[0-9a-f]{8,} ([0-9a-f]{6,}) ([0-9a-f]{6,})/u;
  return readelf(file, "-S").flatMap((line) => {
    const [match, name = "", type = "", offset, size] = row.exec(line) ?? [];
    return match === undefined || type.startsWith("MIPS_") ? [] : [`${name} ${type} ${hex(offset)} ${hex(size)}`];
  });
}

function sectionRows(image: Image): string[] {
  return image.sections.map(
    ({ name, type, fileOffset, size }) => `${name} ${type} ${fileOffset.toString(16)} ${size.toString(16)}`,
  );
}

describe.each(CANDIDATES.filter((file) => existsSync(file)))("%s", (file) => {
  const image = load(file);

  test("loads without issues", () => {
    expect(image.issues).toEqual([]);
  });

  test("has the sections that readelf lists", { timeout: TIMEOUT }, () => {
    expect(sectionRows(image)).toEqual(listedSections(file));
  });

  test("has the dynamic symbols that readelf lists, with their versions", { timeout: TIMEOUT }, () => {
    const row = /^ +\d+: ([0-9a-f]+) +(?:\d+|0x[0-9a-f]+) (\S+) +\S+ +\S+ +(\S+) ([^\s@]+)(?:@@?(\S+))?/u;
    const expected = readelf(file, "--dyn-syms").flatMap((line) => {
      const [match, value, type, section, name, version = ""] = row.exec(line) ?? [];
      if (match === undefined || section === "ABS") return [];
      const where = section === "UND" || type === "TLS" ? "" : hex(value);
      return [`${name}@${version} ${where}`];
    });

    const actual = [...image.symbols]
      .filter(({ source }) => source === "dynsym")
      .map(({ name, version = "", rva }) => `${name}@${version} ${rva === undefined ? "" : address(image, rva)}`);
    const absolute = new Set(
      readelf(file, "--dyn-syms").flatMap((line) => (/ ABS (\S+?)(?:@|$)/u.exec(line) ?? []).slice(1)),
    );
    expect(actual.filter((text) => !absolute.has(text.split("@")[0] ?? "")).sort()).toEqual(expected.sort());
  });

  test("has the pointers that relative relocations make", { timeout: TIMEOUT }, () => {
    const expected = readelf(file, "-r").flatMap((line) => {
      const [match, slot, target] =
        /^([0-9a-f]+) +[0-9a-f]+ R_X86_64_(?:RELATIVE|IRELATIV) +([0-9a-f]+)/u.exec(line) ?? [];
      return match === undefined ? [] : [`${hex(slot)} ${hex(target)}`];
    });

    const pointers = new Set(
      [...image.pointers.slot].map(
        (slot, index) => `${address(image, slot)} ${address(image, image.pointers.target[index] ?? 0)}`,
      ),
    );
    expect(expected.filter((pointer) => !pointers.has(pointer))).toEqual([]);
  });

  test("has the frames that readelf lists, but for stubs", { timeout: TIMEOUT }, () => {
    const expected = readelf(file, "--debug-dump=frames").flatMap((line) => {
      const [match, start, end] = / FDE cie=[0-9a-f]+ pc=([0-9a-f]+)\.\.([0-9a-f]+)/u.exec(line) ?? [];
      return match === undefined || start === end ? [] : [`${hex(start)}-${hex(end)}`];
    });
    const stubs = image.regions.filter(({ content }) => content === "stubs");
    const isStub = (text: string): boolean => {
      const rva = Number(BigInt(`0x${text.split("-")[0]}`) - image.base);
      return stubs.some((stub) => rva >= stub.rva && rva < stub.rva + stub.size);
    };

    const actual = image.functionHints
      .filter(({ source }) => source === "eh_frame")
      .map(({ rva, size = 0 }) => `${address(image, rva)}-${address(image, rva + size)}`);
    expect(actual.sort()).toEqual([...new Set(expected)].filter((text) => !isStub(text)).sort());
  });
});

const CORPUS = path.resolve(import.meta.dirname, "../../../test/corpus/bin");
const OBJECTS = ["features.o", "tiny.ko", "bare-i386.o", "bare-aarch64.o", "bare-mips.o", "bare-powerpc64.o"];

/** Types of one machine or compiler that one of the two shows as a number. */
const UNNAMED_TYPE = / (LLVM_[A-Z_]+|0x[0-9a-f]+) /u;

describe.each(OBJECTS)("the relocatable file %s", (name) => {
  const file = path.join(CORPUS, name);
  const image = load(file);

  test("has the sections that readelf lists", () => {
    const rows = sectionRows(image).filter((row) => !UNNAMED_TYPE.test(row));
    expect(rows).toEqual(listedSections(file));
  });

  test("has the symbols that readelf lists, at their offset in their section", () => {
    const row = /^ +\d+: ([0-9a-f]+) +(\d+) (\S+) +(\S+) +\S+ .*?(\d+|UND|ABS|COM) (\S+)$/u;
    const expected = readelf(file, "-s").flatMap((line) => {
      const [match, value, size, type, binding, section, symbol] = row.exec(line) ?? [];
      if (match === undefined || type === "SECTION") return [];
      const start = image.sections[Number(section)]?.rva;
      const rva = start === undefined ? "" : start + Number.parseInt(value ?? "", 16);
      return [`${symbol} ${binding} ${size} ${rva}`];
    });

    const actual = [...image.symbols].map(
      (symbol) => `${symbol.name} ${symbol.binding.toUpperCase()} ${symbol.size} ${symbol.rva ?? ""}`,
    );
    expect(actual).toEqual(expected);
  });
});
