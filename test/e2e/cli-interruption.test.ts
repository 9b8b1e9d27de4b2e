/** Deadlines and Ctrl-C: the right exit status, soon, and nothing left behind. */
import { execFileSync, spawnSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { ended } from "../command-run.ts";
import { filesBelow, rea, startRea, temporaryFolder } from "./cli-runner.ts";

/** About 95 MB: seconds of analysis. */
const LARGE = process.execPath;

test.each(["SIGINT", "SIGTERM"] as const)("%s in mid-analysis ends with 130 and leaves nothing", async (signal) => {
  const store = temporaryFolder();
  const child = startRea(["functions", LARGE], { REA_STORE: store });
  const result = ended(child);
  await sleep(1500);

  const sent = performance.now();
  child.kill(signal);
  const { status, stdout, stderr } = await result;

  expect(status).toBe(130);
  expect(stdout).toBe("");
  expect(stderr).toMatch(/^rea: stopped by SIG/u);
  expect(performance.now() - sent).toBeLessThan(3000);
  expect(leftIn(store)).toEqual([]);
  expect(processesOf(store)).toEqual([]);
});

test("a deadline that passes ends with 124 and leaves nothing", () => {
  const store = temporaryFolder();

  const { status, stdout, stderr } = rea(["functions", LARGE, "--timeout", "0.7", "--json"], {
    variables: { REA_STORE: store },
  });

  expect(status).toBe(124);
  expect(stdout).toBe("");
  expect(JSON.parse(stderr)).toMatchObject({ error: { code: "operation_timeout", category: "timeout" } });
  expect(leftIn(store)).toEqual([]);
});

/** Files of the store but its marker and locks that nobody holds: a lock file stays, so that it names one inode. */
function leftIn(store: string): string[] {
  const isFree = (file: string): boolean => spawnSync("flock", ["-n", file, "true"]).status === 0;
  const isKept = (file: string): boolean => file.endsWith("/store.json") || (file.endsWith(".lock") && isFree(file));
  return filesBelow(store).filter((file) => !isKept(file));
}

/** Processes whose environment names the store. */
function processesOf(store: string): string[] {
  const script = `grep -lsa -- "REA_STORE=${store}" /proc/[0-9]*/environ | grep -v /self/ || true`;
  const mine = `/proc/${process.pid}/`;
  const found = execFileSync("bash", ["-c", script], { encoding: "utf8" }).split("\n");
  return found.filter((line) => line !== "" && !line.startsWith(mine));
}
