/**
 * `npm run bench`: measures the commands against their bars and writes the table into docs/benchmarks.md. The unit N
 * is the CPU time of `node -e 0` in the same run, so that figures of different machines can be compared.
 */
import { mkdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { decoding } from "./decoding.ts";
import { formats } from "./formats.ts";
import { mcpStart } from "./mcp-start.ts";
import { median, middle, run, type Cost } from "./measure.ts";
import { writeSection } from "./report.ts";

interface Bar {
  readonly what: string;
  /** `REA` when absent. */
  readonly script?: string;
  readonly command: readonly string[];
  readonly cached: boolean;
  readonly units: number;
  /** Megabytes. */
  readonly memory?: number;
}

const REA = path.resolve("dist/rea.js");
const GHIDR = path.resolve("dist/ghidr.js");
const NODE_EXECUTABLE = process.execPath;
const RUNS = 5;

/** What makes every start of Node dearer, those of N among them. */
const CERTIFICATES =
  process.env["NODE_EXTRA_CA_CERTS"] === undefined
    ? ""
    : " `NODE_EXTRA_CA_CERTS` is set: Node reads those certificates at each start, which is a part of N and of every figure.";

const BARS: readonly Bar[] = [
  { what: "`rea --version`", command: ["--version"], cached: true, units: 1.6 },
  { what: "`ghidr --version`", script: GHIDR, command: ["--version"], cached: true, units: 1.6 },
  {
    what: "`rea analyze /bin/ls --json`",
    command: ["analyze", "/bin/ls", "--json"],
    cached: false,
    units: 5,
    memory: 200,
  },
  {
    what: "`rea analyze` python3.11, 6.8 MB",
    command: ["analyze", "/usr/bin/python3.11", "--json"],
    cached: false,
    units: 16,
  },
  {
    what: "`rea analyze` node, 95 MB",
    command: ["analyze", NODE_EXECUTABLE, "--json"],
    cached: false,
    units: 80,
    memory: 1000,
  },
  { what: "the same for a known /bin/ls", command: ["analyze", "/bin/ls", "--json"], cached: true, units: 3 },
  {
    what: "the same for a known python3.11",
    command: ["analyze", "/usr/bin/python3.11", "--json"],
    cached: true,
    units: 3,
  },
  { what: "the same for a known node", command: ["analyze", NODE_EXECUTABLE, "--json"], cached: true, units: 4 },
  {
    what: "`rea functions --limit 100`, known node",
    command: ["functions", NODE_EXECUTABLE, "--json"],
    cached: true,
    units: 4,
  },
];

const store = path.join(tmpdir(), `rea-bench-${process.pid}`);
mkdirSync(store, { recursive: true });
mkdirSync(".cache", { recursive: true });
const environment = { REA_STORE: store };
const rows: string[][] = [];
/** All that were measured. */
const units: number[] = [];
try {
  for (const bar of BARS) rows.push(measure(bar));
  const start = await mcpStart(RUNS, [process.execPath, REA, "mcp"], environment);
  rows.push(rowOf({ what: "`rea mcp` start to `tools/list`", command: [], cached: true, units: 6 }, start, unit()));
  const decoder = decoding();
  const byFormat = formats(5, [process.execPath, REA, "analyze"], store);
  writeSection(
    "commands",
    `N = ${middle(units).toFixed(3)} s on the machine of this run, measured before and behind each bar; medians of ${RUNS} runs.${CERTIFICATES}`,
    [["what", "bar", "measured", "CPU s", "wall s", "resident MB", "holds"], ...rows],
  );
  writeSection("decoding", decoder.note, decoder.rows);
  writeSection("formats", byFormat.note, byFormat.rows);
  rows.push(...byFormat.rows);
} finally {
  rmSync(store, { recursive: true, force: true });
}
if (rows.some((row) => row.at(-1) === "no")) process.exitCode = 1;

/** CPU of `node -e 0`, seconds; machines change their speed within seconds, so each bar asks for it anew. */
function unit(): number {
  const { cpu } = median(
    RUNS,
    () => {},
    () => run([process.execPath, "-e", "0"]),
  );
  units.push(cpu);
  return cpu;
}

/** The runs of a bar lie between two measurements of the unit. */
function measure(bar: Bar): string[] {
  const once = (): Cost => run([process.execPath, bar.script ?? REA, ...bar.command], environment);
  if (bar.cached) once();
  const before = unit();
  const cost = median(
    RUNS,
    () => (bar.cached ? undefined : rmSync(path.join(store, "rea"), { recursive: true, force: true })),
    once,
  );
  return rowOf(bar, cost, (before + unit()) / 2);
}

function rowOf(bar: Bar, cost: Cost, unit: number): string[] {
  const units = cost.cpu / unit;
  const holds = units <= bar.units && cost.rss <= (bar.memory ?? Infinity);
  const memory = bar.memory === undefined ? "" : ` and ${bar.memory} MB`;
  const figures = [cost.cpu.toFixed(2), cost.wall.toFixed(2), cost.rss.toFixed(0)];
  return [bar.what, `${bar.units} N${memory}`, `${units.toFixed(1)} N`, ...figures, holds ? "yes" : "no"];
}
