import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { openPool, type PoolOptions } from "./pool.ts";
import type { DecompileOutcome, Decompiler, ProgramFeed } from "./protocol.ts";

const EMPTY: ProgramFeed = {
  machine: { format: "elf", architecture: "x86_64", bits: 64, endian: "little" },
  regions: [],
  functions: [],
  imports: [],
  labels: [],
  readOnly: [],
  types: [],
};

const folder = mkdtempSync(path.join(tmpdir(), "rea-pool-"));
afterAll(() => rmSync(folder, { recursive: true }));

/**
 * Stands for the module: says in its message which thread answered and how often that one was asked. Address 1 hangs,
 * 2 traps, 3 traps in the first thread only, 4 leaves much memory behind.
 */
const SCRIPT = path.join(folder, "worker.mjs");
writeFileSync(
  SCRIPT,
  `import { parentPort, threadId } from "node:worker_threads";
  let asked = 0;
  parentPort.on("message", ({ address }) => {
    asked++;
    if (address === 1n) for (;;);
    if (address === 2n || (address === 3n && asked > 1)) throw new Error("unreachable");
    const answer = { kind: "failed", reason: "decompiler_error", message: threadId + " " + asked };
    parentPort.postMessage({ kind: "answered", answer, memory: address === 4n ? 2000 : 1000 });
  });
  parentPort.postMessage({ kind: "ready" });`,
);

const never = new AbortController().signal;

async function withPool<T>(options: Partial<PoolOptions>, use: (pool: Decompiler) => Promise<T>): Promise<T> {
  const pool = openPool(EMPTY, { module: Promise.resolve({}), script: SCRIPT, threads: 1, ...options });
  try {
    return await use(pool);
  } finally {
    await pool.close();
  }
}

const ask = (pool: Decompiler, address: bigint, deadline = 10_000): Promise<DecompileOutcome> =>
  pool.decompile(address, { signal: never, deadline });

/** Which thread answered, and its how manieth answer it was. */
function answered(outcome: DecompileOutcome): readonly [thread: number, count: number] {
  if (outcome.kind !== "failed") throw new Error("a text");
  const [thread, count] = outcome.message.split(" ").map(Number);
  return [thread ?? NaN, count ?? NaN];
}

test("one thread answers one question after the other", async () => {
  const answers = await withPool({}, async (pool) =>
    (await Promise.all([ask(pool, 10n), ask(pool, 11n), ask(pool, 12n)])).map(answered),
  );

  expect(answers.map(([, count]) => count)).toEqual([1, 2, 3]);
  expect(new Set(answers.map(([thread]) => thread)).size).toBe(1);
});

test("a function that takes too long ends its thread, and the next one is answered by a new one", async () => {
  const [late, next] = await withPool({}, async (pool) => [await ask(pool, 1n, 200), await ask(pool, 10n)] as const);

  expect(late).toEqual({ kind: "failed", reason: "deadline", message: "no answer within 200 ms" });
  expect(answered(next)[1]).toBe(1);
});

test("a trap is tried once more in a fresh thread, then it is the function's answer", async () => {
  const [trapped, next] = await withPool({}, async (pool) => [await ask(pool, 2n), await ask(pool, 10n)] as const);

  expect(trapped).toEqual({ kind: "failed", reason: "trap", message: "unreachable" });
  expect(answered(next)[1]).toBe(1);
});

test("a trap that only a used thread meets is not the function's", async () => {
  const outcome = await withPool({}, async (pool) => {
    await ask(pool, 10n);
    return ask(pool, 3n);
  });

  expect(answered(outcome)[1]).toBe(1);
});

test("a thread whose memory grew past the bound is replaced", async () => {
  const answers = await withPool({ recycleAt: 1500 }, async (pool) => {
    const outcomes: DecompileOutcome[] = [];
    for (const address of [10n, 4n, 10n]) outcomes.push(await ask(pool, address));
    return outcomes.map(answered);
  });

  expect(answers.map(([, count]) => count)).toEqual([1, 2, 1]);
});

test("who is aborted hears why at once, and the thread is free for the next", async () => {
  const reason = new Error("gone");
  const outcome = await withPool({}, async (pool) => {
    const controller = new AbortController();
    const hanging = pool.decompile(1n, { signal: controller.signal, deadline: 60_000 });
    setTimeout(() => controller.abort(reason), 100);
    await expect(hanging).rejects.toBe(reason);
    return ask(pool, 10n);
  });

  expect(answered(outcome)[1]).toBe(1);
});

test("closing ends a thread in the middle of a function", async () => {
  const pool = openPool(EMPTY, { module: Promise.resolve({}), script: SCRIPT, threads: 1 });
  setTimeout(() => void pool.close(), 100);

  await expect(ask(pool, 1n)).rejects.toThrow("closed");
});

test("a batch uses all threads, and one function that fails is only its own failure", async () => {
  const outcomes = new Map<bigint, DecompileOutcome>();
  const addresses = [10n, 2n, 1n, 11n, 12n, 13n];
  await withPool({ threads: 2 }, (pool) =>
    pool.decompileAll(addresses, {
      signal: never,
      deadline: 1000,
      each: (address, outcome) => outcomes.set(address, outcome),
    }),
  );

  const reasons = addresses.map((address) => {
    const outcome = outcomes.get(address);
    return outcome?.kind === "failed" ? outcome.reason : outcome?.kind;
  });
  expect(reasons).toEqual(["decompiler_error", "trap", "deadline", ...Array(3).fill("decompiler_error")]);
});

test("a batch that is aborted tells nothing any more", async () => {
  const controller = new AbortController();
  const told: bigint[] = [];
  await withPool({ threads: 2 }, async (pool) => {
    const work = pool.decompileAll([10n, 1n, 1n, 11n, 12n], {
      signal: controller.signal,
      deadline: 60_000,
      each: (address) => {
        told.push(address);
        setTimeout(() => controller.abort(new Error("gone")), 100);
      },
    });
    await expect(work).rejects.toThrow("gone");
  });

  expect(told).toEqual([10n]);
});

test("what a listener throws ends the batch", async () => {
  const work = withPool({ threads: 2 }, (pool) =>
    pool.decompileAll([10n, 11n, 1n], {
      signal: never,
      deadline: 60_000,
      each: () => {
        throw new Error("no room");
      },
    }),
  );

  await expect(work).rejects.toThrow("no room");
});
