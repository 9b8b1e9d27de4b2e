/** `ghidr doctor`: every component is looked at, whatever is wrong with the others. */
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Failure } from "../../base/failure.ts";
import { VERSION } from "../../base/version.ts";
import { diagnosticLogSchema } from "../../contracts/ghidr/diagnostics.ts";
import type { HostProvenance } from "../../contracts/ghidr/provenance.ts";
import type { DoctorData } from "../../contracts/ghidr/results.ts";
import { taggedPath } from "../../contracts/ghidr/tagged-path.ts";
import type { ComponentReport, GhidraInstallation, GhidraSearch } from "../../providers/ghidra/port.ts";
import { PROTOCOL_VERSION, type WorkerRequest, type WorkerResults } from "../../providers/ghidra/worker-protocol.ts";
import { usageOf } from "../../store/ghidra/usage.ts";
import { newId, openWorkspace, type Workspace } from "../../store/ghidra/workspace.ts";
import { onStore } from "../../store/tree.ts";
import { executionWarnings, SANDBOXES, searchOptions } from "./installation.ts";
import type { Answer, Context, InstallationChoice } from "./operation.ts";
import type { WorkerPolicy } from "./policy.ts";
import { failureOfError, runWorker, type WorkerRun } from "./worker-run.ts";

export interface DoctorRequest {
  readonly installation: InstallationChoice;
  readonly policy: WorkerPolicy;
}

/** Rejects with `doctor_failed` and the complete report when a component is not ready. */
export async function doctor(context: Context, request: DoctorRequest): Promise<Answer<DoctorData>> {
  const store = await checkStore(context.store.path);
  const search = await context.ghidra.find(searchOptions(context, request.installation));
  const sandbox = await context.ghidra.checkSandbox(request.installation.sandbox);
  const examined =
    store === undefined && search.installation !== undefined && sandbox.status === "ready"
      ? await examine(context, request, search.installation)
      : {};
  const data = report(context, request, {
    search,
    store,
    sandbox: examined.sandbox ?? sandbox,
    ghidra: examined.ghidra,
  });
  if (!data.ready) throw new Failure("doctor_failed", unready(data), { report: plain(data) });
  const warnings =
    search.installation === undefined ? [] : executionWarnings(request.installation.sandbox, search.installation);
  const provenance: HostProvenance = {
    ghidr_version: VERSION,
    adapter_protocol_version: PROTOCOL_VERSION,
    analysis_store: { path: taggedPath(context.store.path), source: context.store.source },
  };
  return { kind: "doctor", provenance, data, warnings, artifact: ["global", "doctor"] };
}

/** Writes into the store and takes it back; the failure when that does not work. */
async function checkStore(store: string): Promise<Failure | undefined> {
  try {
    const workspace = await openWorkspace(store);
    try {
      await onStore(store, async () => {
        const place = workspace.place("probe");
        writeFileSync(place, "");
        rmSync(place);
      });
    } finally {
      await workspace.close();
    }
    return undefined;
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}

interface Examined {
  /** Replaces what was found of Ghidra before it was started. */
  readonly ghidra?: Failure;
  readonly sandbox?: ComponentReport;
}

async function examine(context: Context, request: DoctorRequest, installation: GhidraInstallation): Promise<Examined> {
  return onStore(context.store.path, () => probe(context, request, installation));
}

/** Starts Ghidra the way queries do, and asks it what it sees. */
async function probe(context: Context, request: DoctorRequest, installation: GhidraInstallation): Promise<Examined> {
  const workspace = await openWorkspace(context.store.path);
  try {
    const hidden = hiddenPaths(workspace, context);
    const run: WorkerRun = {
      workspace,
      installation,
      sandbox: request.installation.sandbox,
      policy: request.policy,
      sample: null,
      analyses: false,
    };
    const { response, log } = await runWorker(context, run, doctorRequest(installation, hidden));
    if (response.status === "error") return { ghidra: failureOfError(response.error, log, run) };
    const { result } = response as { readonly result: WorkerResults["doctor"] };
    return request.installation.sandbox === "bubblewrap" ? { ...judged(result) } : {};
  } catch (error) {
    if (!(error instanceof Failure) || error.code === "interrupted") throw error;
    if (error.code !== "sandbox_unavailable") return { ghidra: error };
    return { sandbox: { status: "invalid", version: null, path: null, failure: error } };
  } finally {
    await workspace.close();
  }
}

function doctorRequest(installation: GhidraInstallation, hidden: readonly string[]): WorkerRequest {
  return {
    protocol_version: PROTOCOL_VERSION,
    invocation_id: newId(),
    operation: "doctor",
    ghidra: { directory: installation.directory, layout: installation.layout },
    arguments: { hidden_paths: [...hidden] },
  };
}

/** Files that exist and that a confined worker must not see: one of the store, some of the caller's home. */
function hiddenPaths(workspace: Workspace, { environment }: Context): string[] {
  const canary = workspace.place("canary");
  writeFileSync(canary, "", { mode: 0o600 });
  const home = environment["HOME"] ?? "";
  return path.isAbsolute(home) ? [canary, ...filesOf(home)] : [canary];
}

function filesOf(directory: string): string[] {
  try {
    return readdirSync(directory, { withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.includes("\ufffd"))
      .slice(0, MOST_FILES)
      .map(({ name }) => path.join(directory, name));
  } catch {
    return [];
  }
}

const MOST_FILES = 4;

function judged({ readable_paths, network_interfaces }: WorkerResults["doctor"]): Examined {
  if (readable_paths.length === 0 && network_interfaces.length === 0) return {};
  const seen = readable_paths.length > 0 ? "files of the caller" : "network interfaces";
  const reason = `the confined worker could see ${seen}`;
  const failure = new Failure("sandbox_unavailable", reason, { reason, install: {} });
  return { sandbox: { status: "invalid", version: null, path: null, failure } };
}

interface Findings {
  readonly search: GhidraSearch;
  readonly store: Failure | undefined;
  readonly sandbox: ComponentReport;
  readonly ghidra: Failure | undefined;
}

function report(context: Context, request: DoctorRequest, findings: Findings): DoctorData {
  const { search, sandbox } = findings;
  const { installation } = search;
  const ghidra = findings.ghidra === undefined ? search.ghidra : broken(search.ghidra, findings.ghidra);
  const place = context.store.path;
  const components: DoctorData["components"] = {
    ghidra: {
      status: ghidra.status,
      version: ghidra.version,
      launcher: ghidra.path === null ? null : taggedPath(ghidra.path),
      layout: installation?.layout ?? null,
      ...problemOf(ghidra.failure),
    },
    java: {
      status: search.java.status,
      version: search.java.version,
      executable: search.java.path === null ? null : taggedPath(search.java.path),
      ...problemOf(search.java.failure),
    },
    analysis_store: {
      status: findings.store === undefined ? "ready" : "unwritable",
      path: taggedPath(place),
      source: context.store.source,
      usage: usageOf(place, NOT_OURS),
      engines_usage: usageOf(path.join(place, "engines")),
      ...problemOf(findings.store),
    },
    sandbox: { status: sandbox.status, ...sandboxOf(request, sandbox, findings), ...problemOf(sandbox.failure) },
  };
  const ready = Object.values(components).every(({ status }) => status === "ready");
  return { ready, components, pair_verified: installation?.verified ?? null };
}

/** Parts of the store that have their own figure, or another owner. */
const NOT_OURS: ReadonlySet<string> = new Set(["engines", "rea"]);

function broken(before: ComponentReport, failure: Failure): ComponentReport {
  return { ...before, status: failure.code === "ghidra_incompatible" ? "incompatible" : "invalid", failure };
}

/** Only a sandbox that was seen to hold is called verified. */
function sandboxOf({ installation }: DoctorRequest, sandbox: ComponentReport, { search, store, ghidra }: Findings) {
  const promised = SANDBOXES[installation.sandbox];
  const probed = search.installation !== undefined && store === undefined && ghidra === undefined;
  const holds = sandbox.status === "ready" && probed;
  return promised.backend === "bubblewrap" && !holds ? { ...promised, verification: "unverified" as const } : promised;
}

function problemOf(failure: Failure | undefined): { problem?: Problem } {
  if (failure === undefined) return {};
  const { code, message, details } = failure;
  const log = diagnosticLogSchema.safeParse(details["diagnostic_log"]);
  return { problem: { code, message, ...(log.success ? { diagnostic_log: log.data } : {}) } };
}

type Problem = NonNullable<DoctorData["components"]["ghidra"]["problem"]>;

function unready({ components }: DoctorData): string {
  const names = Object.entries(components)
    .filter(([, { status }]) => status !== "ready")
    .map(([name, { status }]) => `${name} is ${status}`);
  return names.join(", ");
}

/** Without the fields that are absent: what JSON holds. */
function plain(data: DoctorData): DetailRecord {
  return JSON.parse(JSON.stringify(data)) as DetailRecord;
}
type DetailRecord = Failure["details"];
