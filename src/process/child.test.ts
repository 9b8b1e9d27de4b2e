import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { rolldown } from "rolldown";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runChild, type ChildOptions, type ChildResult } from "./child.ts";
import { groupExists } from "./group.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "rea-child-"));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const never = new AbortController().signal;

function sh(script: string, options: Partial<ChildOptions> = {}): Promise<ChildResult> {
  return runChild(
    { file: "/bin/sh", arguments: ["-c", script], environment: { PATH: "/usr/bin:/bin" }, directory: folder },
    { watchdog: 20_000, grace: 10_000, signal: never, escalation: never, captureDirectory: folder, ...options },
  );
}

/** The process numbers that a script wrote, one a line. */
function pids(name = "pids"): number[] {
  return readFileSync(path.join(folder, name), "utf8").trim().split("\n").map(Number);
}

async function written(name: string): Promise<void> {
  await expect.poll(() => readFileSync(path.join(folder, name), "utf8"), { timeout: 5000 }).toContain("\n");
}

function childrenOf(pid: number): string[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
  return text === "" ? [] : text.split(" ");
}

function isAlive(pid: number): boolean {
  try {
    // A process that was killed and not yet reaped is a zombie: it runs no more.
    return !/^State:\s+Z/mu.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

test("a child that ends by itself is told with its status and everything it printed", async () => {
  const { end, streams, printed } = await sh("echo out; echo words >&2; exit 3");

  expect(end).toEqual({ kind: "exited", status: 3, signal: null });
  expect([streams.stdout.totalBytes, streams.stderr.totalBytes]).toEqual([4, 6]);
  expect(readFileSync(path.join(folder, "stdout.log"), "utf8")).toBe("out\n");
  expect([printed("words"), printed("absent")]).toEqual([true, false]);
});

test("a signal from somebody else is an end of its own", async () => {
  const { end } = await sh("kill -9 $$");

  expect(end).toEqual({ kind: "exited", status: null, signal: "SIGKILL" });
});

test("a program that is not there is not started", async () => {
  const { end } = await runChild(
    { file: path.join(folder, "absent"), arguments: [], environment: {}, directory: folder },
    { watchdog: 1000, grace: 1000, signal: never, escalation: never, captureDirectory: folder },
  );

  expect(end).toMatchObject({ kind: "not_started" });
});

test("the environment and the input are the child's own", async () => {
  const { streams } = await sh("env | grep -v -e ^PWD= -e ^_= -e ^SHLVL= -e ^OLDPWD=; cat");

  expect(streams.stdout.totalBytes).toBe("PATH=/usr/bin:/bin\n".length);
});

test("a child with a lifeline learns when this process is gone", async () => {
  const command = { file: "/bin/sh", arguments: ["-c", "read -r line; echo $? > ended"], directory: folder };
  const script = `
    const { runChild } = await import(process.argv[1]);
    const never = new AbortController().signal;
    await runChild({ ...${JSON.stringify(command)}, environment: {}, lifeline: true },
      { watchdog: 60000, grace: 1000, signal: never, escalation: never, captureDirectory: ${JSON.stringify(folder)} });`;
  const bundle = path.join(folder, "child.mjs");
  const build = await rolldown({ input: path.join(import.meta.dirname, "child.ts"), platform: "node" });
  await build.write({ file: bundle, format: "esm" });
  const parent = spawn(process.execPath, ["--input-type=module", "-e", script, bundle], { stdio: "ignore" });
  await expect.poll(() => childrenOf(parent.pid ?? 0), { timeout: 10_000 }).toHaveLength(1);
  expect(existsSync(path.join(folder, "ended"))).toBe(false);

  parent.kill("SIGKILL");

  await expect.poll(() => existsSync(path.join(folder, "ended")), { timeout: 5000 }).toBe(true);
});

test("more output than a pipe holds does not block the child", async () => {
  const { end, streams } = await sh("head -c 20000000 /dev/zero; head -c 9000000 /dev/zero >&2");

  expect(end).toMatchObject({ kind: "exited", status: 0 });
  expect([streams.stdout.totalBytes, streams.stderr.totalBytes]).toEqual([20_000_000, 9_000_000]);
});

test("the watchdog asks the whole group to end, and that is graceful", async () => {
  const { end } = await sh("sleep 60 & echo $$ $! | tr ' ' '\\n' > pids; wait", { watchdog: 500 });

  expect(end).toEqual({ kind: "timeout", termination: "graceful" });
  expect(pids().filter(isAlive)).toEqual([]);
});

test("who does not end within the grace is killed, and so is everybody it started", async () => {
  const script = "trap '' TERM; sh -c 'trap \"\" TERM; echo $$ >> pids; sleep 60' & echo $$ >> pids; wait; sleep 60";

  const { end } = await sh(script, { watchdog: 500, grace: 300 });

  expect(end).toEqual({ kind: "timeout", termination: "forced" });
  expect(pids()).toHaveLength(2);
  expect(pids().filter(isAlive)).toEqual([]);
});

test("an interrupt ends the child with the same steps", async () => {
  const interrupt = new AbortController();
  const running = sh("echo $$ > pids; sleep 60", { signal: interrupt.signal });
  await written("pids");

  interrupt.abort();

  expect((await running).end).toEqual({ kind: "interrupted", termination: "graceful" });
  expect(pids().some((pid) => groupExists(pid))).toBe(false);
});

test("a second interrupt ends the grace at once", async () => {
  const [first, second] = [new AbortController(), new AbortController()];
  const script = "trap '' TERM; echo $$ > pids; while :; do sleep 1; done";
  const running = sh(script, { signal: first.signal, escalation: second.signal });
  await written("pids");
  first.abort();
  await new Promise((resolve) => setTimeout(resolve, 200));

  const escalated = performance.now();
  second.abort();

  expect((await running).end).toEqual({ kind: "interrupted", termination: "forced" });
  expect(performance.now() - escalated).toBeLessThan(3000);
});

test("output during the grace is kept", async () => {
  const script = "trap 'echo last words; exit 0' TERM; echo $$ > pids; sleep 60 & wait";

  const { end, printed } = await sh(script, { watchdog: 500 });

  expect(end.kind).toBe("timeout");
  expect(printed("last words")).toBe(true);
});

test("what outlives its leader is killed", async () => {
  const { end } = await sh("sleep 60 & echo $! > pids; exit 0");

  expect(end).toMatchObject({ kind: "exited", status: 0 });
  expect(pids().filter(isAlive)).toEqual([]);
});

test("a process that left the group and holds the pipes is not waited for", async () => {
  const started = performance.now();
  const { end } = await sh("setsid sleep 5 & exit 0");

  expect(end).toMatchObject({ kind: "exited", status: 0 });
  expect(performance.now() - started).toBeLessThan(4000);
});
