/**
 * Function starts of stripped programs against the symbols of the same programs before they were stripped, as readelf
 * lists them: symbols of type FUNC in .text. The unlikely parts that gcc splits off (`name.cold`) are neutral: neither
 * missed when they are not listed nor wrong when they are.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { analyseStripped } from "./analysed.ts";
import { build } from "./toolchain.ts";

const SOURCES = path.resolve(import.meta.dirname, "../corpus/src/truth");

/** A program of the truth sources, compiled; `undefined`, with the reason printed, where that fails. */
export function compile(
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
export function shortfall(program: string | undefined, bar: number): readonly string[] {
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
