/** Lets other commands know which Analysis is being made, as soon as the worker has resolved its profile. */
import path from "node:path";
import type { AnalysisProfile } from "../../contracts/ghidr/profile.ts";
import { ADAPTER_VERSION, analysisFactsSchema, type AnalysisFacts } from "../../providers/ghidra/worker-protocol.ts";
import { profileDigest, type ProfileInputs } from "../../store/ghidra/analyses.ts";
import type { CreationLock } from "../../store/ghidra/locks.ts";
import { readSmall } from "../../store/tree.ts";

/** Milliseconds between two looks at what the worker has written. */
const INTERVAL = 250;
/** Bytes. */
const LARGEST_PROFILE = 8 * 1024 * 1024;

/** Watches a directory of an invocation for `profile.json`; the result ends that. */
export function announceProfile(invocation: string, inputs: ProfileInputs, lock: CreationLock): () => void {
  const timer = setInterval(() => {
    const facts = readFacts(path.join(invocation, "profile.json"));
    if (facts === undefined) return;
    clearInterval(timer);
    lock.announce(profileDigest(profileOf(facts, inputs)));
  }, INTERVAL);
  timer.unref();
  return () => clearInterval(timer);
}

/** The profile of an Analysis, from what was known before and what the worker found out. */
export function profileOf(facts: AnalysisFacts, inputs: ProfileInputs): AnalysisProfile {
  const { loader, processor_language, compiler_specification } = facts.target;
  return {
    profile_version: 1,
    ghidra_version: inputs.ghidra_version,
    java_version: inputs.java_version,
    analysis_adapter_version: ADAPTER_VERSION,
    target: { loader, processor_language, compiler_specification },
    loader_options: facts.loader_options,
    analyzer_options: facts.analyzer_options,
    max_cpu: inputs.max_cpu,
  };
}

function readFacts(file: string): AnalysisFacts | undefined {
  try {
    const parsed = analysisFactsSchema.safeParse(JSON.parse(readSmall(file, LARGEST_PROFILE) ?? "null"));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
