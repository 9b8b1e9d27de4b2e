/** Finished Analyses of Ghidra: `<store>/analyses/<sample>/<profile>/`, believed after every digest was recomputed. */
import { lstatSync, readdirSync, writeFileSync } from "node:fs";
import { rename } from "node:fs/promises";
import path from "node:path";
import { canonicalJson } from "../../base/canonical.ts";
import { isSha256, sha256 } from "../../base/digest.ts";
import { manifestSchema, type AnalysisManifest } from "../../contracts/ghidr/manifest.ts";
import type { AnalysisProfile } from "../../contracts/ghidr/profile.ts";
import { findStoreDirectory, makeStoreDirectory, onStore, readSmall } from "../tree.ts";
import { inventoryFault, takeInventory } from "./inventory.ts";
import type { Workspace } from "./workspace.ts";

/** What decides the profile of a sample before an engine has seen it: equal inputs resolve to equal profiles. */
export type ProfileInputs = Pick<
  AnalysisProfile,
  "ghidra_version" | "java_version" | "analysis_adapter_version" | "max_cpu"
>;

/** Where an Analysis lies, or lay. */
export interface AnalysisPlace {
  readonly directory: string;
  readonly sample: string;
  /** Digest of the profile. */
  readonly profile: string;
}

export interface StoredAnalysis extends AnalysisPlace {
  readonly manifest: AnalysisManifest;
  /** The manifest as it lies in its file. */
  readonly manifestText: string;
}

export interface DamagedAnalysis extends AnalysisPlace {
  readonly reason: string;
  /** The invocation that made it; absent when its manifest cannot be believed. */
  readonly madeBy?: string;
}

export interface Lookup {
  /** The Analysis whose manifest fits; its project is not checked yet. */
  readonly found?: StoredAnalysis;
  /** Analyses of the sample that may be the one that was looked for, but whose manifest is damaged. */
  readonly damaged: readonly DamagedAnalysis[];
}

const MANIFEST = "manifest.json";
export const PROJECT = "project";
/** Bytes; the profile is most of it. */
const LARGEST_MANIFEST = 8 * 1024 * 1024;

/** Digest that names the lock under which an Analysis is made whose profile nobody knows yet. */
export function inputsDigest(inputs: ProfileInputs): string {
  return sha256(canonicalJson({ ...inputs, analyzer_policy: "ghidra_defaults" }));
}

export function profileDigest(profile: AnalysisProfile): string {
  return sha256(canonicalJson(profile));
}

/** Looks for the Analysis of a sample with these inputs, reading manifests alone. */
export function findAnalysis(store: string, sample: string, inputs: ProfileInputs): Lookup {
  const damaged: DamagedAnalysis[] = [];
  for (const place of analysesOf(store, sample)) {
    const manifest = readManifest(place);
    if (typeof manifest === "string") damaged.push({ ...place, reason: manifest });
    else if (isMadeFrom(manifest.manifest, inputs)) return { found: { ...place, ...manifest }, damaged: [] };
  }
  return { damaged };
}

/** Why the Analysis is not as its manifest says, or `undefined`. Hashes the whole project. */
export async function projectFault(analysis: StoredAnalysis, signal: AbortSignal): Promise<string | undefined> {
  const text = readManifestText(analysis);
  if (typeof text !== "string") return text.fault;
  if (text !== analysis.manifestText) return "the manifest was changed";
  return inventoryFault(path.join(analysis.directory, PROJECT), analysis.manifest.project.files, signal);
}

export interface NewAnalysis {
  readonly sample: { readonly sha256: string; readonly size_bytes: number };
  readonly profile: AnalysisProfile;
  readonly format: string;
  readonly loaderMessages: readonly string[];
  readonly version: string;
}

/**
 * Gives the project in the workspace's `analysis/project` its manifest and moves both into the store by one rename.
 * Rejects with `store_unwritable`; answers words when the project is not one that may be kept.
 */
export async function promoteAnalysis(
  workspace: Workspace,
  analysis: NewAnalysis,
  signal: AbortSignal,
): Promise<StoredAnalysis | string> {
  const files = await takeInventory(path.join(workspace.place("analysis"), PROJECT), signal);
  if (typeof files === "string") return files;
  if (files.length === 0) return "the worker saved no project";
  const manifest = describe(workspace.id, analysis, files);
  return onStore(workspace.store, async () => {
    const manifestText = `${JSON.stringify(manifest, undefined, 2)}\n`;
    writeFileSync(path.join(workspace.place("analysis"), MANIFEST), manifestText, {
      mode: 0o600,
      flag: "wx",
      flush: true,
    });
    const parent = makeStoreDirectory(workspace.store, "analyses", analysis.sample.sha256);
    const directory = path.join(parent, manifest.analysis_profile.sha256);
    signal.throwIfAborted();
    await rename(workspace.place("analysis"), directory);
    const { sha256: profile } = manifest.analysis_profile;
    return { directory, sample: analysis.sample.sha256, profile, manifest, manifestText };
  });
}

/** Moves an Analysis out of the way of every query; answers where it lies from then on. */
export async function quarantineAnalysis(store: string, place: AnalysisPlace, id: string): Promise<string> {
  return onStore(store, async () => {
    const parent = makeStoreDirectory(store, "quarantine", place.sample, place.profile);
    const target = path.join(parent, id);
    await rename(place.directory, target);
    return target;
  });
}

function analysesOf(store: string, sample: string): AnalysisPlace[] {
  const parent = findStoreDirectory(store, "analyses", sample);
  if (parent === undefined) return [];
  return readdirSync(parent)
    .filter(isSha256)
    .sort()
    .map((profile) => ({ directory: path.join(parent, profile), sample, profile }));
}

/** The text of a manifest, or why there is none. */
function readManifestText({ directory }: AnalysisPlace): string | { readonly fault: string } {
  const state = lstatSync(directory, { throwIfNoEntry: false });
  if (state === undefined) return { fault: "the Analysis is gone" };
  if (!state.isDirectory()) return { fault: "the Analysis is not a directory" };
  return readSmall(path.join(directory, MANIFEST), LARGEST_MANIFEST) ?? { fault: "the manifest cannot be read" };
}

/** The manifest of an Analysis whose digests are its own, or what is wrong with it. */
function readManifest(place: AnalysisPlace): Pick<StoredAnalysis, "manifest" | "manifestText"> | string {
  const { sample, profile } = place;
  const text = readManifestText(place);
  if (typeof text !== "string") return text.fault;
  const parsed = manifestSchema.safeParse(parseJson(text));
  if (!parsed.success) return "the manifest is malformed";
  const manifest = parsed.data;
  const { document } = manifest.analysis_profile;
  if (manifest.sample.sha256 !== sample) return "the manifest is of another sample";
  if (manifest.analysis_profile.sha256 !== profile) return "the manifest is of another profile";
  if (profileDigest(document) !== profile) return "the profile has another digest";
  const options = sha256(canonicalJson(document.analyzer_options));
  if (options !== manifest.analysis_profile.analyzer_options_sha256) return "the options have another digest";
  return manifest.analysis_profile.ghidra_version === document.ghidra_version
    ? { manifest, manifestText: text }
    : "the manifest contradicts its profile";
}

function isMadeFrom({ analysis_profile: { document } }: AnalysisManifest, inputs: ProfileInputs): boolean {
  return (
    document.ghidra_version === inputs.ghidra_version &&
    document.java_version === inputs.java_version &&
    document.analysis_adapter_version === inputs.analysis_adapter_version &&
    document.max_cpu === inputs.max_cpu
  );
}

function describe(id: string, analysis: NewAnalysis, files: AnalysisManifest["project"]["files"]): AnalysisManifest {
  const { profile } = analysis;
  return {
    manifest_version: 1,
    state: "complete",
    sample: { ...analysis.sample },
    analysis_profile: {
      sha256: profileDigest(profile),
      ghidra_version: profile.ghidra_version,
      adapter_protocol_version: 1,
      target: { ...profile.target, format: analysis.format },
      analyzer_options_sha256: sha256(canonicalJson(profile.analyzer_options)),
      document: profile,
    },
    created_by: {
      ghidr_version: analysis.version,
      invocation_id: id,
      completed_at: new Date().toISOString(),
    },
    loader_messages: [...analysis.loaderMessages],
    project: { name: "analysis", path: PROJECT, files },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
