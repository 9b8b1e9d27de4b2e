/** What a stored analysis says about itself. */
import { z } from "zod";
import { canonicalJson } from "../base/canonical.ts";
import { sha256 } from "../base/digest.ts";
import type { AnalysisProfile } from "../contracts/profile.ts";

/** What an analysis is of and what it was made with; analyses with equal keys are interchangeable. */
export interface AnalysisKey {
  readonly sample: { readonly sha256: string; readonly size: number };
  readonly profile: AnalysisProfile;
}

const digest = z.string().regex(/^[0-9a-f]{64}$/u);

/** File name of a part: `functions.bin`. */
export const PART_FILE = /^[a-z][a-z0-9-]*\.bin$/u;

const partSchema = z.strictObject({
  path: z.string().regex(PART_FILE),
  size_bytes: z.int().min(0),
  sha256: digest,
});
export type PartRecord = z.infer<typeof partSchema>;

const manifestSchema = z.strictObject({
  manifest_version: z.literal(1),
  state: z.literal("complete"),
  sample: z.strictObject({ sha256: digest, size_bytes: z.int().min(0) }),
  analysis_profile: z.looseObject({ digest }),
  target: z.strictObject({ format: z.string(), architecture: z.string(), image_base: z.string() }),
  created_by: z.strictObject({ version: z.string(), invocation_id: z.string(), completed_at: z.string() }),
  /** By path, bytewise. */
  parts: z.array(partSchema),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** Bytes; a manifest lists a dozen parts. */
export const LARGEST_MANIFEST = 65_536;

/** The file form: the manifest with the SHA-256 of its canonical JSON. */
export function writeManifest(manifest: Manifest): string {
  const manifest_sha256 = sha256(canonicalJson(manifest));
  return `${JSON.stringify({ ...manifest, manifest_sha256 }, undefined, 2)}\n`;
}

/** The manifest in `text`, or why it is not that of an analysis with this key. */
export function readManifest(text: string, key: AnalysisKey): Manifest | string {
  const sealed = sealedSchema.safeParse(parseJson(text));
  if (!sealed.success) return "the manifest is malformed";
  const { manifest_sha256, ...manifest } = sealed.data;
  if (sha256(canonicalJson(manifest)) !== manifest_sha256) return "the manifest has another digest";
  if (manifest.sample.sha256 !== key.sample.sha256) return "the manifest is of another sample";
  if (manifest.sample.size_bytes !== key.sample.size) return "the manifest gives the sample another size";
  const sameProfile = canonicalJson(manifest.analysis_profile) === canonicalJson(key.profile);
  return sameProfile ? manifest : "the manifest is of another profile";
}

const sealedSchema = manifestSchema.extend({ manifest_sha256: digest });

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
