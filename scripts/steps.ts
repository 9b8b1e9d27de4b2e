/** Runs the steps of a command one after the other, each with the tools of this repository. */
import { spawnSync } from "node:child_process";
import path from "node:path";

export interface Step {
  readonly name: string;
  /** Tool in node_modules/.bin and its arguments. */
  readonly command: readonly [string, ...string[]];
}

/** Runs every step; the process exits with 1 at the end when one failed. */
export async function runAll(steps: readonly Step[]): Promise<void> {
  const failed: string[] = [];
  for (const { name, command } of steps) {
    const [tool, ...args] = command;
    const started = Date.now();
    const { status } = spawnSync(path.join("node_modules", ".bin", tool), args, { stdio: "inherit" });
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    console.log(`${status === 0 ? "ok  " : "FAIL"} ${name} (${seconds} s)`);
    if (status !== 0) failed.push(name);
  }
  if (failed.length > 0) {
    console.error(`failed: ${failed.join(", ")}`);
    process.exitCode = 1;
  }
}
