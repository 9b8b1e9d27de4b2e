/** Finished analyses: found by sample and profile, believed only as far as their digests were checked. */
import { readdirSync, type Dirent } from "node:fs";
import { rename } from "node:fs/promises";
import path from "node:path";
import { sha256 } from "../base/digest.ts";
import { decodeContainer, sizeOfPieces, type ContainerValue } from "./container.ts";
import { newInvocationId } from "./invocation.ts";
import {
  LARGEST_MANIFEST,
  readManifest,
  writeManifest,
  type AnalysisKey,
  type Manifest,
  type PartRecord,
} from "./manifest.ts";
import { inStaging } from "./staging.ts";
import { createFile, findDirectory, makeDirectory, onStore, readExactly, readSmall } from "./tree.ts";

/** An analysis in the store whose manifest was checked; its parts are checked when they are read. */
export interface StoredAnalysis {
  readonly directory: string;
  readonly manifest: Manifest;
}

export type Found =
  | { readonly state: "absent" }
  | { readonly state: "complete"; readonly analysis: StoredAnalysis }
  | { readonly state: "damaged"; readonly reason: string };

/** A part as it will lie in the store. */
export interface EncodedPart {
  readonly name: string;
  /** The container, in pieces that lie one behind the other. */
  readonly pieces: readonly Uint8Array[];
  readonly sha256: string;
}

export interface FinishedAnalysis {
  readonly target: Manifest["target"];
  readonly parts: readonly EncodedPart[];
  /** Version of the program that made it. */
  readonly version: string;
}

/** Looks an analysis up; a store that cannot be read has none. */
export function findAnalysis(store: string, key: AnalysisKey): Found {
  const directory = findDirectory(store, "analyses", key.sample.sha256, key.profile.digest);
  if (directory === undefined) return { state: "absent" };
  const text = readSmall(path.join(directory, MANIFEST), LARGEST_MANIFEST);
  if (text === undefined) return { state: "damaged", reason: "the manifest cannot be read" };
  const manifest = readManifest(text, key);
  if (typeof manifest === "string") return { state: "damaged", reason: manifest };
  const reason = inventoryFault(directory, manifest);
  return reason === undefined ? { state: "complete", analysis: { directory, manifest } } : { state: "damaged", reason };
}

/** A part of a stored analysis, or `undefined` when it is not there as the manifest says. */
export async function readPart(analysis: StoredAnalysis, name: string): Promise<ContainerValue | undefined> {
  const file = `${name}.bin`;
  const record = analysis.manifest.parts.find((part) => part.path === file);
  if (record === undefined) return undefined;
  const bytes = await readExactly(path.join(analysis.directory, file), record.size_bytes);
  return bytes !== undefined && sha256(bytes) === record.sha256 ? decodeContainer(bytes) : undefined;
}

/**
 * Puts a finished analysis into the store. When another process was first, its analysis stays. Rejects with
 * `store_unwritable`, leaving nothing behind.
 */
export async function saveAnalysis(store: string, key: AnalysisKey, finished: FinishedAnalysis): Promise<void> {
  await inStaging(store, async (staging, id) => {
    for (const part of finished.parts) await createFile(path.join(staging, `${part.name}.bin`), ...part.pieces);
    const manifest = Buffer.from(writeManifest(describe(key, finished, id)));
    await createFile(path.join(staging, MANIFEST), manifest);
    const parent = makeDirectory(store, "analyses", key.sample.sha256);
    await promote(staging, path.join(parent, key.profile.digest));
  });
}

/** Moves an analysis out of the way of `findAnalysis`, keeping it for inspection until `rea clean`. */
export async function quarantineAnalysis(store: string, key: AnalysisKey): Promise<void> {
  await onStore(store, async () => {
    const { sample, profile } = key;
    const directory = findDirectory(store, "analyses", sample.sha256, profile.digest);
    if (directory === undefined) return;
    const parent = makeDirectory(store, "quarantine", sample.sha256, profile.digest);
    await rename(directory, path.join(parent, newInvocationId())).catch(unlessGone);
  });
}

const MANIFEST = "manifest.json";

/** What else than the files of the manifest lies in the directory, or is missing from it. */
function inventoryFault(directory: string, manifest: Manifest): string | undefined {
  const entries = list(directory);
  if (entries === undefined) return "its directory cannot be listed";
  const expected = new Set([MANIFEST, ...manifest.parts.map((part) => part.path)]);
  const stray = entries.some((entry) => !entry.isFile() || !expected.has(entry.name));
  if (stray) return "there is a file that the manifest does not list";
  return entries.length === expected.size ? undefined : "a file that the manifest lists is missing";
}

function list(directory: string): readonly Dirent[] | undefined {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch {
    return undefined;
  }
}

function describe(key: AnalysisKey, finished: FinishedAnalysis, invocationId: string): Manifest {
  return {
    manifest_version: 1,
    state: "complete",
    sample: { sha256: key.sample.sha256, size_bytes: key.sample.size },
    analysis_profile: { ...key.profile },
    target: finished.target,
    created_by: {
      version: finished.version,
      invocation_id: invocationId,
      completed_at: new Date().toISOString(),
    },
    parts: finished.parts.map(recordOf).sort((left, right) => (left.path < right.path ? -1 : 1)),
  };
}

function recordOf(part: EncodedPart): PartRecord {
  return { path: `${part.name}.bin`, size_bytes: sizeOfPieces(part.pieces), sha256: part.sha256 };
}

/** Renames a finished directory to its place, unless there is one already. */
async function promote(staging: string, place: string): Promise<void> {
  try {
    await rename(staging, place);
  } catch (error) {
    if (!hasCode(error, "ENOTEMPTY", "EEXIST")) throw error;
  }
}

function unlessGone(error: unknown): void {
  if (!hasCode(error, "ENOENT")) throw error;
}

function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && "code" in error && codes.includes(String(error.code));
}
