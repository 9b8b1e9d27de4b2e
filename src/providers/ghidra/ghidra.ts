/** Ghidra behind its port: found, extracted and compiled for at first use, and started once for every request. */
import path from "node:path";
import { Failure } from "../../base/failure.ts";
import { compiledAdapter } from "./adapter.ts";
import { findDistribution, type GhidraDistribution } from "./distribution.ts";
import { describeJava, findJava, refuseJava, type JavaHome } from "./java-home.ts";
import type { ComponentReport, FindOptions, GhidraInstallation, GhidraPort, GhidraSearch } from "./port.ts";
import { checkSandbox } from "./sandbox.ts";
import { runWorker } from "./worker.ts";

export function createGhidra(): GhidraPort {
  return { find, checkSandbox, run: runWorker };
}

/** Below the store; what is there belongs to installations, not to samples. */
const ENGINES = "engines";

/** Pairs of Ghidra and feature release of the JDK that this project's tests run against. */
const VERIFIED_PAIRS: readonly (readonly [ghidra: string, java: number])[] = [["10.3", 17]];

async function find(options: FindOptions): Promise<GhidraSearch> {
  const engines = path.join(options.store, ENGINES);
  const [ghidra, java] = await Promise.all([distributionOrFailure(options, engines), findJava(options)]);
  options.signal.throwIfAborted();
  if (ghidra instanceof Failure) {
    return { ghidra: refusedGhidra(ghidra), java: describeJava(java, undefined) };
  }
  const refusal = java instanceof Failure ? undefined : refuseJava(java, ghidra.application);
  const javaReport = describeJava(java, refusal);
  if (java instanceof Failure || refusal !== undefined) return { ghidra: readyGhidra(ghidra), java: javaReport };
  const adapter = await compiledAdapter(ghidra, java, engines, options);
  if (adapter instanceof Failure) {
    const report = { status: "incompatible", version: ghidra.application.version, path: ghidra.launcher } as const;
    return { ghidra: { ...report, failure: adapter }, java: javaReport };
  }
  return { ghidra: readyGhidra(ghidra), java: javaReport, installation: installationOf(ghidra, java, adapter) };
}

/** A store that cannot be written is no reason to reject: the report of every component goes on. */
async function distributionOrFailure(options: FindOptions, engines: string): Promise<GhidraDistribution | Failure> {
  try {
    return await findDistribution(options, engines);
  } catch (error) {
    options.signal.throwIfAborted();
    if (error instanceof Failure) return error;
    throw error;
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

function refusedGhidra(failure: Failure): ComponentReport {
  const status = failure.code === "ghidra_missing" ? "missing" : "incompatible";
  const location = failure.details["ghidra"];
  return { status, version: null, path: typeof location === "string" ? location : null, failure };
}
