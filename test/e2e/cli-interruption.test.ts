/** Deadlines and Ctrl-C: the right exit status, soon, and nothing left behind. */
import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { ended } from "../command-run.ts";
import { rea, startRea, temporaryFolder } from "./cli-runner.ts";

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

test("a second signal ends the command at once, and leaves nothing either", async () => {
  const store = temporaryFolder();
  const child = startRea(["functions", LARGE], { REA_STORE: store });
  const result = ended(child);
  await locked(store);

  child.kill("SIGINT");
  child.kill("SIGTERM");

  expect((await result).status).toBe(130);
  expect(leftIn(store)).toEqual([]);
});

test("who gives up waiting for another's analysis leaves the lock to it", async () => {
  const store = temporaryFolder();
  const first = startRea(["functions", LARGE], { REA_STORE: store });
  const firstEnd = ended(first);
  await locked(store);
  const second = startRea(["functions", LARGE], { REA_STORE: store });
  const secondEnd = ended(second);
  await sleep(1000);

  second.kill("SIGINT");
  expect((await secondEnd).status).toBe(130);
  expect(leftIn(store)).toEqual([expect.stringMatching(/\.lock$/u)]);
  first.kill("SIGINT");
  await firstEnd;

  expect(leftIn(store)).toEqual([]);
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

/** Files and folders of the store but those that are the same for every sample. */
function leftIn(store: string): string[] {
  const ofAll = new Set(["rea", "rea/locks"]);
  return readdirSync(store, { recursive: true, encoding: "utf8" }).filter((entry) => !ofAll.has(entry));
}

/** Resolves when the process has the lock of its analysis. */
async function locked(store: string): Promise<void> {
  await expect.poll(() => leftIn(store), { timeout: 20_000 }).toEqual([expect.stringMatching(/\.lock$/u)]);
}

/** Processes whose environment names the store. */
function processesOf(store: string): string[] {
  const script = `grep -lsa -- "REA_STORE=${store}" /proc/[0-9]*/environ | grep -v /self/ || true`;
  const mine = `/proc/${process.pid}/`;
  const found = execFileSync("bash", ["-c", script], { encoding: "utf8" }).split("\n");
  return found.filter((line) => line !== "" && !line.startsWith(mine));
}
