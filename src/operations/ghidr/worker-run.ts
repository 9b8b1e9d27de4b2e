/** One worker: started, and its end turned into a response or into the failure of the command. */
import { renameSync } from "node:fs";
import path from "node:path";
import { Failure, type FailureCode, type FailureDetails } from "../../base/failure.ts";
import { VERSION } from "../../base/version.ts";
import type { DiagnosticLog } from "../../contracts/ghidr/diagnostics.ts";
import type { GhidraInstallation, SandboxMode, WorkerOptions, WorkerOutcome } from "../../providers/ghidra/port.ts";
import type { WorkerError, WorkerRequest, WorkerResponse } from "../../providers/ghidra/worker-protocol.ts";
import { discardDiagnostics, retainDiagnostics } from "../../store/ghidra/diagnostics.ts";
import { availableBytes } from "../../store/ghidra/snapshot.ts";
import type { Workspace } from "../../store/ghidra/workspace.ts";
import type { Context } from "./operation.ts";
import { watchdogSeconds, type WorkerPolicy } from "./policy.ts";

export interface WorkerRun {
  readonly workspace: Workspace;
  readonly installation: GhidraInstallation;
  readonly sandbox: SandboxMode;
  readonly policy: WorkerPolicy;
  /** Digest of the sample that it is about; null for none. */
  readonly sample: string | null;
  readonly snapshot?: string;
  readonly project?: WorkerOptions["project"];
  /** Whether it analyses, or extracts what an analysis has found: both may take as long as an analysis may. */
  readonly analyses: boolean;
}

/** A response, with the Diagnostic Log that was kept because it tells of a failure. */
export interface WorkerAnswer {
  readonly response: WorkerResponse;
  readonly log?: DiagnosticLog;
}

/** The response of one worker. Rejects with the failure of every other end, which names its Diagnostic Log. */
export async function runWorker(context: Context, run: WorkerRun, request: WorkerRequest): Promise<WorkerAnswer> {
  const startedAt = new Date();
  const outcome = await context.ghidra.run(request, workerOptions(context, run));
  try {
    const reason = outcome.kind === "response" ? faultOf(outcome.response) : outcome.kind;
    if (reason === undefined) await discardDiagnostics(outcome.streams);
    const log = reason === undefined ? undefined : await retain(outcome, reason, { run, request, startedAt });
    if (outcome.kind !== "response") throw failureOfOutcome(outcome, log, { context, run, request });
    if (outcome.response.extracts !== null) await keepExtracted(run.workspace);
    return { response: outcome.response, ...(log === undefined ? {} : { log }) };
  } finally {
    await run.workspace.discard("invocation");
    await run.workspace.discard("capture");
  }
}

/** Where the extracts of a response lie in the workspace, until it is closed. */
export const EXTRACTED = "extracted";

/** Moves them out of the directory of the invocation, which goes. */
async function keepExtracted(workspace: Workspace): Promise<void> {
  await workspace.discard(EXTRACTED);
  if (workspace.holds("invocation/extracts")) {
    renameSync(path.join(workspace.place("invocation"), "extracts"), workspace.place(EXTRACTED));
  }
}

/** The log is kept where possible: a full filesystem must not hide what filled it. */
async function retain(
  outcome: WorkerOutcome,
  reason: string,
  { run, request, startedAt }: { run: WorkerRun; request: WorkerRequest; startedAt: Date },
): Promise<DiagnosticLog | undefined> {
  return retainDiagnostics(run.workspace, outcome.streams, {
    operation: request.operation,
    version: VERSION,
    sample: run.sample,
    startedAt,
    reason,
    manner: "termination" in outcome ? outcome.termination : null,
  }).catch(() => undefined);
}

/** The code of an error that is no answer to the question. */
function faultOf(response: WorkerResponse): string | undefined {
  return response.status === "error" && !ANSWERS.has(response.error.code) ? response.error.code : undefined;
}

function workerOptions(context: Context, run: WorkerRun): WorkerOptions {
  const { workspace, installation, sandbox, policy, snapshot, project } = run;
  return {
    installation,
    sandbox,
    invocationDirectory: workspace.folder("invocation"),
    captureDirectory: workspace.folder("capture"),
    ...(snapshot === undefined ? {} : { snapshot }),
    ...(project === undefined ? {} : { project }),
    limits: {
      heapMib: policy.maxHeapMib,
      cpu: policy.maxCpu,
      watchdogSeconds: watchdogSeconds(policy, run.analyses),
    },
    signal: context.signal,
    secondInterrupt: context.secondInterrupt,
  };
}

/** Errors that answer the question: nothing failed, so nothing is kept of what the worker wrote. */
const ANSWERS: ReadonlySet<WorkerError["code"]> = new Set([
  "function_not_found",
  "function_selector_ambiguous",
  "function_entry_required",
  "function_not_decompilable",
  "function_without_body",
  "address_space_not_found",
]);

/** The failure that an error of the worker is for the caller. */
export function failureOfError(error: WorkerError, log: DiagnosticLog | undefined, run: WorkerRun): Failure {
  const kept = log === undefined ? {} : { diagnostic_log: log };
  const details: FailureDetails = { ...error.details, ...kept };
  switch (error.code) {
    case "analysis_out_of_memory":
      return outOfMemory(kept, run);
    case "analysis_failed":
      return new Failure(error.code, clipped(error.message), { ...details, ...spaceLeft(run) });
    default:
      return new Failure(error.code, clipped(error.message), details);
  }
}

function failureOfOutcome(
  outcome: Exclude<WorkerOutcome, { readonly kind: "response" }>,
  log: DiagnosticLog | undefined,
  { context, run, request }: { context: Context; run: WorkerRun; request: WorkerRequest },
): Failure {
  const kept = log === undefined ? {} : { diagnostic_log: log };
  switch (outcome.kind) {
    case "timeout": {
      const seconds = watchdogSeconds(run.policy, run.analyses);
      const message = `the worker did not end within the ${seconds} s of its watchdog`;
      const ended = { timeout_seconds: seconds, termination: outcome.termination, ...kept };
      return new Failure(timeoutCode(run, request), message, ended);
    }
    case "interrupted": {
      const reason: unknown = context.signal.reason;
      const before = reason instanceof Failure ? reason : new Failure("interrupted", "stopped", { signal: "unknown" });
      const details = { ...before.details, termination: outcome.termination, ...kept };
      return new Failure(before.code, before.message, details, before);
    }
    case "out_of_memory":
      return outOfMemory(kept, run);
    case "protocol_violation":
      return new Failure("protocol_violation", clipped(outcome.reason), { reason: clipped(outcome.reason), ...kept });
    case "failed": {
      const reason = clipped(outcome.reason);
      const details = { reason, ...kept, ...spaceLeft(run) };
      return new Failure("analysis_failed", `the worker ended without an answer: ${reason}`, details);
    }
  }
}

/** A worker that only decompiles can only have been decompiling. */
function timeoutCode(run: WorkerRun, request: WorkerRequest): FailureCode {
  return request.operation === "decompile" && !run.analyses ? "decompile_timeout" : "analysis_timeout";
}

function outOfMemory(kept: FailureDetails, { policy }: WorkerRun): Failure {
  const message = `Ghidra needs more than the ${policy.maxHeapMib} MiB of Java heap that --max-heap-mib allows`;
  return new Failure("analysis_out_of_memory", message, { max_heap_mib: policy.maxHeapMib, ...kept });
}

/** Bytes below which a failure may well be one of the filesystem. */
const LITTLE_SPACE = 64 * 1024 * 1024;

function spaceLeft({ workspace }: WorkerRun): FailureDetails {
  const available = availableBytes(workspace.store);
  return available < LITTLE_SPACE ? { available_bytes: available } : {};
}

/** Messages are for people; what they are about is in the details. */
function clipped(text: string): string {
  return text.length <= LONGEST_MESSAGE ? text : `${text.slice(0, LONGEST_MESSAGE)}…`;
}

const LONGEST_MESSAGE = 500;
