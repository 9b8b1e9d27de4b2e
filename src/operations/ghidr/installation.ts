/** The installation that a command needs, or the failure that says what is missing. */
import { Failure } from "../../base/failure.ts";
import type { GhidraInstallation } from "../../providers/ghidra/port.ts";
import type { SandboxProvenance } from "../../contracts/ghidr/provenance.ts";
import type { Warning } from "../../contracts/ghidr/warnings.ts";
import type { SandboxMode } from "../../providers/ghidra/port.ts";
import type { Context, InstallationChoice } from "./operation.ts";

/** Rejects with `ghidra_missing`, `ghidra_incompatible`, `java_missing` or `java_incompatible`. */
export async function requireInstallation(context: Context, choice: InstallationChoice): Promise<GhidraInstallation> {
  const { ghidra, java, installation } = await context.ghidra.find(searchOptions(context, choice));
  if (installation !== undefined) return installation;
  throw ghidra.failure ?? java.failure ?? new Failure("ghidra_missing", "Ghidra cannot be used", { reason: "unknown" });
}

export function searchOptions(context: Context, choice: InstallationChoice) {
  const { environment, store, progress, signal } = context;
  return {
    ...(choice.ghidra === undefined ? {} : { ghidra: choice.ghidra }),
    ...(choice.java === undefined ? {} : { java: choice.java }),
    environment,
    store: store.path,
    progress,
    signal,
  };
}

/** What each mode of the sandbox promises; never detected, never changed. */
export const SANDBOXES = {
  bubblewrap: { backend: "bubblewrap", verification: "verified" },
  external: { backend: "external", verification: "unverified" },
  off: { backend: "off", verification: "disabled" },
} as const satisfies Record<SandboxMode, SandboxProvenance>;

/** What has to be told beside every answer of a worker that ran this way. */
export function executionWarnings(mode: SandboxMode, installation: GhidraInstallation): Warning[] {
  const warnings: Warning[] = [];
  if (mode === "external") {
    const message = "the worker relied on a sandbox around this command, which cannot be verified";
    warnings.push({ code: "external_sandbox_unverified", message, details: {} });
  }
  if (mode === "off") warnings.push({ code: "sandbox_disabled", message: "the worker was not confined", details: {} });
  if (!installation.verified) {
    warnings.push({
      code: "unverified_installation",
      message: "the tests of this version did not run this pair of Ghidra and JDK",
      details: { ghidra_version: installation.version, java_version: installation.javaVersion },
    });
  }
  return warnings;
}
