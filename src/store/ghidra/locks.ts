/**
 * Locks on Analyses, outside of them so that nothing moves a lock with what it protects. An Analysis that exists has
 * the lock of its profile: shared by those who read it, exclusive to who moves it. One that is being made has the lock
 * of its inputs, since the profile is not known before the engine has seen the sample.
 */
import path from "node:path";
import { canonicalJson } from "../../base/canonical.ts";
import { isSha256 } from "../../base/digest.ts";
import { Failure } from "../../base/failure.ts";
import { tryLockFile, type HeldLock } from "../../process/file-lock.ts";
import { makeStoreDirectory, onStore, readSmall } from "../tree.ts";
import { inputsDigest, type ProfileInputs } from "./analyses.ts";

/** Milliseconds after which a caller may try again. */
export const RETRY_DELAY = 5000;

/** The lock to read a finished Analysis. Rejects with `analysis_busy` while somebody moves it. */
export async function lockForReading(store: string, sample: string, profile: string): Promise<HeldLock> {
  const lock = await tryLock(store, sample, profile, "shared");
  if (lock === undefined) throw busy(sample, profile);
  return lock;
}

/** The lock to move a finished Analysis. Rejects with `analysis_busy` while somebody uses it. */
export async function lockForMoving(store: string, sample: string, profile: string): Promise<HeldLock> {
  const lock = await tryLock(store, sample, profile, "exclusive");
  if (lock === undefined) throw busy(sample, profile);
  return lock;
}

export interface CreationLock {
  /** Tells others which Analysis is being made. */
  announce(profile: string): void;
  release(): void;
}

/** The lock to make the Analysis of these inputs. Rejects with `analysis_busy` while somebody else makes it. */
export async function lockForCreation(store: string, sample: string, inputs: ProfileInputs): Promise<CreationLock> {
  const name = inputsDigest(inputs);
  const lock = await tryLock(store, sample, name, "exclusive");
  if (lock === undefined) throw busy(sample, announced(lockPlace(store, sample, name)));
  return {
    announce: (profile) => lock.note(canonicalJson({ analysis_profile_sha256: profile })),
    release: () => lock.release(),
  };
}

/** Takes one lock file of a sample, or answers `undefined` when it is held. */
export async function tryLock(
  store: string,
  sample: string,
  name: string,
  mode: "shared" | "exclusive",
): Promise<HeldLock | undefined> {
  return onStore(store, async () => tryLockFile(lockPlace(store, sample, name), mode));
}

/** The profile that the holder of a lock file has announced. */
export function announced(file: string): string | null {
  try {
    const note = JSON.parse(readSmall(file, 4096) ?? "") as { analysis_profile_sha256?: unknown };
    const profile = note.analysis_profile_sha256;
    return typeof profile === "string" && isSha256(profile) ? profile : null;
  } catch {
    return null;
  }
}

export function busy(sample: string, profile: string | null): Failure {
  return new Failure("analysis_busy", "another command is working on this Analysis", {
    sample_sha256: sample,
    analysis_profile_sha256: profile,
    suggested_retry_delay_ms: RETRY_DELAY,
  });
}

function lockPlace(store: string, sample: string, name: string): string {
  return path.join(makeStoreDirectory(store, "locks", sample), `${name}.lock`);
}
