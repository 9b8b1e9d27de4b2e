/**
 * `npm run bench:fuzz [COUNT [CODE]]`: the long mutation campaigns. COUNT damaged files (100,000 by default) are analysed
 * over the committed samples, on every core; CODE damaged functions (20,000 by default) are decompiled. Prints each
 * finding with its sample and seed, and ends with 1 when there is one.
 */
import { readdirSync, readFileSync } from "node:fs";
import os from "node:os";
import { fileURLToPath } from "node:url";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { mutateCode } from "./code-mutations.ts";
import { mutate } from "../test/fuzz/mutator.ts";
import { probeAnswers, timeAllowed } from "../test/fuzz/probe.ts";

const CORPUS = "test/corpus/bin";
const DEFAULT_COUNT = 100_000;
const DEFAULT_CODE = 20_000;

interface Share {
  readonly first: number;
  readonly step: number;
  readonly count: number;
}

if (isMainThread) {
  await campaign();
  if ((await mutateCode(Number(process.argv[3] ?? DEFAULT_CODE))) > 0) process.exitCode = 1;
} else await runShare(workerData as Share);

async function campaign(): Promise<void> {
  const count = Number(process.argv[2] ?? DEFAULT_COUNT);
  const cores = os.availableParallelism();
  const started = performance.now();
  let findings = 0;
  const shares = Array.from({ length: cores }, (_, first) => ({ first, step: cores, count }));
  const ends = shares.map(
    (share) =>
      new Promise<void>((resolve, reject) => {
        const worker = new Worker(fileURLToPath(process.env["REA_SCRIPT"] ?? ""), { workerData: share });
        worker.on("message", (finding: string) => {
          findings++;
          console.error(finding);
        });
        worker.on("error", reject);
        worker.on("exit", () => resolve());
      }),
  );
  await Promise.all(ends);
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  console.log(`${count} mutations in ${seconds} s, ${findings} findings, ${residentMegabytes()} MB resident`);
  if (findings > 0) process.exitCode = 1;
}

async function runShare({ first, step, count }: Share): Promise<void> {
  const names = readdirSync(CORPUS).sort();
  const originals = names.map((name) => new Uint8Array(readFileSync(`${CORPUS}/${name}`)));
  for (let seed = first; seed < count; seed += step) {
    const index = seed % names.length;
    const original = originals[index];
    if (original === undefined) continue;
    const bytes = mutate(original, seed);
    try {
      const { milliseconds } = await probeAnswers(bytes);
      if (milliseconds > timeAllowed(bytes.length))
        report(`${names[index]} seed ${seed}: ${milliseconds.toFixed(0)} ms`);
    } catch (error) {
      report(
        `${names[index]} seed ${seed}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      );
    }
  }
}

function report(finding: string): void {
  parentPort?.postMessage(finding);
}

function residentMegabytes(): string {
  return (process.memoryUsage().rss / 1e6).toFixed(0);
}
