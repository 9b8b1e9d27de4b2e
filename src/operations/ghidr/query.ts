/**
 * A question about a sample (spec 002 "Analysis execution"): the sample is copied, its Analysis found or made, one
 * worker asked unless the data that were derived from the Analysis answer already, and the Analysis checked before and
 * after. What is made takes its place by one rename, or not at all.
 */
import { Failure, type FailureCode } from "../../base/failure.ts";
import { VERSION } from "../../base/version.ts";
import type { DiagnosticLog } from "../../contracts/ghidr/diagnostics.ts";
import type { InspectionData } from "../../contracts/ghidr/results.ts";
import { taggedPath } from "../../contracts/ghidr/tagged-path.ts";
import type { Warning } from "../../contracts/ghidr/warnings.ts";
import { EXTRACTS_VERSION, type Extractor } from "../../providers/ghidra/extracts.ts";
import type { GhidraInstallation } from "../../providers/ghidra/port.ts";
import {
  ADAPTER_VERSION,
  PROTOCOL_VERSION,
  type AnalysisFacts,
  type AnalysisSource,
  type WorkerRequest,
  type WorkerResults,
} from "../../providers/ghidra/worker-protocol.ts";
import {
  findAnalysis,
  projectFault,
  promoteAnalysis,
  quarantineAnalysis,
  type DamagedAnalysis,
  type ProfileInputs,
  type StoredAnalysis,
} from "../../store/ghidra/analyses.ts";
import { keepAnswer, readAnswer } from "../../store/ghidra/derived.ts";
import { lockForCreation, lockForMoving, lockForReading, type CreationLock } from "../../store/ghidra/locks.ts";
import { takeSnapshot, type Snapshot } from "../../store/ghidra/snapshot.ts";
import { newId, openWorkspace, type Workspace } from "../../store/ghidra/workspace.ts";
import { onStore } from "../../store/tree.ts";
import { announceProfile, profileOf } from "./announcement.ts";
import { executionWarnings, requireInstallation } from "./installation.ts";
import { keepProgram, readProgram } from "./extracts/keeping.ts";
import type { Program } from "./extracts/program.ts";
import type { Context, InstallationChoice } from "./operation.ts";
import type { WorkerPolicy } from "./policy.ts";
import { withSourcePath } from "./source-failure.ts";
import { failureOfError, runWorker, type WorkerAnswer, type WorkerRun } from "./worker-run.ts";

/** What a worker is asked about an Analysis: to extract alone, or for an answer about a part of the program. */
export type QueryOperation = "extract" | "decompile" | "disassemble";

export interface SampleQuery<K extends QueryOperation> {
  readonly operation: K;
  readonly arguments: Extract<WorkerRequest, { readonly operation: K }>["arguments"];
  /** The extracts that the answer is made of. */
  readonly needs: readonly Extractor[];
  /** What the answer of the worker is kept under; throws where the program has no such part. */
  readonly subject?: (program: Program) => object;
  /** Exact bytes of the path of the sample. */
  readonly source: Uint8Array;
  readonly maxSampleBytes: number;
  readonly installation: InstallationChoice;
  readonly policy: WorkerPolicy;
}

export interface QueryResult<K extends QueryOperation> {
  readonly program: Program;
  readonly result: WorkerResults[K];
  readonly snapshot: Snapshot;
  readonly installation: GhidraInstallation;
  readonly analysis: StoredAnalysis;
  readonly disposition: InspectionData["analysis"]["disposition"];
  /** Whether this command's worker analysed, or extracted what an analysis had found. */
  readonly analysed: boolean;
  readonly warnings: readonly Warning[];
}

/** What answers a question. */
type Known<K extends QueryOperation> = Pick<QueryResult<K>, "program" | "result">;

/** What is known when a worker has to be asked; without a program it has to extract one. */
interface Partly {
  readonly program: Program | undefined;
}

/** Answers a question about a sample. Rejects with the failures of the document, leaving nothing half done. */
export async function runQuery<K extends QueryOperation>(
  context: Context,
  query: SampleQuery<K>,
): Promise<QueryResult<K>> {
  return onStore(context.store.path, () => inWorkspace(context, query));
}

async function inWorkspace<K extends QueryOperation>(context: Context, query: SampleQuery<K>): Promise<QueryResult<K>> {
  const workspace = await openWorkspace(context.store.path);
  try {
    const snapshot = await snapshotOf(context, query, workspace);
    const installation = await requireInstallation(context, query.installation);
    const inputs: ProfileInputs = {
      ghidra_version: installation.version,
      java_version: installation.javaVersion,
      analysis_adapter_version: ADAPTER_VERSION,
      max_cpu: query.policy.maxCpu,
    };
    return await new Attempt(context, query, { workspace, snapshot, installation, inputs }).answer();
  } finally {
    await workspace.close();
  }
}

/** Copies the sample of a question into the workspace. */
async function snapshotOf<K extends QueryOperation>(
  { signal }: Context,
  { source, maxSampleBytes }: SampleQuery<K>,
  workspace: Workspace,
): Promise<Snapshot> {
  return withSourcePath(source, (shown) =>
    takeSnapshot(workspace, { source, shown, maxBytes: maxSampleBytes, signal }),
  );
}

interface Subject {
  readonly workspace: Workspace;
  readonly snapshot: Snapshot;
  readonly installation: GhidraInstallation;
  readonly inputs: ProfileInputs;
}

/** An Analysis that was found to be damaged, and what the worker wrote when it was the worker that found it. */
interface Damage {
  readonly analyses: readonly DamagedAnalysis[];
  readonly log?: DiagnosticLog;
}

/** One run of a command on one sample: at most one reading, at most one making. */
class Attempt<K extends QueryOperation> {
  readonly #context: Context;
  readonly #query: SampleQuery<K>;
  readonly #subject: Subject;

  constructor(context: Context, query: SampleQuery<K>, subject: Subject) {
    this.#context = context;
    this.#query = query;
    this.#subject = subject;
  }

  async answer(): Promise<QueryResult<K>> {
    const { found, damaged } = this.#find();
    if (found === undefined) return damaged.length > 0 ? this.#rebuild({ analyses: damaged }) : this.#create();
    return this.#reuse(found);
  }

  #find() {
    return findAnalysis(this.#context.store.path, this.#subject.snapshot.sha256, this.#subject.inputs);
  }

  async #reuse(analysis: StoredAnalysis): Promise<QueryResult<K>> {
    const outcome = await this.#read(analysis);
    if (!("damage" in outcome)) return outcome;
    return this.#rebuild(outcome.damage);
  }

  /** Answers about an Analysis that exists, between two complete checks. */
  async #read(analysis: StoredAnalysis): Promise<QueryResult<K> | { readonly damage: Damage }> {
    const { signal, store } = this.#context;
    const lock = await lockForReading(store.path, analysis.sample, analysis.profile);
    try {
      const before = await projectFault(analysis, signal);
      if (before !== undefined) return { damage: { analyses: [damagedBy(analysis, before)] } };
      await this.#subject.workspace.discard("sample");
      const known = await this.#known(analysis);
      if (!(known instanceof Failure || "result" in known)) return await this.#ask(analysis, known);
      const after = await projectFault(analysis, signal);
      if (after !== undefined) return { damage: { analyses: [damagedBy(analysis, after)] } };
      if (known instanceof Failure) throw known;
      return this.#result(known, { analysis, disposition: "reused", analysed: false, warnings: [] });
    } finally {
      lock.release();
    }
  }

  /** The answer that the derived data hold, the failure that they show, or as much as they hold. */
  async #known(analysis: StoredAnalysis): Promise<Known<K> | Failure | Partly> {
    const store = this.#context.store.path;
    const program = await readProgram(store, analysis, this.#query.needs);
    if (program === undefined) return { program };
    try {
      const { operation, subject } = this.#query;
      // An extract is an empty answer, by the type of the query.
      if (subject === undefined) return { program, result: {} as WorkerResults[K] };
      const result = readAnswer(store, analysis, { operation, subject: subject(program) }, EXTRACTS_VERSION);
      return result === undefined ? { program } : { program, result: result as WorkerResults[K] };
    } catch (error) {
      if (error instanceof Failure) return error;
      throw error;
    }
  }

  async #ask(analysis: StoredAnalysis, { program }: Partly): Promise<QueryResult<K> | { readonly damage: Damage }> {
    const { signal, progress } = this.#context;
    const extract = program === undefined;
    progress(extract ? "extracting what the Analysis of this sample holds" : "reusing the Analysis of this sample");
    const directory = `${analysis.directory}/project`;
    const run = this.#run({ project: { directory, writable: false }, analyses: extract });
    const { maxCpu } = this.#query.policy;
    const source = { mode: "read_only", project_directory: directory, max_cpu: maxCpu, extract } as const;
    const answer = await runWorker(this.#context, run, this.#request(source));
    const after = await projectFault(analysis, signal);
    const fault = after ?? corruption(answer);
    if (fault !== undefined) {
      const damaged = { analyses: [damagedBy(analysis, fault)] };
      return { damage: answer.log === undefined ? damaged : { ...damaged, log: answer.log } };
    }
    const known = await this.#take(answer, run, { analysis, program });
    return this.#result(known, { analysis, disposition: "reused", analysed: extract, warnings: [] });
  }

  /** Makes the Analysis, unless another command has made it in the meantime. */
  async #create(): Promise<QueryResult<K>> {
    const lock = await lockForCreation(this.#context.store.path, this.#subject.snapshot.sha256, this.#subject.inputs);
    try {
      const { found } = this.#find();
      if (found === undefined) return await this.#make(lock, "created", []);
    } finally {
      lock.release();
    }
    // Made meanwhile: who made it may still be asked to remove it, so it is looked up again.
    return this.answer();
  }

  /** Moves what is damaged away and makes a new Analysis, once; unless another command has done so by now. */
  async #rebuild(damage: Damage): Promise<QueryResult<K>> {
    const { store } = this.#context;
    const lock = await lockForCreation(store.path, this.#subject.snapshot.sha256, this.#subject.inputs);
    try {
      const { found } = this.#find();
      if (found !== undefined && !isAmong(damage.analyses, found)) return await this.#reuse(found);
      const quarantined: string[] = [];
      for (const analysis of damage.analyses) quarantined.push(await this.#quarantine(analysis));
      const reason = damage.analyses[0]?.reason ?? "unknown";
      const warnings = rebuildWarnings(reason, quarantined, damage.log);
      return await this.#make(lock, "rebuilt", warnings).catch((error: unknown) => {
        throw unrepaired(error, reason, quarantined);
      });
    } finally {
      lock.release();
    }
  }

  async #quarantine(analysis: DamagedAnalysis): Promise<string> {
    const store = this.#context.store.path;
    const lock = await lockForMoving(store, analysis.sample, analysis.profile);
    try {
      return await quarantineAnalysis(store, analysis, newId());
    } finally {
      lock.release();
    }
  }

  async #make(
    lock: CreationLock,
    disposition: "created" | "rebuilt",
    warnings: readonly Warning[],
  ): Promise<QueryResult<K>> {
    const { progress } = this.#context;
    const { workspace } = this.#subject;
    const snapshot = await this.#stagedSnapshot();
    progress("analysing the sample; the Analysis is kept for later questions");
    const directory = workspace.folder("analysis/project");
    const run = this.#run({ project: { directory, writable: true }, snapshot: snapshot.path, analyses: true });
    const request = this.#request({
      mode: "create",
      project_directory: directory,
      sample: { path: snapshot.path, sha256: snapshot.sha256, size_bytes: snapshot.size },
      analysis_timeout_seconds: this.#query.policy.analysisTimeoutSeconds,
      max_cpu: this.#query.policy.maxCpu,
      extract: true,
    });
    const stop = announceProfile(workspace.place("invocation"), this.#subject.inputs, lock);
    const answer = await runWorker(this.#context, run, request).finally(stop);
    const { analysis: facts } = answer.response;
    if (facts === null) throw this.#failed(answer, run);
    const analysis = await this.#promote(facts);
    const known = await this.#take(answer, run, { analysis, program: undefined });
    return this.#result(known, { analysis, disposition, analysed: true, warnings });
  }

  /** Keeps what a worker has extracted and answered. Throws its error. */
  async #take(
    { response, log }: WorkerAnswer,
    run: WorkerRun,
    { analysis, program: known }: Partly & { readonly analysis: StoredAnalysis },
  ): Promise<Known<K>> {
    const { workspace } = this.#subject;
    // What was packed is not read again: another command may be putting the same in its place.
    const program = response.extracts === null ? known : await keepProgram(workspace, analysis, response.extracts);
    if (response.status === "error") throw failureOfError(response.error, log, run);
    if (program === undefined) {
      const reason = "extracts is null";
      throw new Failure("protocol_violation", "the worker reports no extracts", { reason });
    }
    // The response was checked against the schema of the operation that was asked.
    const result = response.result as WorkerResults[K];
    const { operation, subject } = this.#query;
    if (subject !== undefined) {
      const key = { operation, subject: subject(program) };
      await keepAnswer(workspace, analysis, { key, version: EXTRACTS_VERSION, answer: result });
    }
    return { program, result };
  }

  /** The copy of the sample; made again when a read of a damaged Analysis has given it up. */
  async #stagedSnapshot(): Promise<Snapshot> {
    const { workspace, snapshot } = this.#subject;
    if (workspace.holds("sample")) return snapshot;
    const again = await snapshotOf(this.#context, this.#query, workspace);
    if (again.sha256 === snapshot.sha256) return again;
    const path = taggedPath(this.#query.source);
    throw new Failure("sample_changed", "the sample changed between two readings", { source_path: path });
  }

  async #promote(facts: AnalysisFacts): Promise<StoredAnalysis> {
    const { workspace, snapshot, inputs } = this.#subject;
    const { signal } = this.#context;
    signal.throwIfAborted();
    await workspace.discard("sample");
    const promoted = await promoteAnalysis(
      workspace,
      {
        sample: { sha256: snapshot.sha256, size_bytes: snapshot.size },
        profile: profileOf(facts, inputs),
        format: facts.target.format,
        loaderMessages: facts.loader_messages,
        version: VERSION,
      },
      signal,
    );
    if (typeof promoted !== "string") return promoted;
    throw new Failure("protocol_violation", `the worker left no project to keep: ${promoted}`, { reason: promoted });
  }

  #failed(answer: WorkerAnswer, run: WorkerRun): Failure {
    if (answer.response.status === "error") return failureOfError(answer.response.error, answer.log, run);
    return new Failure("protocol_violation", "the worker reports no Analysis", { reason: "analysis is null" });
  }

  #result(
    known: Known<K>,
    made: Pick<QueryResult<K>, "analysis" | "disposition" | "analysed" | "warnings">,
  ): QueryResult<K> {
    const { snapshot, installation } = this.#subject;
    const warnings = [
      ...made.warnings,
      ...executionWarnings(this.#query.installation.sandbox, installation),
      ...loaderWarnings(made.analysis),
    ];
    return { ...made, ...known, warnings, snapshot, installation };
  }

  #run(own: Pick<WorkerRun, "project" | "snapshot" | "analyses">): WorkerRun {
    const { workspace, installation, snapshot } = this.#subject;
    const { policy, installation: choice } = this.#query;
    return { workspace, installation, sandbox: choice.sandbox, policy, sample: snapshot.sha256, ...own };
  }

  #request(analysis: AnalysisSource): WorkerRequest {
    const { installation } = this.#subject;
    const { operation, arguments: given } = this.#query;
    // Operation and arguments belong together by the type of the query.
    return {
      protocol_version: PROTOCOL_VERSION,
      invocation_id: newId(),
      operation,
      ghidra: { directory: installation.directory, layout: installation.layout },
      analysis,
      arguments: given,
    } as WorkerRequest;
  }
}

function damagedBy(analysis: StoredAnalysis, reason: string): DamagedAnalysis {
  const { directory, sample, profile, manifest } = analysis;
  return { directory, sample, profile, reason, madeBy: manifest.created_by.invocation_id };
}

/** Whether a sound manifest is the one that came with the damage, not that of an Analysis made since. */
function isAmong(damaged: readonly DamagedAnalysis[], found: StoredAnalysis): boolean {
  return damaged.some(({ madeBy }) => madeBy === found.manifest.created_by.invocation_id);
}

/** What is wrong with an Analysis whose files are right, in the worker's words. */
function corruption({ response }: WorkerAnswer): string | undefined {
  return response.status === "error" && response.error.code === "corrupt_analysis"
    ? response.error.details.reason
    : undefined;
}

function rebuildWarnings(reason: string, quarantined: readonly string[], log: DiagnosticLog | undefined): Warning[] {
  const kept = log === undefined ? {} : { diagnostic_log: log };
  const warnings: Warning[] = [
    {
      code: "corrupt_analysis_rebuilt",
      message: "the stored Analysis was damaged and has been made again",
      details: { reason, quarantined: quarantined.map((place) => taggedPath(place)), ...kept },
    },
  ];
  if (log?.truncated === true) {
    const message = "a stream of the Diagnostic Log was longer than what is kept of it";
    warnings.push({ code: "diagnostics_truncated", message, details: { diagnostic_log: log } });
  }
  return warnings;
}

/** A question that fails about a good new Analysis, an interrupt and a timeout are what they are. */
function unrepaired(error: unknown, reason: string, quarantined: readonly string[]): unknown {
  if (!(error instanceof Failure) || !FAILED_REBUILDS.has(error.code)) return error;
  return new Failure(
    "corrupt_analysis",
    `the stored Analysis was damaged, and no new one could be made: ${error.message}`,
    {
      reason,
      quarantined: quarantined.map((place) => taggedPath(place)),
      rebuild: { code: error.code, message: error.message, details: error.details },
    },
    error,
  );
}

const FAILED_REBUILDS: ReadonlySet<FailureCode> = new Set<FailureCode>([
  "analysis_failed",
  "analysis_out_of_memory",
  "target_unrecognized",
  "target_ambiguous",
  "protocol_violation",
  "ghidra_incompatible",
  "insufficient_space",
  "store_unwritable",
]);

function loaderWarnings({ manifest }: StoredAnalysis): Warning[] {
  return manifest.loader_messages.map((text) => ({
    code: "loader_message",
    message: "Ghidra's loader complained about the file",
    details: { text },
  }));
}
