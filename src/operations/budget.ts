/** Answers over their size budget: written complete to the store and replaced by a descriptor, or reduced openly. */
import { Failure } from "../base/failure.ts";
import { artifactSchema, type Artifact, type Envelope } from "../contracts/envelope.ts";
import { reduceToFit } from "./budget-reduction.ts";
import { sizeOf, type Budget } from "./budget-size.ts";
import { previewOf } from "./preview.ts";

/** Which analysis an artifact belongs to: it is removed with it. */
export interface ArtifactOwner {
  readonly sample: string;
  readonly profile: string;
}

export interface ArtifactFile {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** Keeps a document in the store. Rejects with `store_unwritable`. */
export type WriteArtifact = (owner: ArtifactOwner, document: Uint8Array) => Promise<ArtifactFile>;

/**
 * The answer itself when it fits. Otherwise it is written to the store and its `result` becomes the descriptor of
 * `artifactSchema`; without `write`, or when the store cannot be written, its longest lists are shortened and `limits`
 * and `page` say so.
 */
export async function fitBudget(envelope: Envelope, budget: Budget, write?: WriteArtifact): Promise<Envelope> {
  const size = sizeOf(envelope, budget.unit);
  if (size <= budget.limit) return envelope;
  const file = await spill(envelope, write);
  return file === undefined ? reduceToFit(envelope, budget) : withDescriptor(envelope, file, budget, size);
}

/** Whether `fitBudget` replaced the result. */
export function spilledArtifact(envelope: Envelope): Artifact | undefined {
  return artifactSchema.safeParse(envelope.result).data;
}

async function spill(envelope: Envelope, write: WriteArtifact | undefined): Promise<ArtifactFile | undefined> {
  const { target, binding } = envelope;
  if (write === undefined || target === null || binding === null) return undefined;
  // One value a line: the file is read with line tools and by the page.
  const document = Buffer.from(`${JSON.stringify(envelope, null, 1)}\n`);
  try {
    return await write({ sample: target.sha256, profile: binding.profile_digest }, document);
  } catch (error) {
    if (error instanceof Failure && error.code === "store_unwritable") return undefined;
    throw error;
  }
}

function withDescriptor(envelope: Envelope, file: ArtifactFile, budget: Budget, size: number): Envelope {
  const { path, bytes, sha256 } = file;
  const result: Artifact = {
    spilled: true,
    artifact: { path, bytes, sha256, media_type: "application/json", contains: "complete_success_response" },
    preview: previewOf(envelope, PREVIEW_CHARACTERS),
  };
  const reason = `the answer has ${size} ${budget.unit}; it is complete in the artifact`;
  const limit = { kind: budget.unit, limit: budget.limit, reason, raise_with: budget.raiseWith };
  return { ...envelope, result, limits: [...envelope.limits, limit] };
}

const PREVIEW_CHARACTERS = 2_000;
