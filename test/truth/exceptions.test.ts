/** Landing pads against the labels of the assembly text from which the compiler's tables are made. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { lastAtMost } from "../../src/engine/columns.ts";
import { EDGE_KINDS, type Program } from "../../src/engine/program.ts";
import type { Image } from "../../src/formats/image.ts";
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

    const found = landingPads(image);
    const listed = compiled?.sites.map((site) => site.map((address) => address - Number(image.base))) ?? [];
    expect(found).toEqual(listed);
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

/** Start and end of protected code and its landing pad: rvas. */
function landingPads(image: Image): number[][] {
  const { start = [], end = [], pad = [] } = image.landingPads ?? {};
  return Array.from(start, (from, row) => [from, end[row] ?? 0, pad[row] ?? 0]);
}

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
  const assembly = withNamedLabels(text);
  const program = build(assembly, { command, language: "s", flags });
  if (program === undefined) return undefined;
  const symbols = symbolsOf(program);
  return { program, sites: callSites(assembly, symbols), symbols };
}

/** Assembly text with symbols for the labels that assemblers would forget. */
function withNamedLabels(file: string): string {
  const text = readFileSync(file, "utf8").replace(".subsections_via_symbols", "");
  return text.replaceAll(/(?<!\w)\.?L(?=EH[BE]\d|\d|FB\d|FSB\d|BB\d|tmp\d|func_begin\d)/gu, "label_");
}

/** Start, end and landing pad of the call sites of the text that have one, where `symbols` has the labels; in order. */
function callSites(assembly: string, symbols: ReadonlyMap<string, number>): number[][] {
  const site = /uleb128 (label_\w+)-\S+.*\n\s*\.uleb128 (label_\w+)-\1.*\n\s*\.uleb128 (label_\w+)-\S+/gu;
  const at = (label = ""): number => symbols.get(label) ?? Number.NaN;
  const sites = [...assembly.matchAll(site)].map(([, start, end, pad]) => [at(start), at(end), at(pad)]);
  return sites.sort(([left = 0], [right = 0]) => left - right);
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
      expect(ownerOf(program, to)).toBe(ownerOf(program, block));
      targets.add(blocks.rva[to] ?? -1);
    }
  }
  return targets;
}

/** Function that a block belongs to. */
function ownerOf({ functions }: Program, block: number): number {
  return lastAtMost(functions.firstBlock, block);
}

function noReturn({ functions }: Program, address: number, base: number): boolean {
  const row = functions.rva.indexOf(address - base);
  expect(row).toBeGreaterThanOrEqual(0);
  return ((functions.flags[row] ?? 0) & 1) !== 0;
}

describe("exceptions as for Visual C++, by clang", () => {
  const compiled = compiledObject("x86_64-pc-windows-msvc");
  const at = (label: string): number => compiled?.symbols.get(label.replaceAll('"', "")) ?? Number.NaN;

  test.skipIf(compiled === undefined)("lead from the scopes of the assembly text to their blocks", () => {
    const { image } = analyse(compiled?.object ?? "");

    const found = landingPads(image).filter((_, row) => image.landingPads?.faults[row] === 1);
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

  test.skipIf(compiled === undefined)("lead from the calls of a try block to where its catch blocks go on", () => {
    const { image } = analyse(compiled?.object ?? "");
    const assembly = compiled?.assembly ?? "";

    const [, low = "", high = ""] = /\.long\s(\d+) +# TryLow\n\s\.long\s(\d+) +# TryHigh/u.exec(assembly) ?? [];
    const row = /\.long\s(\S+)@IMGREL(\+1)? +# IP\n\s\.long\s(-?\d+) +# ToState/gu;
    const states = [...assembly.matchAll(row)].map(([, label = "", one, state]) => ({
      start: at(label) - (one === undefined ? 1 : 0),
      state: Number(state),
    }));
    const tried = states.flatMap(({ start, state }, index) =>
      state >= Number(low) && state <= Number(high) ? [[start, states[index + 1]?.start ?? Number.NaN]] : [],
    );
    const places = [...assembly.matchAll(/leaq\s(\S+)\(%rip\), %rax\n(?:.*\n){1,4}\tretq +# CATCHRET/gu)];
    const listed = tried.flatMap((range) => places.map(([, label = ""]) => [...range, at(label)]));
    const found = landingPads(image).filter((_, index) => image.landingPads?.faults[index] === 0);
    expect(new Set(found.map(String))).toEqual(new Set(listed.map(String)));
    expect(found).toHaveLength(4);
  });

  test.skipIf(compiled === undefined)("lead on by edges from the block that faults", () => {
    const analysed = analyse(compiled?.object ?? "");

    const pads = [...(analysed.image.landingPads?.pad ?? [])];
    expect(pads.filter((pad) => !exceptionTargets(analysed).has(pad))).toEqual([]);
    expect(pads.filter((pad) => new Set<number>(analysed.program.functions.rva).has(pad))).toEqual([]);
  });
});

describe("exceptions as for 32-bit Visual C++, by clang", () => {
  const compiled = compiledObject("i686-pc-windows-msvc");
  const assembly = compiled?.assembly ?? "";
  const at = (label: string): number => compiled?.symbols.get(label.replaceAll('"', "")) ?? Number.NaN;

  test.skipIf(compiled === undefined)("make handlers, and where catch blocks go on, blocks of their function", () => {
    const analysed = analyse(compiled?.object ?? "");

    const labels = [
      ...assembly.matchAll(/\.long\s(\S+) +# ExceptionHandler$/gmu),
      ...assembly.matchAll(/movl\s\$(\S+), %eax\n(?:.*\n){1,3}\tretl +# CATCHRET$/gmu),
    ].map(([, label = ""]) => label);
    const listed = labels.map((label) => [at(label), at(functionOf(assembly, label))]);
    const { blocks, functions } = analysed.program;
    const found = [...(analysed.image.landingPads?.pad ?? [])].map((pad) => {
      const owner = ownerOf(analysed.program, blocks.rva.indexOf(pad));
      return [pad, functions.rva[owner]];
    });
    expect(found.map(String).sort()).toEqual(listed.map(String).sort());
    expect(listed).toHaveLength(4);
    const reached = exceptionTargets(analysed);
    expect(found.filter(([pad = 0]) => !reached.has(pad))).toEqual([]);
  });

  test.skipIf(compiled === undefined)("call filters, catch blocks and what destroys objects", () => {
    const { image, program } = analyse(compiled?.object ?? "");

    const handlers = image.functionHints.filter(({ source }) => source === "exception_handler").map(({ rva }) => rva);
    const label = /\.long\s(\S+) +# (?:FilterFunction|FinallyFunclet|Action|Handler)$/gmu;
    const listed = [...assembly.matchAll(label)].map(([, name = ""]) => name).filter((name) => name !== "0");
    expect(new Set(handlers)).toEqual(new Set(listed.map(at)));
    expect(handlers).toHaveLength(7);
    const functions = new Set<number>(program.functions.rva);
    expect(handlers.filter((rva) => !functions.has(rva))).toEqual([]);
  });
});

/** Name of the function of the assembly text that `label` stands in. */
function functionOf(assembly: string, label: string): string {
  const before = assembly.slice(0, assembly.indexOf(`\n${label}:`));
  return [...before.matchAll(/^(_\w+): /gmu)].at(-1)?.[1] ?? "";
}

interface CompiledObject {
  readonly object: string;
  readonly assembly: string;
  /** Rvas: the code is one section. */
  readonly symbols: ReadonlyMap<string, number>;
}

/** An object by clang for a system without headers at hand, with symbols for its labels. */
function compiledObject(target: string): CompiledObject | undefined {
  const source = readFileSync(path.resolve(import.meta.dirname, "../corpus/src/exceptions-bare.cpp"), "utf8");
  const flags = [`--target=${target}`, "-O1", "-fms-extensions", "-fexceptions", "-fcxx-exceptions", "-S"];
  const text = build(source, { command: "clang++", language: "cpp", flags });
  if (text === undefined) return undefined;
  const assembly = withNamedLabels(text);
  const recipe = { command: "clang++", language: "s", flags: [`--target=${target}`, "-c"] };
  const object = build(assembly, recipe);
  if (object === undefined) return undefined;
  const code = analyse(object).image.regions.find(({ content }) => content === "code")?.rva ?? Number.NaN;
  const symbols = [...symbolsOf(object, "llvm-nm")].map(([name, offset]) => [name, code + offset] as const);
  return { object, assembly, symbols: new Map(symbols) };
}

describe.each(["x86_64-w64-windows-gnu", "x86_64-apple-macos11", "arm64-apple-macos11"])("C++ for %s", (target) => {
  const compiled = compiledObject(target);

  test.skipIf(compiled === undefined)("leads from each call site of the assembly text to its landing pad", () => {
    const analysed = analyse(compiled?.object ?? "", { ignore: { symbols: true } });

    const listed = callSites(compiled?.assembly ?? "", compiled?.symbols ?? new Map());
    expect(landingPads(analysed.image)).toEqual(listed);
    expect(listed.length).toBeGreaterThan(5);
    const reached = exceptionTargets(analysed);
    expect(listed.filter(([, , pad = 0]) => !reached.has(pad))).toEqual([]);
  });
});

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

const LARGE = { encoding: "utf8", maxBuffer: 2 ** 29 } as const;

describe.each([
  ["@rollup/rollup-win32-ia32-msvc@4.68.8/rollup.win32-ia32-msvc.node", 2],
  ["@parcel/watcher-win32-ia32@2.5.1/watcher.node", 12],
])("a 32-bit module by Visual C++, %s", (name, handlers) => {
  const file = packagedProgram(name);

  test.skipIf(file === undefined)("goes on in handlers that restore its stack, and that are no functions", () => {
    const analysed = analyse(file ?? "");

    const pads = new Set(analysed.image.landingPads?.pad);
    const listing = execFileSync("objdump", ["-d", "--no-show-raw-insn", file ?? ""], LARGE);
    // `__except` blocks begin by taking the stack pointer out of the registration.
    const restoring = [...listing.matchAll(/^([0-9a-f]+):\s+mov +-0x18\(%ebp\),%esp$/gmu)];
    const blocks = restoring.map(([, address = ""]) => Number.parseInt(address, 16) - Number(analysed.image.base));
    expect(blocks).toHaveLength(handlers);
    expect(blocks.filter((block) => !pads.has(block))).toEqual([]);
    const reached = exceptionTargets(analysed);
    expect([...pads].filter((pad) => !reached.has(pad))).toEqual([]);
    const functions = new Set<number>(analysed.program.functions.rva);
    expect([...pads].filter((pad) => functions.has(pad))).toEqual([]);
  });
});
