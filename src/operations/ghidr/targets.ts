/** Which targets the integration tests cover; says nothing about what Ghidra can do. */
import type { AnalysisManifest } from "../../contracts/ghidr/manifest.ts";
import type { Target } from "../../contracts/ghidr/provenance.ts";
import { VERIFIED_TARGETS, type Warning } from "../../contracts/ghidr/warnings.ts";

/** Names of formats as Ghidra's loaders give them; with a language of 64 bits a PE is a PE32+. */
const VERIFIED_FORMATS: ReadonlySet<string> = new Set([
  "Executable and Linking Format (ELF)",
  "Portable Executable (PE)",
]);

export function describeTarget(target: AnalysisManifest["analysis_profile"]["target"]): Target {
  const isVerified = VERIFIED_FORMATS.has(target.format) && target.processor_language.startsWith("x86:LE:64:");
  const { loader, format, processor_language, compiler_specification } = target;
  const verification = isVerified ? "verified" : "unverified";
  return { loader, format, processor_language, compiler_specification, verification };
}

export function targetWarnings({ verification }: Target): Warning[] {
  if (verification === "verified") return [];
  const message = "target is outside the verified integration-test matrix";
  return [{ code: "unverified_target", message, details: { verified_targets: [...VERIFIED_TARGETS] } }];
}
