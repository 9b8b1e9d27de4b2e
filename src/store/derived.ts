/** What is made of the parts of an analysis and kept beside it: stored as an analysis of one part, under its own profile. */
import { sealProfile } from "../contracts/profile.ts";
import { findAnalysis, quarantineAnalysis, readPart, saveAnalysis, type FinishedAnalysis } from "./analyses.ts";
import { sha256OfPieces } from "../base/digest.ts";
import { containerPieces, type ContainerValue } from "./container.ts";
import type { AnalysisKey } from "./manifest.ts";

/** What was kept under that name for an analysis; `undefined` when nothing is there, or nothing that can be believed. */
export async function findDerived(
  store: string,
  analysis: AnalysisKey,
  name: string,
): Promise<ContainerValue | undefined> {
  const key = derivedKey(analysis, name);
  const found = findAnalysis(store, key);
  if (found.state === "absent") return undefined;
  const value = found.state === "complete" ? await readPart(found.analysis, name) : undefined;
  if (value === undefined) await quarantineAnalysis(store, key);
  return value;
}

/** Keeps a value; one that is there already stays. Rejects with `store_unwritable`, leaving nothing behind. */
export async function saveDerived(
  store: string,
  analysis: AnalysisKey,
  name: string,
  value: ContainerValue,
  origin: Pick<FinishedAnalysis, "target" | "version">,
): Promise<void> {
  const pieces = containerPieces(value);
  const part = { name, pieces, sha256: sha256OfPieces(pieces) };
  await saveAnalysis(store, derivedKey(analysis, name), { ...origin, parts: [part] });
}

function derivedKey({ sample, profile }: AnalysisKey, name: string): AnalysisKey {
  const { digest, ...content } = profile;
  return { sample, profile: sealProfile({ ...content, parameters: { derived: name, from: digest } }) };
}
