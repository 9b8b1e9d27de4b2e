/**
 * What is derived from an Analysis and kept outside it: `<store>/derived/<sample>/<profile>/`. Files never change; one
 * that is missing, or whose digest is not the one that is written down for it, is as if it were not there.
 *
 * `extracts/` holds the extracts of the whole program and `digests.json`, their digest list; it takes its place at once.
 * `decompile/` and `disassemble/` hold one answer a file, which begins with its own digest.
 */
import { renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { canonicalJson } from "../../base/canonical.ts";
import { sha256, sha256OfPieces } from "../../base/digest.ts";
import { isRecord } from "../../base/record.ts";
import { derivedListSchema, type DerivedList } from "../../contracts/ghidr/derived.ts";
import { sizeOfPieces } from "../container.ts";
import { seal, unseal } from "../sealed-document.ts";
import { createFile, findStoreDirectory, makeStoreDirectory, onStore, readExactly, readSmall } from "../tree.ts";
import type { StoredAnalysis } from "./analyses.ts";
import { newId, type Workspace } from "./workspace.ts";

const FOLDER = "derived";
const EXTRACTS = "extracts";
const LIST = "digests.json";
/** Bytes. */
const LARGEST_LIST = 0x10_0000;
/** Bytes; columns are half as long again as the text that they are made of, which has at most 256 MiB. */
const LARGEST_EXTRACT_FILE = 0x2000_0000;
/** Bytes; what a response of a worker holds is not longer, written anew. */
const LARGEST_ANSWER = 0x1800_0000;

/** The digest list of the extracts of an Analysis; `undefined` when there is none of this version and this Analysis. */
export function readDerivedList(store: string, analysis: StoredAnalysis, version: number): DerivedList | undefined {
  const directory = findStoreDirectory(store, FOLDER, analysis.sample, analysis.profile, EXTRACTS);
  if (directory === undefined) return undefined;
  const parsed = derivedListSchema.safeParse(parseJson(readSmall(path.join(directory, LIST), LARGEST_LIST)));
  if (!parsed.success) return undefined;
  const { extracts_version, analysis_invocation_id: made } = parsed.data;
  return extracts_version === version && made === invocationOf(analysis) ? parsed.data : undefined;
}

/** The bytes of one file of the list, or `undefined` when they are not those that it names. */
export async function readExtract(
  store: string,
  analysis: StoredAnalysis,
  { name, size_bytes, sha256: digest }: DerivedList["files"][number],
): Promise<Uint8Array | undefined> {
  const directory = findStoreDirectory(store, FOLDER, analysis.sample, analysis.profile, EXTRACTS);
  if (directory === undefined || size_bytes > LARGEST_EXTRACT_FILE) return undefined;
  const bytes = await readExactly(path.join(directory, path.basename(name)), size_bytes);
  return bytes !== undefined && sha256(bytes) === digest ? bytes : undefined;
}

export interface NewExtracts {
  readonly version: number;
  /** Pieces of each file by its name. */
  readonly files: ReadonlyMap<string, readonly Uint8Array[]>;
  readonly absent: DerivedList["absent"];
}

/** Keeps the extracts of an Analysis in the place of those that were there. Rejects with `store_unwritable`. */
export async function keepExtracts(
  workspace: Workspace,
  analysis: StoredAnalysis,
  { version, files, absent }: NewExtracts,
): Promise<void> {
  await onStore(workspace.store, async () => {
    const draft = workspace.folder(`derived-${newId()}`);
    const records: DerivedList["files"] = [];
    for (const [name, pieces] of files) {
      await createFile(path.join(draft, name), ...pieces);
      records.push({ name, size_bytes: sizeOfPieces(pieces), sha256: sha256OfPieces(pieces) });
    }
    const list: DerivedList = {
      derived_version: 1,
      extracts_version: version,
      analysis_invocation_id: invocationOf(analysis),
      files: records,
      absent: [...absent],
    };
    writeFileSync(path.join(draft, LIST), `${JSON.stringify(list, undefined, 1)}\n`, { mode: 0o600, flag: "wx" });
    const parent = makeStoreDirectory(workspace.store, FOLDER, analysis.sample, analysis.profile);
    replace(workspace, draft, path.join(parent, EXTRACTS));
  });
}

/** Moves a draft into its place; what lies there and cannot be written over goes aside. */
function replace(workspace: Workspace, draft: string, place: string): void {
  if (isMoved(draft, place)) return;
  isMoved(place, workspace.place(`replaced-${newId()}`));
  // Another command may have done the same by now: both are right.
  isMoved(draft, place);
}

/** Renames, unless something is in the way or has gone out of it. */
function isMoved(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && OBSTACLES.has(error.code)) return false;
    throw error;
  }
}

const OBSTACLES: ReadonlySet<unknown> = new Set(["ENOTEMPTY", "EEXIST", "EISDIR", "ENOTDIR", "ENOENT"]);

/** What an answer about one function or range is kept under. */
export interface AnswerKey {
  /** Name of the operation of the worker. */
  readonly operation: string;
  /** What tells it from the other answers of the operation. */
  readonly subject: object;
}

/** An answer that was kept for this Analysis; `undefined` when there is none that can be believed. */
export function readAnswer(store: string, analysis: StoredAnalysis, key: AnswerKey, version: number): unknown {
  const directory = findStoreDirectory(store, FOLDER, analysis.sample, analysis.profile, key.operation);
  if (directory === undefined) return undefined;
  const kept = unseal(readSmall(path.join(directory, fileOf(key)), LARGEST_ANSWER));
  if (!isRecord(kept)) return undefined;
  const expected = canonicalJson(headerOf(analysis, key, version));
  return canonicalJson(kept["header"] ?? null) === expected ? kept["answer"] : undefined;
}

/** Keeps an answer. Rejects with `store_unwritable`. */
export async function keepAnswer(
  workspace: Workspace,
  analysis: StoredAnalysis,
  { key, version, answer }: { readonly key: AnswerKey; readonly version: number; readonly answer: object },
): Promise<void> {
  const sealed = seal({ header: headerOf(analysis, key, version), answer });
  await onStore(workspace.store, async () => {
    const draft = workspace.place(`answer-${newId()}`);
    await createFile(draft, Buffer.from(sealed));
    const parent = makeStoreDirectory(workspace.store, FOLDER, analysis.sample, analysis.profile, key.operation);
    replace(workspace, draft, path.join(parent, fileOf(key)));
  });
}

function headerOf(analysis: StoredAnalysis, { operation, subject }: AnswerKey, version: number): object {
  return { answers_version: version, analysis_invocation_id: invocationOf(analysis), operation, subject };
}

function fileOf({ subject }: AnswerKey): string {
  return `${sha256(canonicalJson(subject))}.json`;
}

function invocationOf({ manifest }: StoredAnalysis): string {
  return manifest.created_by.invocation_id;
}

function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}
