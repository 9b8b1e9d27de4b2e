/** What the answers about a sample have in common: where they came from, and what has to be told with them. */
import { VERSION } from "../../base/version.ts";
import type { Kind } from "../../contracts/ghidr/envelope.ts";
import type { SampleProvenance } from "../../contracts/ghidr/provenance.ts";
import { taggedPath } from "../../contracts/ghidr/tagged-path.ts";
import { PROTOCOL_VERSION } from "../../providers/ghidra/worker-protocol.ts";
import type { Warning } from "../../contracts/ghidr/warnings.ts";
import { SANDBOXES } from "./installation.ts";
import type { Answer, Context, InstallationChoice } from "./operation.ts";
import { limitsOf, watchdogSeconds, type WorkerPolicy } from "./policy.ts";
import type { QueryOperation, QueryResult, SampleQuery } from "./query.ts";
import { describeTarget, targetWarnings } from "./targets.ts";

/** What every command about a sample takes. */
export interface SampleRequest {
  /** Exact bytes of the path as the caller gave it. */
  readonly source: Uint8Array;
  readonly maxSampleBytes: number;
  readonly installation: InstallationChoice;
  readonly policy: WorkerPolicy;
}

export function sampleAnswer<K extends QueryOperation, D extends object>(
  context: Context,
  query: SampleQuery<K>,
  outcome: QueryResult<K>,
  content: { readonly kind: Kind; readonly data: D; readonly warnings?: readonly Warning[] },
): Answer<D> {
  const { installation, analysis, snapshot } = outcome;
  const target = describeTarget(analysis.manifest.analysis_profile.target);
  const provenance: SampleProvenance = {
    ghidr_version: VERSION,
    adapter_protocol_version: PROTOCOL_VERSION,
    ghidra_version: installation.version,
    java_version: installation.javaVersion,
    sample_sha256: snapshot.sha256,
    source_path: taggedPath(query.source),
    analysis_profile_sha256: analysis.profile,
    target,
    analysis_store: { path: taggedPath(context.store.path), source: context.store.source },
    sandbox: SANDBOXES[query.installation.sandbox],
    limits: limitsOf(query.policy, watchdogSeconds(query.policy, outcome.analysed)),
  };
  return {
    kind: content.kind,
    provenance,
    data: content.data,
    warnings: [...outcome.warnings, ...targetWarnings(target), ...(content.warnings ?? [])],
    artifact: [snapshot.sha256, analysis.profile],
  };
}
