/** From a complete answer to the one document that is printed: within its budget, or as an Artifact. */
import { constants } from "node:buffer";
import { Failure } from "../../base/failure.ts";
import { SCHEMA_VERSION, type Envelope } from "../../contracts/ghidr/envelope.ts";
import type { SpilledData } from "../../contracts/ghidr/results.ts";
import { taggedPath } from "../../contracts/ghidr/tagged-path.ts";
import { orderWarnings } from "../../contracts/ghidr/warnings.ts";
import { planArtifact, publishArtifact, type PlannedArtifact } from "../../store/ghidra/artifacts.ts";
import { openWorkspace } from "../../store/ghidra/workspace.ts";
import type { Answer } from "./operation.ts";
import { OPERATIONS } from "./table.ts";

export interface Response {
  readonly envelope: Envelope;
  /** The document and its line end. */
  readonly text: string;
  /** Set when `data` is the descriptor of an Artifact. */
  readonly spilled?: SpilledData;
}

/**
 * The response within `budget` bytes, its line end included. A larger one goes to the store whole and its descriptor
 * takes its place; rejects with `inline_budget_too_small`, leaving nothing in the store, when not even that fits.
 */
export async function respond(answer: Answer, store: string, budget: number): Promise<Response> {
  const { response, artifact } = plan(answer, store, budget);
  if (artifact !== undefined) await publish(store, answer.artifact, artifact);
  return response;
}

/** Throws `inline_budget_too_small` when `respond` would reject with it. */
export function checkBudget(answer: Answer, store: string, budget: number): void {
  plan(answer, store, budget);
}

interface Plan {
  readonly response: Response;
  /** What has to be in the store before the response is said. */
  readonly artifact?: PlannedArtifact;
}

function plan(answer: Answer, store: string, budget: number): Plan {
  const { artifact: scope, ...content } = answer;
  const envelope: Envelope = { schema_version: SCHEMA_VERSION, ...content, warnings: orderWarnings(answer.warnings) };
  const text = encode(envelope);
  if (Buffer.byteLength(text) <= budget) return { response: { envelope, text } };
  const artifact = planArtifact(store, scope, Buffer.from(text));
  const spilled = describe(artifact);
  const descriptor: Envelope = { ...envelope, data: spilled };
  const short = encode(descriptor);
  if (Buffer.byteLength(short) > budget) {
    throw tooSmall(budget, Math.min(Buffer.byteLength(short), Buffer.byteLength(text)));
  }
  return { response: { envelope: descriptor, text: short, spilled }, artifact };
}

async function publish(store: string, scope: Answer["artifact"], artifact: PlannedArtifact): Promise<void> {
  const workspace = await openWorkspace(store);
  try {
    await publishArtifact(workspace, scope, artifact);
  } finally {
    await workspace.close();
  }
}

/** Fields in the order of the specification, whatever order they were put together in. */
function encode({ schema_version, kind, provenance, data, warnings }: Envelope): string {
  try {
    return `${JSON.stringify({ schema_version, kind, provenance, data, warnings })}\n`;
  } catch (error) {
    // What a text cannot hold is a list of everything: a page of it can be told.
    throw error instanceof RangeError ? tooLarge(kind, error) : error;
  }
}

function tooLarge(kind: Envelope["kind"], cause: RangeError): Failure {
  const operation = OPERATIONS.find((row) => row.kind === kind)?.name ?? kind;
  const limit = constants.MAX_STRING_LENGTH;
  const message = `the response has more than the ${limit} characters that one document can have`;
  return new Failure(
    "result_too_large",
    message,
    { limit_bytes: limit, observed_at_least_bytes: limit + 1, operation },
    cause,
  );
}

function describe({ path, bytes, sha256 }: PlannedArtifact): SpilledData {
  return {
    spilled: true,
    artifact: {
      path: taggedPath(path),
      bytes: bytes.length,
      sha256,
      media_type: "application/json",
      contains: "complete_success_response",
    },
  };
}

function tooSmall(configured: number, required: number): Failure {
  const message = `the response needs ${required} bytes, --max-inline-bytes allows ${configured}`;
  return new Failure("inline_budget_too_small", message, { configured_bytes: configured, required_bytes: required });
}
