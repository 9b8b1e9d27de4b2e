/** What is told beside a complete answer: one row a code, with the schema of its details. */
import { z } from "zod";
import { canonicalJson } from "../../base/canonical.ts";
import { diagnosticLogSchema } from "./diagnostics.ts";
import { taggedPathSchema } from "./tagged-path.ts";

export const VERIFIED_TARGETS = ["elf-x86_64-little-endian", "pe32plus-x86_64"] as const;

const nothing = z.strictObject({});

export const WARNING_DETAILS = {
  unverified_target: z.strictObject({ verified_targets: z.array(z.string()) }),
  /** The pair of Ghidra and JDK is not one that the test suite ran. */
  unverified_installation: z.strictObject({ ghidra_version: z.string(), java_version: z.string() }),
  external_sandbox_unverified: nothing,
  sandbox_disabled: nothing,
  /** The stored Analysis was damaged; it lies in quarantine and this answer is from a new one. */
  corrupt_analysis_rebuilt: z.strictObject({
    reason: z.string(),
    quarantined: z.array(taggedPathSchema),
    diagnostic_log: diagnosticLogSchema.optional(),
  }),
  diagnostics_truncated: z.strictObject({ diagnostic_log: diagnosticLogSchema }),
  /** A line of Ghidra's loader: the file is damaged, or has something that the loader does not understand. */
  loader_message: z.strictObject({ text: z.string() }),
  /** A WARNING comment of the decompiled text. */
  decompiler_warning: z.strictObject({ text: z.string() }),
} as const;

export type WarningCode = keyof typeof WARNING_DETAILS;
export type Warning = {
  [K in WarningCode]: {
    readonly code: K;
    readonly message: string;
    readonly details: z.infer<(typeof WARNING_DETAILS)[K]>;
  };
}[WarningCode];

export const warningSchema = z.union(
  Object.entries(WARNING_DETAILS).map(([code, details]) =>
    z.strictObject({ code: z.literal(code), message: z.string(), details }),
  ),
);

/** Each pair of code and details once, by code and then by canonical details, bytewise. */
export function orderWarnings(warnings: readonly Warning[]): Warning[] {
  const keyed = new Map(warnings.map((warning) => [`${warning.code}\0${canonicalJson(warning.details)}`, warning]));
  return [...keyed]
    .sort(([left], [right]) => Buffer.compare(Buffer.from(left), Buffer.from(right)))
    .map(([, warning]) => warning);
}
