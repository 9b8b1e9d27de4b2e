/** One `tools/call`. */
import type { CallToolResult, ServerContext } from "@modelcontextprotocol/server";
import type { Failure } from "../../base/failure.ts";
import { isRecord } from "../../base/record.ts";
import type { Envelope } from "../../contracts/envelope.ts";
import type { Budget } from "../../operations/budget-size.ts";
import { fitBudget, type WriteArtifact } from "../../operations/budget.ts";
import type { Operation, TargetOperation } from "../../operations/operation.ts";
import { failureOf, runOperation, type Answer } from "../../operations/run.ts";
import type { NativeInspector } from "../../providers/provider.ts";
import type { Lease, Session } from "../../operations/session.ts";
import { errorResult, toolResult } from "./answer.ts";
import { reportProgress } from "./progress.ts";

/** What every call of one server shares. */
export interface Host {
  readonly session: Session;
  readonly inspector: NativeInspector;
  /** For a whole call on an open target, in milliseconds. */
  readonly deadlineMs: number;
  readonly budget: Budget;
  readonly writeArtifact: WriteArtifact | undefined;
}

/** An answer and the id of the open target that it is about. */
interface Answered {
  readonly answer: Answer;
  readonly document: string | undefined;
}

/** Runs a tool and never rejects: what goes wrong with the request is a result that says so. */
export async function callTool(
  operation: Operation,
  input: unknown,
  context: ServerContext,
  host: Host,
): Promise<CallToolResult> {
  const reporter = reportProgress(context);
  try {
    const call = { input, signal: context.mcpReq.signal, progress: reporter.report };
    const { answer, document } =
      operation.needs === "target"
        ? await onTarget(operation, call, host)
        : { answer: await withoutTarget(operation, call, host), document: undefined };
    if (!answer.ok) return await failed(operation, answer.failure, context);
    return await succeeded(answer.envelope, document, context, host);
  } catch (error) {
    return await failed(operation, failureOf(error), context);
  } finally {
    reporter.stop();
  }
}

type Call = Pick<Parameters<typeof runOperation>[0], "input" | "signal" | "progress">;

async function withoutTarget(
  operation: Exclude<Operation, TargetOperation>,
  call: Call,
  { session, inspector, deadlineMs }: Host,
): Promise<Answer> {
  if (operation.needs === "session") return await runOperation({ ...call, operation, session });
  return await runOperation({ ...call, operation, inspector, timeoutMs: deadlineMs });
}

async function onTarget(operation: TargetOperation, call: Call, { session, deadlineMs }: Host): Promise<Answered> {
  const leases: Lease[] = [];
  try {
    const answer = await runOperation({
      ...call,
      operation,
      timeoutMs: deadlineMs,
      open: (work) => {
        const lease = session.lease(documentOf(call.input));
        leases.push(lease);
        return lease.analysis(work);
      },
    });
    return { answer, document: leases[0]?.target.id };
  } finally {
    for (const lease of leases) lease.release();
  }
}

function documentOf(input: unknown): string | undefined {
  const document = isRecord(input) ? input["document"] : undefined;
  return typeof document === "string" ? document : undefined;
}

async function succeeded(
  envelope: Envelope,
  document: string | undefined,
  { mcpReq }: ServerContext,
  { budget, writeArtifact }: Host,
): Promise<CallToolResult> {
  for (const warning of envelope.warnings) await mcpReq.log("warning", { operation: envelope.operation, ...warning });
  return toolResult(await fitBudget(envelope, budget, writeArtifact), document);
}

async function failed(operation: Operation, failure: Failure, { mcpReq }: ServerContext): Promise<CallToolResult> {
  const level = failure.code === "internal_error" ? "error" : "notice";
  if (!mcpReq.signal.aborted) {
    await mcpReq.log(level, { operation: operation.name, code: failure.code, message: failure.message });
  }
  return errorResult(operation.name, failure);
}
