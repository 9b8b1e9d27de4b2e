/** Ghidra behind its port: found, extracted and compiled for at first use, and started once for every request. */
import { existsSync, realpathSync } from "node:fs";
import path from "node:path";
import { Failure, type FailureCode } from "../../base/failure.ts";
import { taggedPath } from "../../contracts/ghidr/tagged-path.ts";
import { compiledAdapter } from "./adapter.ts";
import { findDistribution, namedLocation, type GhidraDistribution } from "./distribution.ts";
import { describeJava, findJava, refuseJava, type JavaHome } from "./java-home.ts";
import type {
  ComponentReport,
  ComponentStatus,
  FindOptions,
  GhidraInstallation,
  GhidraPort,
  GhidraSearch,
} from "./port.ts";
import { checkSandbox } from "./sandbox.ts";
import { runWorker } from "./worker.ts";

export function createGhidra(): GhidraPort {
  return { find, checkSandbox, run: runWorker };
}

/** Below the store; what is there belongs to installations, not to samples. */
const ENGINES = "engines";

/** Pairs of Ghidra and feature release of the JDK that this project's tests run against. */
const VERIFIED_PAIRS: readonly (readonly [ghidra: string, java: number])[] = [["10.3", 17]];

/** Engines may lie elsewhere, behind a link: their class paths name the place itself, which is what workers see. */
function enginesOf(store: string): string {
  const engines = path.join(store, ENGINES);
  return existsSync(engines) ? realpathSync(engines) : engines;
}

async function find(options: FindOptions): Promise<GhidraSearch> {
  const engines = enginesOf(options.store);
  const [ghidra, java] = await Promise.all([
    inStore(options, () => findDistribution(options, engines)),
    findJava(options),
  ]);
  options.signal.throwIfAborted();
  if (ghidra instanceof Failure) {
    return { ghidra: refusedGhidra(ghidra, options), java: describeJava(java, undefined) };
  }
  const refusal = java instanceof Failure ? undefined : refuseJava(java, ghidra.application);
  const javaReport = describeJava(java, refusal);
  if (java instanceof Failure || refusal !== undefined) return { ghidra: readyGhidra(ghidra), java: javaReport };
  const adapter = await inStore(options, () => compiledAdapter(ghidra, java, engines, options));
  if (adapter instanceof Failure) {
    return { ghidra: { ...refusedGhidra(adapter, options), version: ghidra.application.version }, java: javaReport };
  }
  return { ghidra: readyGhidra(ghidra), java: javaReport, installation: installationOf(ghidra, java, adapter) };
}

/** A store that cannot be written is no reason to reject: the report of the other components goes on. */
async function inStore<T>({ store, signal }: FindOptions, work: () => Promise<T>): Promise<T | Failure> {
  try {
    return await work();
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof Failure) return error;
    if (!(error instanceof Error) || !("syscall" in error)) throw error;
    const reason = `Ghidra cannot be prepared in the store: ${error.message}`;
    return new Failure("store_unwritable", reason, { store: taggedPath(store), reason }, error);
  }
}

function installationOf(ghidra: GhidraDistribution, java: JavaHome, adapter: string): GhidraInstallation {
  const { directory, layout, launcher, application } = ghidra;
  return {
    directory,
    layout,
    version: application.version,
    javaHome: java.directory,
    javaVersion: String(java.feature),
    javaExecutable: java.executable,
    launcher,
    verified: VERIFIED_PAIRS.some(([version, feature]) => version === application.version && feature === java.feature),
    ...(ghidra.digest === undefined ? {} : { digest: ghidra.digest }),
    adapter,
  };
}

function readyGhidra(ghidra: GhidraDistribution): ComponentReport {
  return { status: "ready", version: ghidra.application.version, path: ghidra.launcher };
}

const STATUSES: Partial<Record<FailureCode, ComponentStatus>> = {
  ghidra_missing: "missing",
  ghidra_incompatible: "incompatible",
};

function refusedGhidra(failure: Failure, options: FindOptions): ComponentReport {
  const status = STATUSES[failure.code] ?? "invalid";
  return { status, version: null, path: namedLocation(options) ?? null, failure };
}
