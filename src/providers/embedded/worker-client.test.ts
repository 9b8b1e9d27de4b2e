import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runWorker, type WorkerRun } from "./worker-client.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "rea-worker-"));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** A run of a worker that does what `body` says. */
function runOf(body: string, rest: Partial<WorkerRun> = {}): WorkerRun {
  const script = path.join(folder, "worker.mjs");
  writeFileSync(script, `import { parentPort, workerData } from "node:worker_threads";\n${body}\n`);
  return {
    job: { descriptor: 0, path: "/sample", size: 1000, sha256: "a".repeat(64) },
    script,
    signal: new AbortController().signal,
    progress: () => {},
    ...rest,
  };
}

test("progress is passed on and the parts arrive", async () => {
  const seen: unknown[] = [];
  const run = runOf(
    `parentPort.postMessage({ kind: "progress", stage: "decoding", fraction: 0.5 });
     const bytes = new Uint8Array(8);
     const target = { format: "elf", architecture: "x86_64", image_base: "0x0" };
     const parts = [{ name: workerData.path, pieces: [bytes], sha256: "" }];
     parentPort.postMessage({ kind: "finished", target, parts }, [bytes.buffer]);`,
    { progress: (...report) => seen.push(report) },
  );

  const finished = await runWorker(run);

  expect(finished.parts).toEqual([{ name: "/sample", pieces: [new Uint8Array(8)], sha256: "" }]);
  expect(seen).toEqual([["decoding", 0.5]]);
});

test.each([
  ["throws", `throw new Error("broken")`, "broken"],
  ["ends without an answer", `process.exit(3)`, "status 3"],
  ["needs too much memory", `const kept = []; for (;;) kept.push(new Array(1e6).fill(1.5));`, "memory"],
  ["does not load", `import "./no-such-file.mjs";`, "no-such-file"],
])(
  "a worker that %s is analysis_failed",
  async (_, body, reason) => {
    await expect(runWorker(runOf(body))).rejects.toMatchObject({
      code: "analysis_failed",
      message: expect.stringContaining(reason),
    });
  },
  60_000,
);

test("a sample of another format is named", async () => {
  const run = runOf(`parentPort.postMessage({ kind: "unsupported", looksLike: "a PE executable", detail: "MZ" });`);

  await expect(runWorker(run)).rejects.toMatchObject({
    code: "target_format_unsupported",
    message: expect.stringContaining("a PE executable"),
  });
});

test("a sample of several programs is refused with their names", async () => {
  const found = `{ kind: "unsupported", looksLike: "x", detail: "y", architectures: ["x86_64", "arm64"] }`;

  await expect(runWorker(runOf(`parentPort.postMessage(${found});`))).rejects.toMatchObject({
    code: "architecture_ambiguous",
    details: { candidates: ["x86_64", "arm64"] },
  });
});

test("a sample that has other bytes by now is sample_changed", async () => {
  const run = runOf(`parentPort.postMessage({ kind: "changed" });`);

  await expect(runWorker(run)).rejects.toMatchObject({ code: "sample_changed" });
});

test("an abort ends a worker that never looks up, within 100 ms and with the reason", async () => {
  const controller = new AbortController();
  const reason = new Error("enough");
  const progress = (): void => {
    aborted = performance.now();
    controller.abort(reason);
  };
  let aborted = Number.NaN;
  const body = `parentPort.postMessage({ kind: "progress", stage: "looping", fraction: 0 }); for (;;);`;

  await expect(runWorker(runOf(body, { signal: controller.signal, progress }))).rejects.toBe(reason);

  expect(performance.now() - aborted).toBeLessThan(100);
});
