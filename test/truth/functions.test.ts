/**
 * Function starts of stripped programs against the symbols of the same programs before they were stripped, as readelf
 * lists them: symbols of type FUNC in .text. The unlikely parts that gcc splits off (`name.cold`) are neutral: neither
 * missed when they are not listed nor wrong when they are.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { analyseStripped } from "./analysed.ts";
import { buildLua, NO_TABLES } from "./lua.ts";
import { build, M32 } from "./toolchain.ts";

const SOURCES = path.resolve(import.meta.dirname, "../corpus/src/truth");

describe("with unwind tables, F1 of function starts is at least 0.99", () => {
  test.each([
    ["gcc", "-O0"],
    ["gcc", "-O2"],
    ["gcc", "-Os"],
    ["clang", "-O0"],
    ["clang", "-O2"],
    ["clang", "-Os"],
  ])("C by %s %s", (command, level) => {
    expect(shortfall(buildLua(command, [level]), 0.99)).toEqual([]);
  });

  test.each([
    ["g++", "-O0"],
    ["g++", "-O2"],
    ["clang++", "-O2"],
  ])("C++ by %s %s", (command, level) => {
    expect(shortfall(compile("program.cc", command, [level, "-std=c++17"]), 0.99)).toEqual([]);
  });

  test.each([["-Copt-level=0"], ["-Copt-level=3"]])("Rust by rustc %s", (level) => {
    expect(shortfall(compile("program.rs", "rustc", [level]), 0.99)).toEqual([]);
  });

  test("Go", () => {
    expect(shortfall(compile("program.go", "go", ["build"]), 0.99)).toEqual([]);
  });
});

/** Its Debian package does not exclude that of the 32-bit libraries of the machine's own compiler. */
const GCC_ARM64 = "aarch64-linux-gnu-gcc-12";
const CLANG_ARM64 = "--target=aarch64-linux-gnu";

describe("on AArch64 with unwind tables, F1 of function starts is at least 0.99", () => {
  test.each([
    [GCC_ARM64, ["-O0"]],
    [GCC_ARM64, ["-O2"]],
    [GCC_ARM64, ["-O2", "-mbranch-protection=standard"]],
    [GCC_ARM64, ["-O2", "-fno-pie", "-no-pie"]],
    [GCC_ARM64, ["-Os"]],
    ["clang", [CLANG_ARM64, "-O0"]],
    ["clang", [CLANG_ARM64, "-O2"]],
    ["clang", [CLANG_ARM64, "-Os"]],
  ])("C by %s %s", (command, flags) => {
    expect(shortfall(buildLua(command, flags), 0.99)).toEqual([]);
  });

  test.each([["-O0"], ["-O2"]])("C++ by g++ %s", (level) => {
    const program = compile("program.cc", "aarch64-linux-gnu-g++-12", [level, "-std=c++17"]);
    expect(shortfall(program, 0.99)).toEqual([]);
  });

  test.each([["-Copt-level=0"], ["-Copt-level=3"]])("Rust by rustc %s", (level) => {
    const target = ["--target", "aarch64-unknown-linux-gnu", `-Clinker=${GCC_ARM64}`];
    expect(shortfall(compile("program.rs", "rustc", [level, ...target]), 0.99)).toEqual([]);
  });

  test("Go", () => {
    const environment = { GOARCH: "arm64", GOOS: "linux" };
    expect(shortfall(compile("program.go", "go", ["build"], environment), 0.99)).toEqual([]);
  });
});

describe("on AArch64 without unwind tables, F1 of function starts of C is at least 0.95", () => {
  test.each([
    [GCC_ARM64, ["-O0"]],
    [GCC_ARM64, ["-O2"]],
    [GCC_ARM64, ["-O2", "-mbranch-protection=standard"]],
    [GCC_ARM64, ["-Os"]],
    ["clang", [CLANG_ARM64, "-O0"]],
    ["clang", [CLANG_ARM64, "-O2"]],
    ["clang", [CLANG_ARM64, "-Os"]],
  ])("%s %s", (command, flags) => {
    expect(shortfall(buildLua(command, [...flags, ...NO_TABLES]), 0.95)).toEqual([]);
  });
});

describe("on 32-bit x86 with unwind tables, F1 of function starts is at least 0.99", () => {
  test.each([
    ["gcc", ["-O0"]],
    ["gcc", ["-O2"]],
    ["gcc", ["-O2", "-fno-pie", "-no-pie"]],
    ["gcc", ["-Os"]],
    ["clang", ["-O0"]],
    ["clang", ["-O2"]],
    ["clang", ["-Os"]],
  ])("C by %s %s", (command, flags) => {
    expect(shortfall(buildLua(command, [...M32, ...flags]), 0.99)).toEqual([]);
  });

  test.each([
    ["g++", "-O0"],
    ["g++", "-O2"],
    ["clang++", "-O2"],
  ])("C++ by %s %s", (command, level) => {
    expect(shortfall(compile("program.cc", command, [...M32, level, "-std=c++17"]), 0.99)).toEqual([]);
  });

  test("Go", () => {
    const environment = { GOARCH: "386", GOOS: "linux" };
    expect(shortfall(compile("program.go", "go", ["build"], environment), 0.99)).toEqual([]);
  });
});

describe("on 32-bit x86 without unwind tables, F1 of function starts of C is at least 0.98", () => {
  test.each([
    ["gcc", ["-O0"]],
    ["gcc", ["-O2"]],
    ["gcc", ["-O2", "-fno-pie", "-no-pie"]],
    ["gcc", ["-Os"]],
    ["clang", ["-O0"]],
    ["clang", ["-O2"]],
    ["clang", ["-Os"]],
    ["clang", ["-Os", "-fno-pie", "-no-pie"]],
  ])("%s %s", (command, flags) => {
    expect(shortfall(buildLua(command, [...M32, ...flags, ...NO_TABLES]), 0.98)).toEqual([]);
  });
});

describe("without unwind tables, F1 of function starts of C is at least 0.98", () => {
  test.each([
    ["gcc", ["-O0"]],
    ["gcc", ["-O2"]],
    ["gcc", ["-O2", "-fno-pie", "-no-pie"]],
    ["gcc", ["-Os"]],
    ["clang", ["-O0"]],
    ["clang", ["-O2"]],
    ["clang", ["-Os"]],
  ])("%s %s", (command, flags) => {
    expect(shortfall(buildLua(command, [...flags, ...NO_TABLES]), 0.98)).toEqual([]);
  });
});

function compile(
  file: string,
  command: string,
  flags: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): string | undefined {
  const language = path.extname(file).slice(1);
  const recipe = { command, language, flags };
  const source = readFileSync(path.join(SOURCES, file), "utf8");
  return build(source, Object.keys(environment).length === 0 ? recipe : { ...recipe, environment });
}

/** What is missed and wrong, when that is more than the bar allows; nothing for a program that could not be made. */
function shortfall(program: string | undefined, bar: number): readonly string[] {
  if (program === undefined) return [];
  const { functions, missed, wrong, score } = compare(program);
  if (score >= bar) return [];
  return [`${functions} functions, F1 ${score.toFixed(4)}`, ...missed, ...wrong];
}

interface Comparison {
  readonly functions: number;
  readonly missed: readonly string[];
  readonly wrong: readonly string[];
  /** F1: harmonic mean of precision and recall. */
  readonly score: number;
}

function compare(program: string): Comparison {
  const { start, end } = textSection(program);
  const { truth, neutral } = functionSymbols(program, start, end);
  const analysed = analyseStripped(program);
  const rvas = Array.from(analysed.program.functions.rva, (rva) => rva + analysed.base);
  const found = new Set(rvas.filter((address) => address >= start && address < end));
  const missed = [...truth].filter(([address]) => !found.has(address)).map(([, name]) => name);
  const wrong = [...found].filter((address) => !truth.has(address) && !neutral.has(address));
  const right = truth.size - missed.length;
  return {
    functions: truth.size,
    missed: missed.slice(0, 20),
    wrong: wrong.slice(0, 20).map((address) => address.toString(16)),
    score: (2 * right) / (2 * right + missed.length + wrong.length),
  };
}

function textSection(program: string): { start: number; end: number } {
  const [, start = "", size = ""] = /\] \.text +\S+ +(\w+) +\w+ +(\w+)/u.exec(readelf("-SW", program)) ?? [];
  return { start: parseInt(start, 16), end: parseInt(start, 16) + parseInt(size, 16) };
}

function functionSymbols(
  program: string,
  start: number,
  end: number,
): { truth: ReadonlyMap<number, string>; neutral: ReadonlySet<number> } {
  const truth = new Map<number, string>();
  const neutral = new Set<number>();
  const table = readelf("-sW", program).split("Symbol table '.symtab'")[1] ?? "";
  for (const line of table.split("\n")) {
    const [, value = "", , type, , , section, name = ""] = line.trim().split(/\s+/u);
    const address = parseInt(value, 16);
    if (type !== "FUNC" || section === "UND" || address < start || address >= end) continue;
    if (/\.cold(\.\d+)?$/u.test(name)) neutral.add(address);
    else truth.set(address, name);
  }
  return { truth, neutral };
}

function readelf(option: string, program: string): string {
  return execFileSync("readelf", [option, program], { encoding: "utf8", maxBuffer: 2 ** 28 });
}
