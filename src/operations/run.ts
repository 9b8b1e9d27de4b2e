/** The one way to run an operation: deadline, cancellation, envelope, and every error turned into a `Failure`. */
import { Failure } from "../base/failure.ts";
import { SCHEMA_VERSION, type Envelope } from "../contracts/envelope.ts";
import type { Analysis, NativeInspector } from "../providers/provider.ts";
import type {
  Context,
  FileOperation,
  Operation,
  Outcome,
  SessionOperation,
  TargetContext,
  TargetOperation,
  Work,
} from "./operation.ts";
import type { Session } from "./session.ts";

interface Call {
  /** Arguments as the caller gave them; the operation validates. */
  readonly input: unknown;
  /** Milliseconds for everything, opening included; absent means no deadline. */
  readonly timeoutMs?: number;
  /** The caller's cancellation. */
  readonly signal?: AbortSignal;
  readonly progress?: Context["progress"];
}

export interface TargetCall extends Call {
  readonly operation: TargetOperation;
  /** Gives the analysis, making it when needed; called once, under the deadline and signal of the call. */
  readonly open: (context: Context) => Analysis | Promise<Analysis>;
}

export interface SessionCall extends Call {
  readonly operation: SessionOperation;
  readonly session: Session;
}

export interface FileCall extends Call {
  readonly operation: FileOperation;
  readonly inspector: NativeInspector;
}

export type Answer =
  | { readonly ok: true; readonly envelope: Envelope }
  | { readonly ok: false; readonly failure: Failure };

/**
 * Runs one operation and never rejects. It answers as soon as the deadline passes (`operation_timeout`) or the
 * caller aborts (`interrupted`), even when the work underneath is slow to notice. Bad arguments are refused before
 * anything is opened.
 */
export async function runOperation(call: TargetCall | SessionCall | FileCall): Promise<Answer> {
  const stop = new AbortController();
  const cancel = (): void => stop.abort(call.signal?.reason);
  const timer = startDeadline(call, stop);
  call.signal?.addEventListener("abort", cancel, { once: true });
  try {
    if (call.signal?.aborted === true) cancel();
    stop.signal.throwIfAborted();
    const work = prepared(call);
    const context: Context = { signal: stop.signal, progress: call.progress ?? ignoreProgress };
    return { ok: true, envelope: await orAborted(work(context), stop.signal) };
  } catch (error) {
    return { ok: false, failure: failureOf(error, stop.signal) };
  } finally {
    clearTimeout(timer);
    call.signal?.removeEventListener("abort", cancel);
  }
}

/** What a thrown value means to the caller; an abort of `signal` outranks whatever the work made of it. */
export function failureOf(error: unknown, signal?: AbortSignal): Failure {
  if (signal?.aborted === true) {
    const reason: unknown = signal.reason;
    return reason instanceof Failure ? reason : new Failure("interrupted", "the operation was cancelled", {}, error);
  }
  if (error instanceof Failure) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new Failure("internal_error", message, {}, error);
}

function startDeadline(call: Call & { operation: Operation }, stop: AbortController): NodeJS.Timeout | undefined {
  const { timeoutMs } = call;
  if (timeoutMs === undefined) return undefined;
  const message = `${call.operation.name} did not finish within ${timeoutMs / 1000} s`;
  const expire = (): void => stop.abort(new Failure("operation_timeout", message, { timeout_ms: timeoutMs }));
  return setTimeout(expire, Math.min(timeoutMs, LONGEST_TIMER));
}

/** `setTimeout` fires at once beyond this many milliseconds (24 days). */
const LONGEST_TIMER = 0x7fff_ffff;

/** The work of a call, its arguments checked. Throws `invalid_arguments`. */
function prepared(call: TargetCall | SessionCall | FileCall): (context: Context) => Promise<Envelope> {
  if ("open" in call) {
    const work = call.operation.prepare(call.input);
    return (context) => runOnTarget(call, work, context);
  }
  if ("session" in call) {
    const work = call.operation.prepare(call.input);
    return async (context) => {
      const outcome = await work({ ...context, session: call.session });
      return envelope(call.operation, outcome, outcome.about);
    };
  }
  const work = call.operation.prepare(call.input);
  return async (context) => envelope(call.operation, await work({ ...context, inspector: call.inspector }), undefined);
}

async function runOnTarget(call: TargetCall, work: Work<TargetContext>, context: Context): Promise<Envelope> {
  const analysis = await call.open(context);
  context.signal.throwIfAborted();
  return envelope(call.operation, await work({ ...context, analysis }), analysis);
}

function envelope(operation: Operation, outcome: Outcome<unknown>, about: Outcome<unknown>["about"]): Envelope {
  return {
    schema_version: SCHEMA_VERSION,
    operation: operation.name,
    target: about?.target ?? null,
    binding: about?.binding ?? null,
    result: outcome.result,
    ...(outcome.page === undefined ? {} : { page: outcome.page }),
    warnings: [...(about?.warnings ?? []), ...(outcome.warnings ?? [])],
    limits: [...(outcome.limits ?? [])],
  };
}

/** The work's answer, or a rejection as soon as the signal aborts. */
function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(failureOf(undefined, signal));
    signal.addEventListener("abort", abort, { once: true });
    if (signal.aborted) abort();
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}

function ignoreProgress(): void {
  // Nobody is watching.
}
