/** Cost of whole commands: CPU time of the process tree and resident memory, as bash and GNU time report them. */
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
  // Bash tells milliseconds of CPU, where GNU time cuts hundredths of a second off; only the latter tells memory.
  const timed = ["/usr/bin/time", "-f", "%M", "-o", REPORT, ...command];
  const { status, stderr } = spawnSync("bash", ["-c", "TIMEFORMAT='%3U %3S'; time \"$@\" 2>&3", "bash", ...timed], {
    stdio: ["ignore", "ignore", "pipe", "inherit"],
    encoding: "utf8",
    env: { ...process.env, ...environment },
  });
  const wall = (performance.now() - started) / 1000;
  if (status !== 0) throw new Error(`${command.join(" ")} ended with status ${status}`);
  const [user = 0, system = 0] = stderr.trim().split(" ").map(Number);
  return { cpu: user + system, rss: Number(readFileSync(REPORT, "utf8")) / 1000, wall };
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
