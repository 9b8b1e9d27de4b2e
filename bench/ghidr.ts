/**
 * `npm run bench:ghidr`: what `ghidr` costs beside the same Ghidra started the stock way, on the same file, in one run,
 * alternating. CPU of the process tree; extraction of the jar and compilation of the adapter come before. Then what
 * questions about a known sample cost, in units of `node -e 0`; `--large FILE --store STORE` adds a program of 7 MB, whose
 * Analysis in that store is made first when it is missing: that takes half an hour.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { GHIDRA_JAR, JAVA_17, lendEngines } from "../test/ghidr/engine/prepared.ts";
import { median, middle, run, type Cost } from "./measure.ts";
import { writeSection } from "./report.ts";

/** An ELF program of 150 KB. */
const SAMPLE = "/bin/ls";
const GHIDR = path.resolve("dist/ghidr.js");
const RUNS = 3;

/** The sandbox costs 15 ms, and hides the CPU time of what runs inside from its parent. */
const OPEN = ["--sandbox", "off"];

const FIRST_INSPECT = 0.65;
const DECOMPILATION = 0.3;
const EXTRACTION = 0.1;
/** Units of `node -e 0`. */
const KNOWN = 3;
const KNOWN_LARGE = 6;
const PAIRS = 11;
/** What the analysis of a large program takes. */
const LARGE_FLAGS = ["--max-heap-mib", "4096", "--analysis-timeout-seconds", "9000"];

if (GHIDRA_JAR === undefined || JAVA_17 === undefined) throw new Error("Ghidra or JDK 17 is missing");
const [jar, java] = [GHIDRA_JAR, JAVA_17];
mkdirSync(".cache", { recursive: true });
const folder = mkdtempSync(path.join(tmpdir(), "rea-bench-ghidr-"));
try {
  const store = path.join(folder, "store");
  await lendEngines(store);
  compileStock();
  const costs = { stock: [] as Cost[], inspect: [] as Cost[], extract: [] as Cost[], open: [] as Cost[] };
  const decompilations: Cost[] = [];
  for (let index = 0; index < RUNS; index++) {
    costs.stock.push(stock());
    ghidr(store, "clean", "--all", "--yes");
    costs.inspect.push(ghidr(store, "inspect", SAMPLE, ...OPEN));
    decompilations.push(ghidr(store, "decompile", SAMPLE, "--name", "entry", ...OPEN));
    // A worker that opens the project and lists nothing, and one that extracts: the difference is the extraction.
    const nowhere = `ram:0x${index}..ram:0x${index}`;
    costs.open.push(ghidr(store, "disassemble", SAMPLE, "--range", nowhere, ...OPEN));
    rmSync(path.join(store, "derived"), { recursive: true });
    costs.extract.push(ghidr(store, "inspect", SAMPLE, ...OPEN));
  }
  const unit = least(costs.stock).cpu;
  const rows = [
    row("stock headless: import and analysis", undefined, least(costs.stock), unit),
    row("first `ghidr inspect`", FIRST_INSPECT, least(costs.inspect), unit),
    row("`ghidr decompile` of a known sample, for the first time", DECOMPILATION, least(decompilations), unit),
    row("opening the Analysis of a known sample", undefined, least(costs.open), unit),
    row("the same and extracting", undefined, least(costs.extract), unit),
  ];
  const extraction = (least(costs.extract).cpu - least(costs.open).cpu) / least(costs.inspect).cpu;
  const share = `Extraction alone is ${extraction.toFixed(3)} of the first \`ghidr inspect\` (bar ${EXTRACTION}).`;
  writeSection("ghidr", `${SAMPLE}, Ghidra 10.3, JDK 17; least of ${RUNS} runs each, alternating. ${share}`, [
    ["what", "bar", "of stock", "CPU s", "wall s", "resident MB", "holds"],
    ...rows,
  ]);
  const known = knownRows(store);
  writeSection("ghidr-known", `Medians of ${PAIRS} runs, each beside one of \`node -e 0\`, whose CPU time is N.`, [
    ["what", "bar", "measured", "CPU s", "wall s", "resident MB", "holds"],
    ...known,
  ]);
  if (extraction > EXTRACTION || [...rows, ...known].some((cells) => cells.at(-1) === "no")) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function compileStock(): void {
  const source = "java/stock/rea/ghidra/Stock.java";
  execFileSync(path.join(java, "bin", "javac"), ["-proc:none", "-cp", jar, "-d", folder, source]);
}

/** Ghidra as its launcher starts it: default compiler and collector, 2 GiB of heap, two processors. */
function stock(): Cost {
  const home = mkdtempSync(path.join(folder, "home-"));
  const jvm = ["-Xmx2G", "-XX:ParallelGCThreads=2", "-XX:CICompilerCount=2", `-Duser.home=${home}`];
  const work = ["-import", SAMPLE, "-max-cpu", "2", "-deleteProject"];
  const command = [...jvm, "-cp", `${folder}:${jar}`, "rea.ghidra.Stock", home, "analysis", ...work];
  return run([path.join(java, "bin", "java"), ...command]);
}

function ghidr(store: string, ...args: readonly string[]): Cost {
  const environment = { GHIDR_STORE: store, GHIDRA_INSTALL_DIR: jar, JAVA_HOME: java };
  return run([process.execPath, GHIDR, ...args], environment);
}

/** What questions about known samples cost. */
function knownRows(store: string): string[][] {
  const ask = (place: string, bar: number, what: string, ...args: readonly string[]): string[] => {
    ghidr(place, ...args);
    // Side by side: the speed of a machine changes from one second to the next.
    const units: Cost[] = [];
    const beside = (): void => void units.push(run([process.execPath, "-e", "0"]));
    const cost = median(PAIRS, beside, () => ghidr(place, ...args));
    const measured = cost.cpu / middle(units.map(({ cpu }) => cpu));
    const figures = [cost.cpu.toFixed(2), cost.wall.toFixed(2), cost.rss.toFixed(0)];
    return [what, `${bar} N`, `${measured.toFixed(1)} N`, ...figures, measured <= bar ? "yes" : "no"];
  };
  const questions = (sample: string, start: string, ...more: readonly string[]): [string, ...string[]][] => [
    ["inspect", sample, ...more],
    ["functions", sample, "--all", ...more],
    ["strings", sample, "--limit", "100", ...more],
    ["xrefs", sample, "--name", start, ...more],
    ["calls", sample, ...more],
    ["function", sample, "--name", start, ...more],
    ["decompile", sample, "--name", start, ...more],
    ["disassemble", sample, "--name", start, ...more],
  ];
  const named = ([command, , ...flags]: readonly string[]): string =>
    `\`ghidr ${[command, ...flags.filter((flag) => !LARGE_FLAGS.includes(flag))].join(" ")}\``;
  const small = questions(SAMPLE, "entry").map((question) =>
    ask(store, KNOWN, `${named(question)}, 150 KB`, ...question),
  );
  const { large, store: other } = parseArgs({
    options: { large: { type: "string" }, store: { type: "string" } },
  }).values;
  // Where a program that is not stripped of its dynamic symbols begins.
  const start = "_start";
  if (large === undefined || other === undefined) return small;
  return [
    ...small,
    ...questions(large, start, ...LARGE_FLAGS).map((question) =>
      ask(other, KNOWN_LARGE, `${named(question)}, ${(statSync(large).size / 1e6).toFixed(1)} MB`, ...question),
    ),
  ];
}

function least(costs: readonly Cost[]): Cost {
  return costs.reduce((left, right) => (right.cpu < left.cpu ? right : left));
}

function row(what: string, bar: number | undefined, cost: Cost, unit: number): string[] {
  const share = cost.cpu / unit;
  const holds = bar === undefined ? "" : share <= bar ? "yes" : "no";
  const figures = [cost.cpu.toFixed(1), cost.wall.toFixed(1), cost.rss.toFixed(0)];
  return [what, bar?.toFixed(2) ?? "", share.toFixed(2), ...figures, holds];
}
