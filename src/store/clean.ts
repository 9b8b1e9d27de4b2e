/** Removes what this tool has put into a store, and nothing else. */
import { lstatSync, readdirSync, rmdirSync, unlinkSync } from "node:fs";
import path from "node:path";
import { isSha256 } from "../base/digest.ts";
import { Failure } from "../base/failure.ts";
import { INVOCATION_ID, isAlive } from "./invocation.ts";
import { PART_FILE } from "./manifest.ts";
import { FOLDER as TEXTS, TEXT_FILE } from "./texts.ts";
import { findDirectory, onStore } from "./tree.ts";

export interface CleanRequest {
  /** Absolute path of the store. */
  readonly store: string;
  /** SHA-256 of the one sample whose data goes. */
  readonly sample?: string;
  /** The data of every sample goes. */
  readonly all?: boolean;
}

export interface CleanReport {
  readonly store: string;
  readonly analyses: number;
  readonly artifacts: number;
  /** Decompiled functions. */
  readonly texts: number;
  readonly locks: number;
  readonly staging: number;
  readonly quarantined: number;
  /** Size of the removed files. */
  readonly bytes: number;
}

/**
 * Removes the analyses, artifacts, texts, locks, abandoned staging and quarantine of one sample or of all. Only names that
 * this tool makes are touched, and no link is followed. Rejects with `invalid_arguments` unless exactly one of
 * `sample` and `all` is given, and with `store_unwritable` when the file system refuses.
 */
export async function cleanStore(request: CleanRequest): Promise<CleanReport> {
  const { sample, all = false } = request;
  if ((sample !== undefined) === all) {
    throw new Failure("invalid_arguments", "give either --all or --sample SHA256", { argument: "sample" });
  }
  if (sample !== undefined && !isSha256(sample)) {
    throw new Failure("invalid_arguments", "--sample takes a SHA-256: 64 lower-case hexadecimal digits", {
      argument: "sample",
    });
  }
  return onStore(request.store, async () => sweep(request.store, sample));
}

/** Which names may lie at one depth of a folder. */
type Level = (name: string) => boolean;

const isAnalysisFile: Level = (name) => name === "manifest.json" || PART_FILE.test(name);
const isAbandoned: Level = (name) => INVOCATION_ID.test(name) && !isAlive(name);
const isText: Level = (name) => TEXT_FILE.test(name);
const isStagedFile: Level = (name) => isAnalysisFile(name) || isArtifact(name) || isText(name);
const isInvocation: Level = (name) => INVOCATION_ID.test(name);
const isArtifact: Level = (name) => name.endsWith(".json") && isSha256(name.slice(0, -".json".length));
/** In a folder of its sample, where builds before the first release put it. */
const isFolderLock: Level = (name) => name.endsWith(".lock") && isSha256(name.slice(0, -".lock".length));

function sweep(store: string, sample: string | undefined): CleanReport {
  const isSample: Level = (name) => (sample === undefined ? isSha256(name) : name === sample);
  const isLock: Level = (name) => {
    const [owner = "", profile = "", ...rest] = name.split(".");
    return isSample(owner) && isSha256(profile) && rest.join(".") === "lock";
  };
  const removed = { bytes: 0 };
  const count = (folder: string, unit: number, ...levels: readonly Level[]): number => {
    const directory = findDirectory(store, folder);
    return directory === undefined ? 0 : empty(directory, levels, unit, removed);
  };
  return {
    store,
    analyses: count("analyses", 1, isSample, isSha256, isAnalysisFile),
    artifacts: count("artifacts", 2, isSample, isSha256, isArtifact),
    texts: count(TEXTS, 2, isSample, isSha256, isText),
    locks: count("locks", 0, isLock) + count("locks", 1, isSample, isFolderLock),
    staging: count("staging", 0, isAbandoned, isStagedFile),
    quarantined: count("quarantine", 2, isSample, isSha256, isInvocation, isAnalysisFile),
    bytes: removed.bytes,
  };
}

/** Removes what matches the levels below a directory; answers how many entries of level `unit` went. */
function empty(directory: string, levels: readonly Level[], unit: number, removed: { bytes: number }): number {
  const [isOwn, ...deeper] = levels;
  let count = 0;
  for (const name of readdirSync(directory)) {
    if (isOwn?.(name) !== true) continue;
    const entry = path.join(directory, name);
    const isFolder = lstatSync(entry).isDirectory();
    if (isFolder && deeper.length > 0) count += empty(entry, deeper, unit - 1, removed);
    const gone = isFolder ? removeEmpty(entry) : removeFile(entry, removed);
    if (gone && unit === 0) count++;
  }
  return count;
}

function removeFile(file: string, removed: { bytes: number }): boolean {
  const { size } = lstatSync(file);
  unlinkSync(file);
  removed.bytes += size;
  return true;
}

/** Removes a directory unless it holds something that is not this tool's. */
function removeEmpty(directory: string): boolean {
  if (readdirSync(directory).length > 0) return false;
  rmdirSync(directory);
  return true;
}
