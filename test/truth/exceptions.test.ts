/** Landing pads against the labels of the assembly text from which the compiler's tables are made. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { EDGE_KINDS, type Program } from "../../src/engine/program.ts";
import { analyse, analyseStripped, type Analysed } from "./analysed.ts";
import { packagedProgram } from "./packages.ts";
import { build, M32 } from "./toolchain.ts";

const SOURCE = readFileSync(path.resolve(import.meta.dirname, "../corpus/src/exceptions.cpp"), "utf8");

describe.each([
  ["g++", ["-O0"]],
  ["g++", ["-O2"]],
  ["g++", ["-Os", "-fno-pie", "-no-pie"]],
  ["g++", [...M32, "-O2"]],
  ["clang++", ["-O2"]],
  ["aarch64-linux-gnu-g++-12", ["-O2"]],
] as const)("C++ by %s %s", (command, flags) => {
  const compiled = compiledTwice(command, flags);

  test.skipIf(compiled === undefined)("leads from each call site of the assembly text to its landing pad", () => {
    const { image } = analyse(compiled?.program ?? "");

    const { start, end, pad } = image.landingPads ?? NONE;
    const found = Array.from(start, (from, row) => [from, end[row] ?? 0, pad[row] ?? 0]);
    const listed = compiled?.sites.map((site) => site.map((address) => address - Number(image.base))) ?? [];
    expect(found).toEqual(listed.sort(([left = 0], [right = 0]) => left - right));
    expect(listed.length).toBeGreaterThan(10);
  });

  test.skipIf(compiled === undefined)(
    "makes landing pads blocks of the function that calls, reached by an edge",
    () => {
      const stripped = analyseStripped(compiled?.program ?? "");

      const pads = new Set(compiled?.sites.map(([, , pad = 0]) => pad - stripped.base));
      const reached = exceptionTargets(stripped);
      expect([...pads].filter((pad) => !reached.has(pad))).toEqual([]);
      expect([...pads].filter((pad) => new Set<number>(stripped.program.functions.rva).has(pad))).toEqual([]);
    },
  );

  test.skipIf(compiled === undefined)("knows that a function returns through its handler", () => {
    const { program, base } = analyse(compiled?.program ?? "");

    expect(noReturn(program, compiled?.symbols.get("_Z13always_throwsi") ?? 0, base)).toBe(false);
    expect(noReturn(program, compiled?.symbols.get("_Z4failPKc") ?? 0, base)).toBe(true);
  });
});

const NONE = { start: new Float64Array(), end: new Float64Array(), pad: new Float64Array() };

interface Compiled {
  readonly program: string;
  /** Start, end and landing pad of call sites: addresses. */
  readonly sites: readonly (readonly number[])[];
  readonly symbols: ReadonlyMap<string, number>;
}

/** Compiles to assembly text, names its local labels, and assembles and links that. */
function compiledTwice(command: string, flags: readonly string[]): Compiled | undefined {
  const text = build(SOURCE, { command, language: "cpp", flags: [...flags, "-S"] });
  if (text === undefined) return undefined;
  const assembly = readFileSync(text, "utf8").replaceAll(
    /\.L(?=EH[BE]\d|\d|FB\d|FSB\d|tmp\d|func_begin\d)/gu,
    "Local_",
  );
  const program = build(assembly, { command, language: "s", flags });
  if (program === undefined) return undefined;
  const symbols = symbolsOf(program);
  const at = (label = ""): number => symbols.get(label) ?? Number.NaN;
  const site = /uleb128 (Local_\w+)-\S+.*\n\s*\.uleb128 (Local_\w+)-\1.*\n\s*\.uleb128 (Local_\w+)-\S+/gu;
  const sites = [...assembly.matchAll(site)].map(([, start, end, pad]) => [at(start), at(end), at(pad)]);
  return { program, sites, symbols };
}

function symbolsOf(program: string, command = "nm"): ReadonlyMap<string, number> {
  const listing = execFileSync(command, [program], { encoding: "utf8" });
  const rows = [...listing.matchAll(/^([0-9a-f]+) \w (\S+)$/gmu)];
  return new Map(rows.map(([, address = "", name = ""]) => [name, Number.parseInt(address, 16)]));
}

/** Starts of the blocks that exceptions lead to from blocks of the same function. */
function exceptionTargets({ program }: Analysed): ReadonlySet<number> {
  const { blocks, edges } = program;
  const targets = new Set<number>();
  for (let block = 0; block < blocks.rva.length; block++) {
    for (let edge = blocks.firstEdge[block] ?? 0; edge < (blocks.firstEdge[block + 1] ?? 0); edge++) {
      const to = edges.to[edge] ?? -1;
      if (EDGE_KINDS[edges.kind[edge] ?? -1] !== "exception") continue;
      expect(blocks.function[to]).toBe(blocks.function[block]);
      targets.add(blocks.rva[to] ?? -1);
    }
  }
  return targets;
}

function noReturn({ functions }: Program, address: number, base: number): boolean {
  const row = functions.rva.indexOf(address - base);
  expect(row).toBeGreaterThanOrEqual(0);
  return ((functions.flags[row] ?? 0) & 1) !== 0;
}

describe("exceptions as for Visual C++, by clang", () => {
  const compiled = compiledForWindows();
  const at = (label: string): number => compiled?.symbols.get(label.replaceAll('"', "")) ?? Number.NaN;

  test.skipIf(compiled === undefined)("lead from the scopes of the assembly text to their blocks", () => {
    const { image } = analyse(compiled?.object ?? "");

    const { start, end, pad } = image.landingPads ?? NONE;
    const found = Array.from(start, (from, row) => [from, end[row] ?? 0, pad[row] ?? 0]);
    const scope =
      /\.long\s(\S+)@IMGREL +# LabelStart\n\s\.long\s(\S+)@IMGREL\+1 .*\n.*\n\s\.long\s(\S+)@IMGREL +# ExceptionH/gu;
    const listed = [...(compiled?.assembly ?? "").matchAll(scope)];
    expect(found).toEqual(listed.map(([, first = "", last = "", block = ""]) => [at(first), at(last) + 1, at(block)]));
    expect(found).toHaveLength(2);
  });

  test.skipIf(compiled === undefined)("call filters, catch blocks and what destroys objects", () => {
    const { image, program } = analyse(compiled?.object ?? "");

    const handlers = image.functionHints.filter(({ source }) => source === "exception_handler").map(({ rva }) => rva);
    const label = /\.long\s(\S+)@IMGREL +# (?:FilterFunction|FinallyFunclet|Action|Handler)$/gmu;
    const listed = [...(compiled?.assembly ?? "").matchAll(label)].map(([, name = ""]) => at(name));
    expect([...new Set(listed)].filter((rva) => !handlers.includes(rva))).toEqual([]);
    expect(new Set(listed).size).toBe(6);
    const functions = new Set<number>(program.functions.rva);
    expect(listed.filter((rva) => !functions.has(rva))).toEqual([]);
  });

  test.skipIf(compiled === undefined)("lead on by edges from the block that faults", () => {
    const analysed = analyse(compiled?.object ?? "");

    const pads = [...(analysed.image.landingPads?.pad ?? [])];
    expect(pads.filter((pad) => !exceptionTargets(analysed).has(pad))).toEqual([]);
    expect(pads.filter((pad) => new Set<number>(analysed.program.functions.rva).has(pad))).toEqual([]);
  });
});

interface CompiledForWindows {
  readonly object: string;
  readonly assembly: string;
  /** Rvas: the code is one section. */
  readonly symbols: ReadonlyMap<string, number>;
}

function compiledForWindows(): CompiledForWindows | undefined {
  const source = readFileSync(path.resolve(import.meta.dirname, "../corpus/src/exceptions-windows.cpp"), "utf8");
  const target = "--target=x86_64-pc-windows-msvc";
  const flags = [target, "-O1", "-fms-extensions", "-fexceptions", "-fcxx-exceptions", "-S"];
  const text = build(source, { command: "clang++", language: "cpp", flags });
  if (text === undefined) return undefined;
  const assembly = readFileSync(text, "utf8").replaceAll(/\.L(?=tmp\d|BB\d)/gu, "Local_");
  const object = build(assembly, { command: "clang++", language: "s", flags: [target, "-c"] });
  if (object === undefined) return undefined;
  const { image } = analyse(object);
  const text0 = image.regions.find(({ name }) => name === ".text")?.rva ?? Number.NaN;
  const symbols = symbolsOf(object, "llvm-nm");
  return { object, assembly, symbols: new Map([...symbols].map(([name, offset]) => [name, text0 + offset])) };
}

describe("a module by Visual C++ 2022", () => {
  const file = packagedProgram("@parcel/watcher-win32-x64@2.5.1/watcher.node");

  // Its tables are in the form of __CxxFrameHandler4, which the binary tools at hand do not read.
  test.skipIf(file === undefined)("has handlers that begin a range of the function table, or lie in none", () => {
    const { image } = analyse(file ?? "");

    const ranges = image.functionHints.filter(({ source }) => source === "pdata");
    const handlers = image.functionHints.filter(({ source }) => source === "exception_handler");
    const starts = new Set(ranges.map(({ rva }) => rva));
    const inside = handlers.filter(
      ({ rva }) => !starts.has(rva) && ranges.some(({ rva: start, size = 0 }) => rva > start && rva < start + size),
    );
    expect(inside).toEqual([]);
    expect(handlers.length).toBeGreaterThan(250);
  });

  test.skipIf(file === undefined)("goes on behind its catch blocks in the function that has them", () => {
    const analysed = analyse(file ?? "");

    const pads = analysed.image.landingPads;
    const reached = exceptionTargets(analysed);
    const places = [...(pads?.pad ?? [])].filter((_, row) => pads?.faults[row] === 0);
    expect(places.length).toBeGreaterThan(5);
    expect(places.filter((place) => !reached.has(place))).toEqual([]);
  });
});
