/** Complete answers that were over their inline budget, named by the SHA-256 of their bytes. */
import { rename } from "node:fs/promises";
import path from "node:path";
import { sha256 } from "../../base/digest.ts";
import { createFile, makeStoreDirectory, onStore } from "../tree.ts";
import type { Workspace } from "./workspace.ts";

/** Whose answer it is: of a sample under a profile, or of a command that is about neither. */
export type ArtifactScope = readonly [sample: string, profile: string] | readonly ["global", operation: string];

export interface PlannedArtifact {
  /** Absolute; nothing lies there before it is published, or the same bytes. */
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly sha256: string;
}

/** Where these bytes would lie, without writing them. */
export function planArtifact(store: string, scope: ArtifactScope, bytes: Uint8Array): PlannedArtifact {
  const digest = sha256(bytes);
  return { path: path.join(store, "artifacts", ...scope, `${digest}.json`), bytes, sha256: digest };
}

/** Writes an Artifact at once or not at all. Rejects with `store_unwritable`. */
export async function publishArtifact(
  workspace: Workspace,
  scope: ArtifactScope,
  artifact: PlannedArtifact,
): Promise<void> {
  await onStore(workspace.store, async () => {
    const draft = workspace.place("artifact.json");
    await createFile(draft, artifact.bytes);
    makeStoreDirectory(workspace.store, "artifacts", ...scope);
    await rename(draft, artifact.path);
  });
}
