/**
 * `npm run bench:decompile`: what decompiling costs, against its bars. The unit N is the CPU time of `node -e 0` in the
 * same run. Writes its table into docs/benchmarks.md.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { median, run, type Cost } from "./measure.ts";
import { writeSection } from "./report.ts";

interface Bar {
  readonly what: string;
  readonly arguments: readonly string[];
  /** Whether the store has the answer already. */
  readonly known: boolean;
  /** Units of CPU time at most. */
  readonly units?: number;
  /** Seconds of CPU time at most. */
  readonly seconds?: number;
  /** Megabytes at most, with every worker. */
  readonly memory?: number;
}

/** CPU seconds of Ghidra 10.3 for import, analysis and decompiling of all, C1 and serial collector; by hand. */
const GHIDRA_SECONDS = 36.5;

/** Megabytes of a worker at most. */
const WORKER = 350;
const WORKERS = 2;

const folder = mkdtempSync(path.join(tmpdir(), "rea-bench-decompile-"));
const store = path.join(folder, "store");
const PYTHON = "/usr/bin/python3.11";
const LS_FUNCTION = largeFunction("/bin/ls");
const BARS: readonly Bar[] = [
  { what: "one function of /bin/ls, cold", arguments: ["/bin/ls", LS_FUNCTION], known: false, units: 20 },
  { what: "the same, known", arguments: ["/bin/ls", LS_FUNCTION], known: true, units: 3 },
  { what: "one function of python3.11, cold", arguments: [PYTHON, largeFunction(PYTHON)], known: false, units: 45 },
  {
    what: "every function of /bin/ls, cold",
    arguments: ["/bin/ls", "--all", "--output", path.join(folder, "ls")],
    known: false,
    seconds: GHIDRA_SECONDS,
    memory: WORKER * WORKERS,
  },
];

try {
  const unit = median(
    9,
    () => {},
    () => run([process.execPath, "-e", "0"]),
  ).cpu;
  const rows = BARS.map((bar) => rowOf(bar, measure(bar), unit));
  writeSection("decompile", `N = ${unit.toFixed(3)} s on the machine of this run; medians of 3 runs.`, [
    ["what", "bar", "measured", "CPU s", "wall s", "resident MB", "holds"],
    ...rows,
  ]);
  if (rows.some((row) => row.at(-1) === "no")) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Address of a function that is larger than nine of ten. */
function largeFunction(program: string): string {
  const listed = execFileSync(process.execPath, ["dist/rea.js", "functions", program, "--all", "--json"], {
    encoding: "utf8",
    maxBuffer: 1 << 28,
    env: { ...process.env, REA_STORE: store },
  });
  const { result } = JSON.parse(listed) as { result: { items: { address: string; size: number }[] } };
  const bySize = result.items.toSorted((left, right) => left.size - right.size);
  return bySize[Math.floor(bySize.length * 0.9)]?.address ?? "0x0";
}

function measure(bar: Bar): Cost {
  const once = (): Cost => run([process.execPath, "dist/rea.js", "decompile", ...bar.arguments], { REA_STORE: store });
  if (bar.known) once();
  return median(3, () => (bar.known ? undefined : forget()), once);
}

function forget(): void {
  rmSync(store, { recursive: true, force: true });
  rmSync(path.join(folder, "ls"), { recursive: true, force: true });
}

function rowOf(bar: Bar, cost: Cost, unit: number): string[] {
  const units = cost.cpu / unit;
  const holds =
    units <= (bar.units ?? Infinity) && cost.cpu <= (bar.seconds ?? Infinity) && cost.rss <= (bar.memory ?? Infinity);
  const limit = bar.units === undefined ? `${bar.seconds ?? 0} s` : `${bar.units} N`;
  const memory = bar.memory === undefined ? "" : ` and ${bar.memory} MB`;
  const figures = [cost.cpu.toFixed(2), cost.wall.toFixed(2), cost.rss.toFixed(0)];
  return [bar.what, limit + memory, `${units.toFixed(1)} N`, ...figures, holds ? "yes" : "no"];
}
