/**
 * `npm run bench:ghidr`: what `ghidr` costs beside the same Ghidra started the stock way, on the same file, in one run,
 * alternating. CPU of the process tree; extraction of the jar and compilation of the adapter come before.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { GHIDRA_JAR, JAVA_17, lendEngines } from "../test/ghidr/engine/prepared.ts";
import { run, type Cost } from "./measure.ts";
import { writeSection } from "./report.ts";

/** An ELF program of 150 KB. */
const SAMPLE = "/bin/ls";
const GHIDR = path.resolve("dist/ghidr.js");
const RUNS = 3;

/** The sandbox costs 15 ms, and hides the CPU time of what runs inside from its parent. */
const OPEN = ["--sandbox", "off"];

const FIRST_INSPECT = 0.65;
const DECOMPILATION = 0.3;

if (GHIDRA_JAR === undefined || JAVA_17 === undefined) throw new Error("Ghidra or JDK 17 is missing");
const [jar, java] = [GHIDRA_JAR, JAVA_17];
mkdirSync(".cache", { recursive: true });
const folder = mkdtempSync(path.join(tmpdir(), "rea-bench-ghidr-"));
try {
  const store = path.join(folder, "store");
  await lendEngines(store);
  compileStock();
  const costs = { stock: [] as Cost[], inspect: [] as Cost[], functions: [] as Cost[], decompile: [] as Cost[] };
  for (let index = 0; index < RUNS; index++) {
    costs.stock.push(stock());
    ghidr(store, "clean", "--all", "--yes");
    costs.inspect.push(ghidr(store, "inspect", SAMPLE, ...OPEN));
    costs.functions.push(ghidr(store, "functions", SAMPLE, ...OPEN));
    costs.decompile.push(ghidr(store, "decompile", SAMPLE, "--name", "entry", ...OPEN));
  }
  const unit = least(costs.stock).cpu;
  const rows = [
    row("stock headless: import and analysis", undefined, least(costs.stock), unit),
    row("first `ghidr inspect`", FIRST_INSPECT, least(costs.inspect), unit),
    row("`ghidr functions` of a known sample", undefined, least(costs.functions), unit),
    row("`ghidr decompile` of a known sample", DECOMPILATION, least(costs.decompile), unit),
  ];
  writeSection("ghidr", `${SAMPLE}, Ghidra 10.3, JDK 17; least of ${RUNS} runs each, alternating.`, [
    ["what", "bar", "of stock", "CPU s", "wall s", "resident MB", "holds"],
    ...rows,
  ]);
  if (rows.some((cells) => cells.at(-1) === "no")) process.exitCode = 1;
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

function least(costs: readonly Cost[]): Cost {
  return costs.reduce((left, right) => (right.cpu < left.cpu ? right : left));
}

function row(what: string, bar: number | undefined, cost: Cost, unit: number): string[] {
  const share = cost.cpu / unit;
  const holds = bar === undefined ? "" : share <= bar ? "yes" : "no";
  const figures = [cost.cpu.toFixed(1), cost.wall.toFixed(1), cost.rss.toFixed(0)];
  return [what, bar?.toFixed(2) ?? "", share.toFixed(2), ...figures, holds];
}
