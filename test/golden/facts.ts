/** What the operations say of one committed sample, a fact a line, so that a change reads as a diff. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { OPERATIONS } from "../../src/operations/table.ts";
import { analyseFile } from "../embedded-analysis.ts";

const CORPUS = path.resolve(import.meta.dirname, "../corpus");

/** What is asked of every sample. */
const QUESTIONS: readonly (readonly [operation: string, input: Readonly<Record<string, unknown>>])[] = [
  ["binary_overview", {}],
  ["list_segments", {}],
  ["list_procedures", { kind: "any", all: true }],
  ["list_names", { all: true }],
  ["list_imports", { all: true }],
  ["list_exports", { all: true }],
  ["list_strings", { all: true }],
];

/** Samples whose functions get a dossier each: one of every way their code is laid out. */
const DOSSIERS = new Set([
  "features-o2",
  "features-nounwind",
  "tiny.ko",
  "libshape.so",
  "darwin-x86_64",
  "darwin-arm64",
]);

export function samples(): readonly string[] {
  return manifestSamples().map(({ file }) => file);
}

interface Sample {
  readonly file: string;
  /** Which program of a file for several architectures is asked about. */
  readonly architecture?: string;
}

function manifestSamples(): readonly Sample[] {
  // Written by the corpus builder.
  const manifest = JSON.parse(readFileSync(path.join(CORPUS, "manifest.json"), "utf8")) as {
    readonly samples: readonly Sample[];
  };
  return manifest.samples;
}

export function goldenFile(sample: string): string {
  return path.join(import.meta.dirname, "facts", `${sample}.txt`);
}

/** Deterministic text; the path of the sample does not occur in it. */
export async function factsOf(sample: string): Promise<string> {
  const architecture = manifestSamples().find(({ file }) => file === sample)?.architecture;
  const analysis = await analyseFile(path.join(CORPUS, "bin", sample), architecture);
  const context = { analysis, signal: new AbortController().signal, progress: () => {} };
  const lines: string[] = [];
  const ask = async (name: string, input: Readonly<Record<string, unknown>>): Promise<unknown> => {
    const operation = await OPERATIONS.find((entry) => entry.name === name)?.load();
    if (operation?.needs !== "target") throw new Error(`${name} is no operation on a target`);
    const { result, limits } = await operation.prepare(input)(context);
    lines.push(`# ${name} ${JSON.stringify(input)}`, ...linesOf(result), ...(limits ?? []).map(line), "");
    return result;
  };
  for (const [name, input] of QUESTIONS) await ask(name, input);
  if (!DOSSIERS.has(sample)) return lines.join("\n");
  const { items } = await analysis.procedures({ offset: 0, limit: null }, { kinds: ["function"], order: "address" });
  for (const { address } of items) {
    // Their C has goldens of its own.
    await ask("analyze_function", { procedure: address, pseudocode: false });
  }
  return lines.join("\n");
}

function linesOf(result: unknown): string[] {
  if (typeof result !== "object" || result === null) return [line(result)];
  return Object.entries(result).flatMap(([key, value]) =>
    Array.isArray(value) ? value.map((item) => `${key}: ${line(item)}`) : [`${key}: ${line(value)}`],
  );
}

/** Control characters and wide ones escaped, so that a golden is plain text whatever the sample holds. */
function line(value: unknown): string {
  return JSON.stringify(value).replaceAll(/[^\x20-\x7e]/gu, (c) => `\\u{${(c.codePointAt(0) ?? 0).toString(16)}}`);
}
