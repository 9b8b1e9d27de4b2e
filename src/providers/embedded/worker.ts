/** The thread that analyses one sample and ends. */
import { parentPort, workerData, type MessagePort } from "node:worker_threads";
import { sha256 } from "../../base/digest.ts";
import { readWholeSample } from "../../store/sample.ts";
import { analyseSample } from "./analyse-sample.ts";
import { demanglerOnDemand } from "./demangled.ts";
import { optimiseLate } from "./optimiser.ts";
import type { FinishedParts, WorkerJob, WorkerMessage } from "./worker-protocol.ts";

/** Nanoseconds between two reports of progress. */
const PROGRESS_INTERVAL = 50_000_000n;

function run(job: WorkerJob, port: MessagePort): void {
  const post = (message: WorkerMessage): void => port.postMessage(message);
  const file = readWholeSample(job.descriptor, job.path, job.size);
  if (sha256(file) !== job.sha256) {
    post({ kind: "changed" });
    return;
  }
  const { sha256: digest, architecture } = job;
  const options = { sha256: digest, architecture, demangle: demanglerOnDemand(), progress: throttled(post) };
  const answer = analyseSample(file, options);
  if (answer.kind === "finished") postParts(answer, port);
  else post(answer);
}

/** Hands the parts over without copying: their buffers go with them. */
function postParts(finished: FinishedParts, port: MessagePort): void {
  const parts = finished.parts.map((part) => ({ ...part, pieces: part.pieces.map(withoutSlack) }));
  const buffers = new Set(parts.flatMap(({ pieces }) => pieces.map(({ buffer }) => buffer)));
  const message: WorkerMessage = { ...finished, parts };
  port.postMessage(message, [...buffers]);
}

/** A view takes the whole of its buffer along: a small one is better copied out of a large one. */
function withoutSlack(piece: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer } = piece;
  return buffer instanceof ArrayBuffer && piece.byteLength * 2 >= buffer.byteLength
    ? new Uint8Array(buffer, piece.byteOffset, piece.byteLength)
    : piece.slice();
}

/** Reports a new stage at once and a fraction of the same stage every `PROGRESS_INTERVAL`. */
function throttled(post: (message: WorkerMessage) => void): (stage: string, fraction: number) => void {
  let reported = { stage: "", at: 0n };
  return (stage, fraction) => {
    const now = process.hrtime.bigint();
    if (stage === reported.stage && now - reported.at < PROGRESS_INTERVAL) return;
    reported = { stage, at: now };
    post({ kind: "progress", stage, fraction });
  };
}

function isJob(value: unknown): value is WorkerJob {
  return typeof value === "object" && value !== null && "descriptor" in value && "sha256" in value;
}

const job: unknown = workerData;
if (parentPort !== null && isJob(job)) {
  optimiseLate();
  run(job, parentPort);
}

/** Analyses bytes in this thread and drops the answer: the build runs the code that it compiles ahead. */
export function rehearse(file: Uint8Array): void {
  analyseSample(file, { sha256: sha256(file), demangle: demanglerOnDemand(), progress: () => {} });
}
