import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { lockFile } from "./file-lock.ts";

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "rea-lock-"));
  file = path.join(folder, "x.lock");
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const never = new AbortController().signal;
const deadline = (ms: number): AbortSignal => AbortSignal.timeout(ms);

/** Another process that holds the lock until it is killed. */
async function holder(): Promise<ChildProcess> {
  const child = spawn("flock", ["--exclusive", file, "sh", "-c", "echo held; exec sleep 60"], { detached: true });
  await once(child.stdout, "data");
  return child;
}

/** The group: `flock` and what it runs. */
function kill(child: ChildProcess): void {
  if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
}

test("the lock keeps other processes out until it is released, and its file goes with it", async () => {
  const lock = await lockFile(file, never);
  const tried = spawn("flock", ["--nonblock", file, "true"]);
  expect(await once(tried, "close")).toEqual([1, null]);

  lock?.release();

  expect(existsSync(file)).toBe(false);
});

test("who waits for another process gets the lock when that process dies", async () => {
  const other = await holder();
  const waiting = lockFile(file, deadline(10_000));

  kill(other);

  const lock = await waiting;
  expect(lock).toBeDefined();
  lock?.release();
});

test("one after the other holds the lock, however many wait", async () => {
  let inside = 0;
  let most = 0;
  const work = async (): Promise<void> => {
    const lock = await lockFile(file, deadline(20_000));
    most = Math.max(most, ++inside);
    await new Promise((resolve) => setTimeout(resolve, 5));
    inside--;
    lock?.release();
  };

  await Promise.all(Array.from({ length: 8 }, work));

  expect(most).toBe(1);
  expect(readdirSync(folder)).toEqual([]);
});

test("an abort ends the waiting with its reason and leaves no descriptor", async () => {
  const other = await holder();
  const controller = new AbortController();
  const reason = new Error("enough");
  const before = readdirSync("/proc/self/fd").length;
  const waiting = lockFile(file, controller.signal);

  const aborted = performance.now();
  controller.abort(reason);

  await expect(waiting).rejects.toBe(reason);
  expect(performance.now() - aborted).toBeLessThan(100);
  kill(other);
  await expect.poll(() => readdirSync("/proc/self/fd").length).toBeLessThanOrEqual(before);
});

test("an abort before the lock is had leaves no file, and one that somebody holds stays", async () => {
  const stopped = new Error("enough");
  const given = new AbortController();
  const alone = lockFile(file, given.signal);
  given.abort(stopped);
  await expect(alone).rejects.toBe(stopped);
  expect(readdirSync(folder)).toEqual([]);

  const other = await holder();
  const waiting = lockFile(file, deadline(50));
  await expect(waiting).rejects.toMatchObject({ name: "TimeoutError" });
  expect(readdirSync(folder)).toEqual(["x.lock"]);
  kill(other);
});

test("a lock whose file another process removed and made anew leaves that file alone", async () => {
  const lock = await lockFile(file, never);
  rmSync(file);
  const other = await holder();

  lock?.release();

  expect(existsSync(file)).toBe(true);
  kill(other);
});

test("locks that end with the process are forgotten when they are released", async () => {
  const state = (): readonly number[] => [process.listenerCount("exit"), process.getMaxListeners()];
  const before = state();
  const locks = await Promise.all(
    Array.from({ length: 12 }, (_, index) => lockFile(`${file}${index}`, deadline(20_000))),
  );
  const [count = 0, most = 0] = state();
  expect(count - (before[0] ?? 0)).toBe(12);
  expect(count).toBeLessThanOrEqual(most);

  for (const lock of locks) lock?.release();

  expect(state()).toEqual(before);
  expect(readdirSync(folder)).toEqual([]);
});
