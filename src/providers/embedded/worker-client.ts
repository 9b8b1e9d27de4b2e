/** Starts analysis workers and sees each one to its end. */
import { Worker } from "node:worker_threads";
import { Failure } from "../../base/failure.ts";
import type { FinishedParts, WorkerJob, WorkerMessage } from "./worker-protocol.ts";

export interface WorkerRun {
  readonly job: WorkerJob;
  /** Absolute path of the worker's script. */
  readonly script: string;
  readonly signal: AbortSignal;
  readonly progress: (stage: string, fraction: number) => void;
}

/**
 * Analyses a sample in a thread of its own. The thread has ended when the promise settles. Rejects with the signal's
 * reason, with `target_format_unsupported`, `architecture_ambiguous`, `sample_changed`, or with `analysis_failed` when the thread crashes or
 * needs more memory than a sample of this size may.
 */
export async function runWorker(run: WorkerRun): Promise<FinishedParts> {
  run.signal.throwIfAborted();
  const worker = new Worker(run.script, {
    workerData: run.job,
    resourceLimits: { maxOldGenerationSizeMb: heapLimit(run.job.size), ...youngGeneration(run.job.size) },
    execArgv: [],
    name: "analysis",
  });
  const settled = new AbortController();
  try {
    return await answerOf(worker, run, settled.signal);
  } finally {
    settled.abort();
    await worker.terminate();
  }
}

const MEBIBYTE = 1_048_576;

/** Heap that a worker may use, in MiB: columns lie outside the heap, so this bounds objects and texts. */
function heapLimit(size: number): number {
  return Math.min(512 + Math.ceil((size / MEBIBYTE) * 20), 8192);
}

/**
 * Room for new objects, in MiB. By default V8 collects them every few megabytes: an analysis keeps most of what it
 * makes, so of a large sample each collection copied hundreds of thousands of objects that stay.
 */
function youngGeneration(size: number): { maxYoungGenerationSizeMb?: number } {
  return size < LARGE_SAMPLE ? {} : { maxYoungGenerationSizeMb: 192 };
}

/** Bytes. */
const LARGE_SAMPLE = 16 * MEBIBYTE;

function answerOf(worker: Worker, run: WorkerRun, settled: AbortSignal): Promise<FinishedParts> {
  const { job, signal, progress } = run;
  return new Promise((resolve, reject) => {
    const fail = (reason: string, cause?: unknown): void => reject(crashed(job, reason, cause));
    signal.addEventListener("abort", () => reject(signal.reason), { signal: settled });
    worker.on("message", (message: WorkerMessage) => {
      if (message.kind === "progress") return progress(message.stage, message.fraction);
      return message.kind === "finished" ? resolve(message) : reject(refusal(job, message));
    });
    worker.on("error", (error) => fail(reasonOf(error), error));
    worker.on("messageerror", (error) => fail(error.message, error));
    worker.on("exit", (code) => fail(`the analysis thread ended with status ${code}`));
  });
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY" ? "it needs too much memory" : error.message;
}

function crashed({ path, sha256 }: WorkerJob, reason: string, cause: unknown): Failure {
  return new Failure("analysis_failed", `the analysis of ${path} failed: ${reason}`, { path, sha256, reason }, cause);
}

function refusal({ path }: WorkerJob, message: Exclude<WorkerMessage, { kind: "progress" | "finished" }>): Failure {
  if (message.kind === "changed") {
    return new Failure("sample_changed", `${path} changed while it was read`, { path });
  }
  const { looksLike, detail, architectures } = message;
  if (architectures !== undefined) {
    const text = `${path} holds several programs and which one is meant is not clear (${architectures.join(", ")})`;
    return new Failure("architecture_ambiguous", text, { path, candidates: architectures });
  }
  return new Failure(
    "target_format_unsupported",
    `${path} looks like ${looksLike}, which is not supported (${detail})`,
    {
      path,
      looks_like: looksLike,
      detail,
    },
  );
}
