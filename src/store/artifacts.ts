/** Complete answers that were over their byte budget, named by the SHA-256 of their bytes. */
import { rename } from "node:fs/promises";
import path from "node:path";
import { sha256 } from "../base/digest.ts";
import { inStaging } from "./staging.ts";
import { createFile, makeDirectory } from "./tree.ts";

export interface StoredArtifact {
  /** Absolute. */
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

/**
 * Stores an answer about a sample under a profile; both are SHA-256 digests. Equal bytes give the same artifact.
 * Rejects with `store_unwritable`.
 */
export async function writeArtifact(
  store: string,
  sample: string,
  profile: string,
  bytes: Uint8Array,
): Promise<StoredArtifact> {
  const digest = sha256(bytes);
  return inStaging(store, async (staging) => {
    const draft = path.join(staging, `${digest}.json`);
    await createFile(draft, bytes);
    const file = path.join(makeDirectory(store, "artifacts", sample, profile), `${digest}.json`);
    await rename(draft, file);
    return { path: file, bytes: bytes.length, sha256: digest };
  });
}
