/**
 * Removal in two phases (spec 002 "Clean stored data"): every target is renamed into a transaction directory, or none;
 * then the directory is emptied. What an interruption leaves there satisfies no query, and the next cleanup of the same
 * sample goes on with it. A transaction holds its targets under the names they had in the store.
 */
import { existsSync, lstatSync, mkdirSync, renameSync, rmdirSync, rmSync } from "node:fs";
import path from "node:path";
import { isSha256 } from "../../base/digest.ts";
import { Failure } from "../../base/failure.ts";
import type { Matched, RemovalCounts } from "../../contracts/ghidr/results.ts";
import { taggedPath } from "../../contracts/ghidr/tagged-path.ts";
import { tryLockDirectory, type FileLock } from "../../process/file-lock.ts";
import { checkLayout, findStoreDirectory, makeStoreDirectory, onStore } from "../tree.ts";
import { countItems, itemsIn, listDirectory, matchedItems, type Item } from "./items.ts";
import { announced, busy, tryLock } from "./locks.ts";
import { usageOf } from "./usage.ts";
import { ID, newId, removeAbandoned } from "./workspace.ts";

export interface CleanupRequest {
  readonly store: string;
  /** Digest of the one sample whose data goes; everything when absent. */
  readonly sample: string | undefined;
  readonly signal: AbortSignal;
}

export interface CleanupReport {
  readonly matched: Matched;
  readonly removed: RemovalCounts;
}

/** What a cleanup would remove, what an interrupted one has left included. Refuses the stores that a cleanup refuses. */
export function previewCleanup(store: string, sample: string | undefined): Matched {
  checkLayout(store);
  const staged = transactionsOf(store).flatMap((directory) => itemsIn(directory, sample));
  return matchedItems([...staged, ...itemsIn(store, sample)]);
}

/**
 * Removes the Analyses and what was derived from them, Artifacts, quarantine and Diagnostic Logs of a sample, or of all. Rejects with `analysis_busy`
 * before anything was changed, with `cleanup_incomplete` when a target was moved but cannot be deleted, and with
 * `store_unwritable` after everything was moved back.
 */
export async function cleanStore({ store, sample, signal }: CleanupRequest): Promise<CleanupReport> {
  if (!existsSync(store)) return { matched: matchedItems([]), removed: countItems([]) };
  return onStore(store, async () => {
    // Refuses a store of another layout before anything is touched.
    makeStoreDirectory(store);
    await removeAbandoned(store);
    const leftovers = await lockTransactions(store, sample);
    try {
      const locks = await lockTargets(store, sample);
      try {
        signal.throwIfAborted();
        return await removeTargets(store, sample, leftovers);
      } finally {
        for (const lock of locks) lock.release();
        prune(store, "locks", 1);
      }
    } finally {
      for (const { lock } of leftovers) lock.release();
    }
  });
}

interface Transaction {
  readonly directory: string;
  readonly lock: FileLock;
}

async function removeTargets(
  store: string,
  sample: string | undefined,
  leftovers: readonly Transaction[],
): Promise<CleanupReport> {
  const resumed = leftovers.flatMap(({ directory }) => itemsIn(directory, sample));
  const items = itemsIn(store, sample);
  const progress: Progress = { removed: [], remaining: [...resumed, ...items] };
  for (const { directory } of leftovers) empty(directory, itemsIn(directory, sample), progress);
  if (items.length > 0) await removeItems(store, items, progress);
  return { matched: matchedItems([...resumed, ...items]), removed: countItems(progress.removed) };
}

interface Progress {
  readonly removed: Item[];
  /** Matched and not removed yet. */
  remaining: Item[];
}

async function removeItems(store: string, items: readonly Item[], progress: Progress): Promise<void> {
  const directory = makeStoreDirectory(store, "cleanup", newId());
  const lock = await tryLockDirectory(directory);
  if (lock === undefined) throw busyCleanup(store);
  try {
    stage(store, directory, items);
    empty(directory, items, progress);
  } finally {
    lock.release();
  }
}

/** Renames every item into the transaction; on the first that cannot be, renames those back that were. */
function stage(store: string, transaction: string, items: readonly Item[]): void {
  const done: Item[] = [];
  try {
    for (const item of items) {
      mkdirSync(path.join(transaction, ...item.names.slice(0, -1)), { recursive: true, mode: 0o700 });
      renameSync(path.join(store, ...item.names), path.join(transaction, ...item.names));
      done.push(item);
    }
  } catch (error) {
    for (const item of done.reverse()) {
      renameSync(path.join(transaction, ...item.names), path.join(store, ...item.names));
    }
    rmSync(transaction, { recursive: true, force: true });
    throw error;
  }
  for (const folder of FOLDERS) prune(store, folder, 2);
}

/** Deletes items of a transaction, and the transaction when that was all. */
function empty(transaction: string, items: readonly Item[], progress: Progress): void {
  for (const item of items) {
    try {
      rmSync(path.join(transaction, ...item.names), { recursive: true });
    } catch (error) {
      throw incomplete(transaction, progress, error);
    }
    progress.removed.push(item);
    progress.remaining = progress.remaining.filter(({ names }) => names.join("/") !== item.names.join("/"));
  }
  for (const folder of FOLDERS) prune(transaction, folder, 2, true);
  removeWhenEmpty(transaction);
}

function incomplete(transaction: string, { removed, remaining }: Progress, cause: unknown): Failure {
  const reason = cause instanceof Error && "code" in cause ? String(cause.code) : "unknown";
  // What is half deleted counts as remaining, with what is left of it.
  const left = remaining.map((item) => {
    const place = path.join(transaction, ...item.names);
    return existsSync(place) ? { ...item, usage: usageOf(place) } : item;
  });
  const message = `a part of what was to be removed could not be deleted (${reason})`;
  return new Failure(
    "cleanup_incomplete",
    message,
    { removed: countItems(removed), remaining: countItems(left), transaction: taggedPath(transaction), reason },
    cause,
  );
}

const FOLDERS = ["analyses", "derived", "quarantine", "artifacts", "diagnostics"] as const;

/** Removes what is empty below a folder, at most `levels` deep; the folder too when `itself`. */
function prune(root: string, folder: string, levels: number, itself = false): void {
  const visit = (directory: string, deeper: number): void => {
    if (deeper > 0) {
      for (const name of listDirectory(directory)) visit(path.join(directory, name), deeper - 1);
    }
    if (deeper < levels || itself) removeWhenEmpty(directory);
  };
  visit(path.join(root, folder), levels);
}

function removeWhenEmpty(directory: string): void {
  if (lstatSync(directory, { throwIfNoEntry: false })?.isDirectory() !== true) return;
  if (listDirectory(directory).length === 0) rmdirSync(directory);
}

function transactionsOf(store: string): string[] {
  const parent = findStoreDirectory(store, "cleanup");
  if (parent === undefined) return [];
  return listDirectory(parent)
    .filter((name) => ID.test(name))
    .map((name) => path.join(parent, name));
}

/** The transactions that hold something of the sample, each locked. */
async function lockTransactions(store: string, sample: string | undefined): Promise<Transaction[]> {
  const locked: Transaction[] = [];
  for (const directory of transactionsOf(store)) {
    if (sample !== undefined && itemsIn(directory, sample).length === 0) continue;
    const lock = await tryLockDirectory(directory);
    if (lock !== undefined) {
      locked.push({ directory, lock });
      continue;
    }
    for (const held of locked) held.lock.release();
    throw busyCleanup(store);
  }
  return locked;
}

function busyCleanup(store: string): Failure {
  return new Failure("analysis_busy", `another cleanup is at work in ${store}`, {
    sample_sha256: null,
    analysis_profile_sha256: null,
    suggested_retry_delay_ms: 1000,
  });
}

/** Every lock that a user or maker of a target holds or would take, in order of samples and names. */
async function lockTargets(store: string, sample: string | undefined): Promise<FileLock[]> {
  const locks: FileLock[] = [];
  try {
    for (const [owner, name] of lockNames(store, sample)) {
      const lock = await tryLock(store, owner, name, "exclusive");
      if (lock === undefined) throw busy(owner, profileOf(store, owner, name));
      locks.push(lock);
    }
    return locks;
  } catch (error) {
    for (const lock of locks) lock.release();
    throw error;
  }
}

/** A lock is named by a profile when there is such an Analysis, and by inputs when it is being made. */
function profileOf(store: string, sample: string, name: string): string | null {
  const exists = findStoreDirectory(store, "analyses", sample, name) !== undefined;
  return exists ? name : announced(path.join(store, "locks", sample, `${name}.lock`));
}

function lockNames(store: string, sample: string | undefined): [owner: string, name: string][] {
  const owners = new Set([...digestsIn(store, "analyses"), ...digestsIn(store, "locks")]);
  const wanted = sample === undefined ? [...owners].sort() : [sample];
  return wanted.flatMap((owner) => {
    const files = listDirectory(path.join(store, "locks", owner))
      .filter((name) => name.endsWith(".lock"))
      .map((name) => name.slice(0, -".lock".length))
      .filter(isSha256);
    const names = new Set([...files, ...digestsIn(store, "analyses", owner)]);
    return [...names].sort().map((name): [string, string] => [owner, name]);
  });
}

function digestsIn(store: string, ...names: readonly string[]): string[] {
  const directory = findStoreDirectory(store, ...names);
  return directory === undefined ? [] : listDirectory(directory).filter(isSha256);
}
