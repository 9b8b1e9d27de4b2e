/** The tables of the committed samples against llvm-objdump, llvm-nm and llvm-readobj. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import type { Image } from "../image.ts";
import { Memory } from "../memory.ts";
import { loadMachO } from "./load.ts";

const PROGRAMS = ["darwin-x86_64", "darwin-x86_64-stripped", "darwin-arm64"];
const LINKED = [...PROGRAMS, "libshape-x86_64.dylib", "libshape-arm64.dylib"];
const OBJECTS = ["darwin-x86_64.o", "darwin-arm64.o", "darwin-i386.o"];

describe.each([...LINKED, ...OBJECTS])("%s", (name) => {
  const image = load(name);

  test("has the sections that llvm-readobj lists", () => {
    const listing = tool("llvm-readobj", "-S", name);
    const listed = [
      ...listing.matchAll(
        /Name: (\S+) \(.*\n {4}Segment: (\S+) \(.*\n {4}Address: (\S+)\n {4}Size: (\S+)\n {4}Offset: (\d+)/gu,
      ),
    ].map(([, section, segment, address, size]) => [`${segment},${section}`, Number(address), Number(size)]);

    const found = image.sections.map((section) => [section.name, address(image, section.rva), section.size]);
    expect(found).toEqual(listed);
    expect(image.issues.filter(({ code }) => code !== "macho_relocations_not_applied")).toEqual([]);
  });

  test("has the symbols that llvm-nm lists, each where it is", () => {
    const listed = [...tool("llvm-nm", "-a", name).matchAll(/^([0-9a-f]+| +) ([A-Za-z-]) (\S+)$/gmu)];

    const found = [...image.symbols].map(
      (symbol) => `${symbol.rva === undefined ? "" : hex(image, symbol.rva)} ${symbol.name}`,
    );
    const expected = listed.map(([, at = "", , symbol]) => `${at.trim().replace(/^0+(?=.)/u, "")} ${symbol}`);
    expect(found.sort()).toEqual(expected.sort());
  });

  test("has disjoint regions that ascend and lie in the file", () => {
    let end = 0;
    for (const region of image.regions) {
      expect(region.rva).toBeGreaterThanOrEqual(end);
      expect(region.fileOffset + region.fileSize).toBeLessThanOrEqual(bytesOf(name).length);
      end = region.rva + region.size;
    }
  });
});

describe.each(LINKED)("%s", (name) => {
  const image = load(name);

  test("binds the slots that llvm-objdump lists to the same imports", () => {
    const tables = ["--bind", "--lazy-bind"].map((table) => objdump(table, name)).join("\n");
    const listing = tables.replaceAll(" (weak_import)", "");
    const listed = [...listing.matchAll(/^__\S+ +__\S+ +(0x\w+) .* (\S+)$/gmu)];

    const found = Array.from(image.importSlots.slot, (slot, row) => {
      return `${hex(image, slot)} ${image.imports[image.importSlots.import[row] ?? -1]?.name}`;
    });
    const expected = new Set(listed.map(([, at = "", symbol]) => `${Number(at).toString(16)} ${symbol}`));
    expect(new Set(found)).toEqual(expected);
    expect(found.length).toBeGreaterThan(8);
  });

  test("takes the library of each import from where llvm-objdump does", () => {
    const listed = [...objdump("--bind", name).matchAll(/ pointer +\d+ (\S+) +(\S+)(?: \(weak_import\))?$/gmu)];

    for (const [, library, symbol] of listed) {
      const path = image.imports.find((imported) => imported.name === symbol)?.library;
      expect(path?.replace(/^.*\/(\w+)\..*$/u, "$1") ?? "flat-namespace").toBe(library);
    }
    expect(listed.length).toBeGreaterThan(2);
  });

  test("has the pointers that llvm-objdump lists as rebased, save slots that imports take", () => {
    const listed = [...objdump("--rebase", name).matchAll(/ (0x\w+) +pointer$/gmu)].map(([, at]) => Number(at));

    const bound = new Set(image.importSlots.slot);
    const found = Array.from(image.pointers.slot, (slot) => Number(image.base) + slot);
    expect(found).toEqual(listed.filter((at) => !bound.has(at - Number(image.base))).sort((a, b) => a - b));
    const memory = new Memory(image, bytesOf(name));
    for (const target of image.pointers.target) expect(memory.regionAt(target)).toBeDefined();
  });

  test("exports what the trie of llvm-objdump holds", () => {
    const listed = [...objdump("--exports-trie", name).matchAll(/^0x(\w+) +(\S+)/gmu)];

    const found = [...image.exports].map(({ name: exported, rva }) => `${hex(image, rva)} ${exported}`);
    expect(found.sort()).toEqual(
      listed.map(([, at, exported]) => `${Number(`0x${at}`).toString(16)} ${exported}`).sort(),
    );
  });

  test("has the function starts that llvm-objdump lists", () => {
    const listed = [...objdump("--function-starts", name).matchAll(/^([0-9a-f]{16})$/gmu)].map(([, at]) =>
      Number(`0x${at}`),
    );

    const starts = image.functionHints.filter(({ source }) => source === "function_starts");
    expect(starts.map(({ rva }) => Number(image.base) + rva)).toEqual(listed);
    expect(image.startsComplete).toBe(true);
  });

  test("names the stubs that llvm-objdump names", () => {
    const listing = objdump("--indirect-symbols", name).split("Indirect symbols for ");
    const stubs = listing.find((part) => part.includes("__stubs)")) ?? "";
    const listed = [...stubs.matchAll(/^0x(\w+) +\d+ (\S+)$/gmu)].map(
      ([, at, symbol]) => `${Number(`0x${at}`).toString(16)} ${symbol}`,
    );

    const found = Array.from(image.stubs?.rva ?? [], (rva, row) => {
      return `${hex(image, rva)} ${image.imports[image.stubs?.import[row] ?? -1]?.name}`;
    });
    expect(found).toEqual(listed);
  });

  test("reads the entries of the unwind table that have an encoding, and the landing pads", () => {
    const listing = objdump("--unwind-info", name);
    const entries = [...listing.matchAll(/function offset=(0x\w+), encoding\[\d+\]=(0x\w+)/gu)];
    const pads = [...listing.matchAll(/function offset=(0x\w+), LSDA offset=(0x\w+)/gu)];

    const starts = image.functionHints.filter(({ source }) => source === "compact_unwind");
    expect(starts.map(({ rva }) => rva)).toEqual(
      entries.filter(([, , encoding]) => Number(encoding) !== 0).map(([, at]) => Number(at)),
    );
    expect(image.build.macho?.tables.landingPads).toBe(pads.filter(([line]) => !line.includes("page")).length);
  });

  test("has the identity that the load commands give", () => {
    const headers = objdump("--private-headers", name);
    const commands = [...headers.matchAll(/^ +cmd (LC_\S+)\n +cmdsize (\d+)/gmu)];
    const { macho } = image.build;

    expect(macho?.uuid).toBe(/uuid (\S+)/u.exec(headers)?.[1]);
    expect(macho?.platforms).toEqual([
      { platform: "macos", minimumVersion: "11.0", sdkVersion: "12.3", tools: ["ld 14.0.6"] },
    ]);
    expect(macho?.loadCommands.map(({ size }) => size)).toEqual(commands.map(([, , size]) => Number(size)));
    expect(macho?.loadCommands.map(({ name: command }) => command.replace("DYLD_INFO", "DYLD_INFO_ONLY"))).toEqual(
      commands.map(([, command]) => command),
    );
    expect(image.linkage.needed).toEqual(["/usr/lib/libSystem.B.dylib"]);
  });
});

test("a program starts where LC_MAIN says, which is its main", () => {
  for (const name of PROGRAMS) {
    const offset = /entryoff (\d+)/u.exec(objdump("--private-headers", name))?.[1];

    expect(load(name)).toMatchObject({ entry: Number(offset), entryIsMain: true, kind: "executable" });
  }
});

test("a library has the name and versions that its linker was given", () => {
  const { linkage, build, kind } = load("libshape-arm64.dylib");

  expect(kind).toBe("shared_object");
  expect(linkage.soname).toBe("@rpath/libshape.dylib");
  expect(build.macho).toMatchObject({ currentVersion: "2.3.4", compatibilityVersion: "1.2", fixups: "opcodes" });
});

test("the linker's signature is told from one with certificates", () => {
  const signature = load("darwin-arm64").build.macho?.signature;

  expect(signature).toMatchObject({
    identifier: "darwin-arm64",
    flags: ["adhoc", "linker_signed"],
    hashes: ["sha256"],
    certificates: false,
    derEntitlements: false,
  });
  expect(load("darwin-x86_64").build.macho?.signature).toBeUndefined();
});

test("hardening facts name what shows them", () => {
  const facts = new Map(load("darwin-x86_64-stripped").hardening.map(({ property, state }) => [property, state]));

  expect(facts.get("pie")).toBe("yes");
  expect(facts.get("canary")).toBe("yes");
  expect(facts.get("signed")).toBe("no");
  expect(facts.get("stripped")).toBe("yes");
  expect(facts.get("rpath")).toBe("rpath");
  expect(facts.get("pac")).toBe("not_applicable");
});

describe.each(["darwin-x86_64.o", "darwin-arm64.o"])("the relocations of %s", (name) => {
  const image = load(name);
  const memory = new Memory(image, bytesOf(name));
  const text = image.sections.find((section) => section.name === "__TEXT,__text")?.rva ?? 0;
  const relocations = [...relocationsOf(name).matchAll(/^ {4}(0x\w+) \d \d \d (\w+) \d (\S+)$/gmu)];
  const placeOf = (symbol: string | undefined): number | undefined =>
    image.imports.find((imported) => imported.name === symbol)?.rva ??
    [...image.symbols].find((candidate) => candidate.name === symbol)?.rva;

  test("lead every call to its symbol", () => {
    const calls = relocations.filter(([, , type]) => type === "X86_64_RELOC_BRANCH" || type === "ARM64_RELOC_BRANCH26");

    for (const [, at, type, symbol] of calls) {
      const rva = text + Number(at);
      const field = memory.window(rva, 4)?.i32(0) ?? 0;
      const target = type === "ARM64_RELOC_BRANCH26" ? rva + ((field << 6) >> 4) : rva + 4 + field;
      expect(target).toBe(placeOf(symbol));
    }
    expect(calls.length).toBeGreaterThan(10);
  });

  test("give imported data a slot that the code reads", () => {
    const slots = Array.from(image.importSlots.import, (index) => image.imports[index]?.name);

    expect(slots).toContain("___stdoutp");
    expect(slots).toContain("_missing");
  });

  test("make the fields of initialised data pointers", () => {
    const commands = [...image.symbols].find((symbol) => symbol.name === "_COMMANDS")?.rva ?? 0;
    const targets = Array.from(image.pointers.slot, (slot, row) => [slot, image.pointers.target[row]]);
    const square = [...image.symbols].find((symbol) => symbol.name === "_square")?.rva;

    expect(targets).toContainEqual([commands + 8, square]);
  });
});

function load(name: string): Image {
  const image = loadMachO(bytesOf(name));
  if (image === undefined) throw new Error(`${name} is no Mach-O file`);
  return image;
}

function bytesOf(name: string): Uint8Array {
  return new Uint8Array(readFileSync(corpus(name)));
}

function corpus(name: string): string {
  return fileURLToPath(new URL(`../../../test/corpus/bin/${name}`, import.meta.url));
}

function objdump(table: string, name: string): string {
  return tool("llvm-objdump", "--macho", table, name);
}

/** The table of `__text` alone: places of other sections count from theirs. */
function relocationsOf(name: string): string {
  const listing = tool("llvm-readobj", "-r", name);
  return listing.slice(listing.indexOf("Section __text"), listing.indexOf("\n  }"));
}

function tool(command: string, ...words: string[]): string {
  const flags = words.slice(0, -1);
  return execFileSync(command, [...flags, corpus(words.at(-1) ?? "")], { encoding: "utf8", maxBuffer: 1 << 26 });
}

function address({ base }: Image, rva: number | undefined): number | undefined {
  return rva === undefined ? undefined : Number(base) + rva;
}

function hex({ base }: Image, rva: number): string {
  return (Number(base) + rva).toString(16);
}
