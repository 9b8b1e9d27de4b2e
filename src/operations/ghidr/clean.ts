/** `ghidr clean`: removes what the store keeps of a sample, or everything. */
import { Failure } from "../../base/failure.ts";
import { VERSION } from "../../base/version.ts";
import type { HostProvenance } from "../../contracts/ghidr/provenance.ts";
import type { CleanupData, Matched } from "../../contracts/ghidr/results.ts";
import { taggedPath } from "../../contracts/ghidr/tagged-path.ts";
import { PROTOCOL_VERSION } from "../../providers/ghidra/worker-protocol.ts";
import { cleanStore, previewCleanup } from "../../store/ghidra/cleanup.ts";
import { onStore } from "../../store/tree.ts";
import { openSample } from "../../store/sample.ts";
import type { Answer, Context } from "./operation.ts";
import { withSourcePath } from "./source-failure.ts";

export type CleanupTarget =
  | { readonly kind: "sample"; readonly source: Uint8Array; readonly maxSampleBytes: number }
  | { readonly kind: "digest"; readonly sha256: string }
  | { readonly kind: "all" };

export interface CleanRequest {
  readonly target: CleanupTarget;
  readonly dryRun: boolean;
  /**
   * Asked before everything is removed, with what that is; false ends the command with `confirmation_required`. Not
   * asked for one sample: the verb and the target are explicit there.
   */
  readonly confirm: (matched: Matched) => Promise<boolean>;
  /** Given the report that there will be, before anything is removed; throws when it could not be said. */
  readonly affordable: (prospective: Answer) => void;
}

export async function clean(context: Context, request: CleanRequest): Promise<Answer<CleanupData>> {
  const store = context.store.path;
  const target = await resolve(request.target, context.signal);
  const sample = target.kind === "all" ? undefined : target.sha256;
  const prospective = await preview(store, sample);
  if (request.dryRun) return answer(context, { mode: "dry_run", target, matched: prospective, removed: null });
  if (target.kind === "all") await confirmed(request, prospective);
  const { analysis_profile_sha256: _profiles, ...counts } = prospective;
  request.affordable(answer(context, { mode: "executed", target, matched: prospective, removed: counts }));
  const { matched, removed } = await cleanStore({ store, sample, signal: context.signal });
  return answer(context, { mode: "executed", target, matched, removed });
}

async function preview(store: string, sample: string | undefined): Promise<Matched> {
  return onStore(store, async () => previewCleanup(store, sample));
}

async function confirmed(request: CleanRequest, matched: Matched): Promise<void> {
  if (await request.confirm(matched)) return;
  throw new Failure("confirmation_required", "`clean --all` removes everything in the store and needs --yes", {
    matched,
  });
}

async function resolve(target: CleanupTarget, signal: AbortSignal): Promise<CleanupData["target"]> {
  if (target.kind !== "sample") return target;
  const sha256 = await withSourcePath(target.source, async (shown) => {
    const { source, maxSampleBytes } = target;
    const sample = await openSample(shown, {
      place: Buffer.from(source),
      maxBytes: maxSampleBytes,
      empty: true,
      signal,
    });
    await sample.close();
    return sample.sha256;
  });
  return { kind: "sample", source_path: taggedPath(target.source), sha256 };
}

function answer(context: Context, data: CleanupData): Answer<CleanupData> {
  const provenance: HostProvenance = {
    ghidr_version: VERSION,
    adapter_protocol_version: PROTOCOL_VERSION,
    analysis_store: { path: taggedPath(context.store.path), source: context.store.source },
  };
  return { kind: "cleanup", provenance, data, warnings: [], artifact: ["global", "clean"] };
}
