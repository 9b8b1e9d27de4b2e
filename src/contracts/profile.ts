/** What an analysis was made with (spec 000 section 6): two analyses are alike when sample and profile are. */
import { canonicalJson } from "../base/canonical.ts";
import { sha256 } from "../base/digest.ts";

type JsonValue = null | boolean | number | string | readonly JsonValue[] | { readonly [key: string]: JsonValue };

export interface AnalysisProfile {
  readonly schema_version: 1;
  readonly provider: { readonly id: string; readonly version: string };
  /** Version of what the provider means by `parameters`. */
  readonly provider_profile_schema_version: number;
  readonly parameters: { readonly [key: string]: JsonValue };
  /** SHA-256 of the canonical JSON of the other fields. */
  readonly digest: string;
}

/** The profile with its digest. */
export function sealProfile(content: Omit<AnalysisProfile, "digest">): AnalysisProfile {
  return { ...content, digest: sha256(canonicalJson(content)) };
}
