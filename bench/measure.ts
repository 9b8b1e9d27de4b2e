/** Cost of whole commands: CPU time of the process tree and resident memory, as GNU time reports them. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

export interface Cost {
  /** User and system CPU of the process and its children, seconds. */
  readonly cpu: number;
  /** Largest resident set of one process, megabytes. */
  readonly rss: number;
  readonly wall: number;
}

const REPORT = ".cache/bench-time";

/** Runs a command once; a status other than 0 stops the bench. Output is dropped. */
export function run(command: readonly string[], environment: Readonly<Record<string, string>> = {}): Cost {
  const started = performance.now();
  const { status } = spawnSync("/usr/bin/time", ["-f", "%U %S %M", "-o", REPORT, ...command], {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, ...environment },
  });
  const wall = (performance.now() - started) / 1000;
  if (status !== 0) throw new Error(`${command.join(" ")} ended with status ${status}`);
  const [user = 0, system = 0, kilobytes = 0] = readFileSync(REPORT, "utf8").trim().split(" ").map(Number);
  return { cpu: user + system, rss: kilobytes / 1000, wall };
}

/** Median of `runs` runs, field by field; `before` prepares each run and is not measured. */
export function median(runs: number, before: () => void, once: () => Cost): Cost {
  const costs = Array.from({ length: runs }, () => {
    before();
    return once();
  });
  return {
    cpu: middle(costs.map((c) => c.cpu)),
    rss: middle(costs.map((c) => c.rss)),
    wall: middle(costs.map((c) => c.wall)),
  };
}

/** The one in the middle. */
export function middle(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[values.length >> 1] ?? 0;
}
