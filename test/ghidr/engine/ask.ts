/** Asks a worker of the real Ghidra, as the commands do. */
import { createHash, randomBytes } from "node:crypto";
import { mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { GhidraInstallation, WorkerOptions, WorkerOutcome } from "../../../src/providers/ghidra/port.ts";
import type {
  AnalysisFacts,
  WorkerError,
  WorkerOperation,
  WorkerRequest,
  WorkerResults,
} from "../../../src/providers/ghidra/worker-protocol.ts";
import { runWorker } from "../../../src/providers/ghidra/worker.ts";
import { readExtracts, type Extracts } from "./extracts.ts";

export interface Question<K extends WorkerOperation> {
  readonly operation: K;
  readonly arguments: Extract<WorkerRequest, { operation: K }>["arguments"];
  /** A path to analyse; without one the project is opened. */
  readonly sample?: string;
  readonly project?: string;
  readonly analysisTimeout?: number;
  /** Whether the extracts are written, too; they are not by default. */
  readonly extract?: boolean;
}

const never = new AbortController().signal;

/** Runs one worker in a new directory below `folder`. */
export async function ask<K extends WorkerOperation>(
  installation: GhidraInstallation,
  folder: string,
  question: Question<K>,
  more: Partial<WorkerOptions> = {},
): Promise<WorkerOutcome & { readonly invocation: string }> {
  const own = path.join(folder, randomBytes(8).toString("hex"));
  const [invocation, capture] = [path.join(own, "invocation"), path.join(own, "capture")];
  for (const directory of [invocation, capture]) mkdirSync(directory, { recursive: true, mode: 0o700 });
  if (question.project !== undefined) mkdirSync(question.project, { recursive: true, mode: 0o700 });
  const outcome = await runWorker(requestOf(installation, question), {
    installation,
    sandbox: "bubblewrap",
    invocationDirectory: invocation,
    captureDirectory: capture,
    limits: { heapMib: 2048, cpu: 2, watchdogSeconds: 300 },
    signal: never,
    secondInterrupt: never,
    ...(question.sample === undefined ? {} : { snapshot: question.sample }),
    ...(question.project === undefined
      ? {}
      : { project: { directory: question.project, writable: question.sample !== undefined } }),
    ...more,
  });
  return { ...outcome, invocation };
}

export interface Answered<K extends WorkerOperation> {
  readonly result: WorkerResults[K];
  readonly analysis: AnalysisFacts | null;
  readonly extracts: Extracts | null;
  readonly printed: string;
  /** Directory of the invocation. */
  readonly invocation: string;
}

/** The answer to a question; an error of the worker, or another outcome, fails the test with its words. */
export async function answer<K extends WorkerOperation>(...args: Parameters<typeof ask<K>>): Promise<Answered<K>> {
  const outcome = await ask(...args);
  const printed = outcome.streams.stderr.segments.map(({ file }) => readFileSync(file, "utf8")).join("");
  if (outcome.kind !== "response") throw new Error(`${JSON.stringify(outcome)}\n${printed}`);
  if (outcome.response.status === "error") throw new Error(JSON.stringify(outcome.response.error));
  const { result, analysis, extracts: reports } = outcome.response;
  const { invocation } = outcome;
  const extracts = reports === null ? null : readExtracts(path.join(invocation, "extracts"), reports);
  return { result: result as WorkerResults[K], analysis, extracts, printed, invocation };
}

/** The error that a question ends with, or a description of what came instead. */
export async function refusal<K extends WorkerOperation>(
  ...args: Parameters<typeof ask<K>>
): Promise<WorkerError | string> {
  const outcome = await ask(...args);
  if (outcome.kind !== "response") return outcome.kind;
  return outcome.response.status === "error" ? outcome.response.error : "answered";
}

function requestOf<K extends WorkerOperation>(installation: GhidraInstallation, question: Question<K>): WorkerRequest {
  const head = {
    protocol_version: 1,
    invocation_id: randomBytes(16).toString("hex"),
    ghidra: { directory: installation.directory, layout: installation.layout },
  };
  const { operation, arguments: given, project, sample, extract = false } = question;
  const analysis =
    sample === undefined
      ? { mode: "read_only", project_directory: project, max_cpu: 2, extract }
      : {
          mode: "create",
          project_directory: project,
          sample: described(sample),
          analysis_timeout_seconds: question.analysisTimeout ?? 200,
          max_cpu: 2,
          extract,
        };
  const body = { ...head, operation, arguments: given, ...(project === undefined ? {} : { analysis }) };
  // The schema of the request is checked when it is written.
  return body as unknown as WorkerRequest;
}

function described(sample: string): { path: string; sha256: string; size_bytes: number } {
  const bytes = readFileSync(sample);
  return { path: sample, sha256: createHash("sha256").update(bytes).digest("hex"), size_bytes: bytes.length };
}
