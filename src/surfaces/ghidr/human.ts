/** Answers for people; what comes from a sample is escaped. */
import { FAILURES, type Failure, type FailureCode } from "../../base/failure.ts";
import { printable } from "../../base/printable.ts";
import type { Address } from "../../contracts/ghidr/address.ts";
import type {
  CleanupData,
  DecompilationData,
  DoctorData,
  FunctionsData,
  InspectionData,
  RemovalCounts,
  SpilledData,
  Usage,
} from "../../contracts/ghidr/results.ts";
import type { SampleProvenance } from "../../contracts/ghidr/provenance.ts";
import type { TaggedPath } from "../../contracts/ghidr/tagged-path.ts";
import { isGhidrErrorCode } from "../../contracts/ghidr/errors.ts";
import type { Warning } from "../../contracts/ghidr/warnings.ts";
import { shownPath } from "../../operations/ghidr/source-failure.ts";

export function doctorView(data: DoctorData): string {
  const { ghidra, java, analysis_store: store, sandbox } = data.components;
  const tested = data.pair_verified === true ? "" : ", a pair that the tests of this version did not run";
  return lines(
    `${versioned("Ghidra", ghidra)}: ${ghidra.status}${problem(ghidra)}`,
    `${versioned("JDK", java)}: ${java.status}${data.pair_verified === null ? "" : tested}${problem(java)}`,
    `Analysis store: ${store.status === "ready" ? "writable" : store.status}${problem(store)}`,
    `  ${pathText(store.path)} (${store.source}), ${usageText(store.usage)}; engines ${usageText(store.engines_usage)}`,
    `Sandbox ${sandbox.backend}: ${sandbox.status}, ${sandbox.verification}${problem(sandbox)}`,
    ...(java.executable === null ? [] : [`  java: ${pathText(java.executable)}`]),
    ...(ghidra.launcher === null ? [] : [`  Ghidra: ${pathText(ghidra.launcher)} (${ghidra.layout ?? "unknown"})`]),
  );
}

export function inspectionView(data: InspectionData, provenance: SampleProvenance): string {
  const { program, sample, analysis } = data;
  const range =
    program.minimum_address === null || program.maximum_address === null
      ? []
      : [`Addresses: ${addressText(program.minimum_address)} to ${addressText(program.maximum_address)}`];
  return lines(
    `Sample: ${sample.sha256}, ${sample.size_bytes} bytes`,
    `Format: ${printable(provenance.target.format)}`,
    `Language: ${printable(provenance.target.processor_language)} (${provenance.target.compiler_specification})`,
    ...(program.image_base === null ? [] : [`Image base: ${addressText(program.image_base)}`]),
    ...range,
    `Functions: ${program.function_count}`,
    `Analysis: ${analysis.disposition}`,
  );
}

export function functionsView({ page, items }: FunctionsData): string {
  const rows = items.map((item) => [
    item.entry.space === "ram" ? item.entry.offset : addressText(item.entry),
    String(item.body_address_count),
    `${printable(item.qualified_name)}${item.is_external ? " (external)" : ""}${item.is_thunk ? " (thunk)" : ""}`,
  ]);
  const width = Math.max(7, ...rows.map(([address]) => address?.length ?? 0));
  const table = [["ADDRESS", "SIZE", "NAME"], ...rows].map(
    ([address = "", size = "", name = ""]) => `${address.padEnd(width)}  ${size.padStart(8)}  ${name}`,
  );
  return lines(...table, ...moreLines(page));
}

/** What is left of a list after its page. */
export function moreLines({ offset, returned, total, has_more }: Page): string[] {
  const shown = offset + returned;
  return has_more ? [`${total - shown} more: --offset ${shown}, or --all`] : [];
}

type Page = Omit<FunctionsData["page"], "order">;

export function decompilationView({ decompilation }: DecompilationData): string {
  const text = decompilation.text
    .split("\n")
    .map((line) => line.split("\t").map(printable).join("\t"))
    .join("\n");
  return text.endsWith("\n") ? text : `${text}\n`;
}

export function cleanupView({ mode, matched, removed }: CleanupData): string {
  const verb = mode === "dry_run" ? "Would remove" : "Removed";
  return lines(
    `${verb} ${countsText(removed ?? matched)}`,
    ...matched.analysis_profile_sha256.map((digest) => `  profile ${digest}`),
  );
}

export function spilledView({ artifact }: SpilledData): string {
  return lines(
    `The answer has ${artifact.bytes} bytes, more than --max-inline-bytes allows. It lies complete in`,
    `  ${pathText(artifact.path)}`,
    `  SHA-256 ${artifact.sha256}`,
  );
}

export function countsText(counts: RemovalCounts): string {
  return (
    `${counts.analyses} Analyses (derived data of ${counts.derived}), ${counts.quarantined_analyses} quarantined, ${counts.artifacts} Artifacts, ` +
    `${counts.diagnostic_logs} Diagnostic Logs: ${usageText(counts.usage)}`
  );
}

/** One line a warning, for standard error. */
export function warningLines(warnings: readonly Warning[]): string[] {
  return warnings.map((warning) => `ghidr: warning: ${warning.message}${quoted(warning)}`);
}

/** The message, what to do next, and where to read more. */
export function failureView(failure: Failure): string {
  const { diagnostic_log: log, report } = failure.details;
  // Doctor put it there: the complete report of every component.
  const examined = report === undefined ? "" : doctorView(report as unknown as DoctorData);
  return (
    examined +
    lines(
      `ghidr: ${printable(failure.message)}`,
      hintOf(failure.code),
      ...(hasPath(log) ? [`Diagnostics: ${pathText(log.path)}`] : []),
      ...candidateLines(failure.details["candidates"]),
    )
  );
}

function hintOf(code: FailureCode): string {
  return HINTS[code] ?? FAILURES[code].hint;
}

/** Where the shared table speaks of the other command. */
const HINTS: Partial<Record<FailureCode, string>> = {
  invalid_arguments: "Run `ghidr <COMMAND> --help` to see what it takes.",
  invalid_store_path: "Give --store or GHIDR_STORE an absolute path of which no part begins with a dot.",
  sample_too_large: "Raise --max-sample-bytes.",
  function_not_found: "Run `ghidr functions SAMPLE --all` to see the names.",
  store_unwritable: "Give a writable directory with --store.",
  target_ambiguous: "Name a file that holds one program, such as one that `lipo -thin` has taken out.",
  decompile_failed: "Read the Diagnostic Log that is named here.",
  decompile_timeout: "Raise --decompile-timeout-seconds.",
  analysis_failed: "Read the Diagnostic Log that is named here.",
  internal_error: "Run it again with REA_DEBUG=1 and report what that prints.",
};

function candidateLines(candidates: unknown): string[] {
  if (!Array.isArray(candidates)) return [];
  return candidates.slice(0, 20).map((candidate: unknown) => `  ${printable(candidateText(candidate))}`);
}

function candidateText(candidate: unknown): string {
  if (typeof candidate !== "object" || candidate === null) return String(candidate);
  return Object.values(candidate)
    .map((value: unknown) => (isAddress(value) ? addressText(value) : String(value)))
    .join("  ");
}

function quoted(warning: Warning): string {
  return "text" in warning.details ? `: ${printable(warning.details.text)}` : "";
}

function hasPath(value: unknown): value is { readonly path: TaggedPath } {
  return typeof value === "object" && value !== null && "path" in value;
}

function isAddress(value: unknown): value is Address {
  return typeof value === "object" && value !== null && "space" in value && "offset" in value;
}

function versioned(name: string, { version }: { readonly version: string | null }): string {
  return version === null ? name : `${name} ${version}`;
}

/** What is wrong, and what to do about it. */
function problem({ problem: found }: { readonly problem?: Problem | undefined }): string {
  if (found === undefined) return "";
  const hint = isGhidrErrorCode(found.code) ? `\n  ${hintOf(found.code)}` : "";
  return `\n  ${printable(found.message)}${hint}`;
}

type Problem = DoctorData["components"]["ghidra"]["problem"];

function pathText(path: TaggedPath): string {
  return path.encoding === "utf8" ? printable(path.value) : shownPath(Buffer.from(path.value, "base64"));
}

export function addressText({ space, offset }: Address): string {
  return `${printable(space)}:${offset}`;
}

function usageText({ logical_bytes, allocated_bytes }: Usage): string {
  return `${logical_bytes} bytes (${allocated_bytes} allocated)`;
}

export function lines(...all: readonly string[]): string {
  return `${all.join("\n")}\n`;
}
