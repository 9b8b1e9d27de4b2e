/** The lock under which one analysis is made, so that two processes do not do the same long work at once. */
import path from "node:path";
import { lockFile, type FileLock } from "../process/file-lock.ts";
import type { AnalysisKey } from "./manifest.ts";
import { makeDirectory, onStore } from "./tree.ts";

/**
 * Waits until no other process makes this analysis. `undefined` on a host that cannot lock: the work may then be done
 * twice, and the first result stays. Nothing of the sample outlives its lock: the folder is that of all samples.
 * Rejects with `store_unwritable` and with the signal's reason.
 */
export async function lockAnalysis(
  store: string,
  key: AnalysisKey,
  signal: AbortSignal,
): Promise<FileLock | undefined> {
  return onStore(store, async () => {
    const directory = makeDirectory(store, "locks");
    return lockFile(path.join(directory, `${key.sample.sha256}.${key.profile.digest}.lock`), signal);
  });
}
