/** Every way a `ghidr` command fails: one row a code, with the schema of its details. */
import { z } from "zod";
import type { FailureCode } from "../../base/failure.ts";
import { diagnosticLogSchema } from "./diagnostics.ts";
import { functionReferenceSchema } from "./functions.ts";
import { targetIdentitySchema } from "./profile.ts";
import { digestSchema } from "./provenance.ts";
import { doctorSchema, matchedSchema, removalCountsSchema } from "./results.ts";
import { taggedPathSchema } from "./tagged-path.ts";

/** Bytes of an error document at most, its line end included. */
export const LARGEST_ERROR = 65_536;

const path = taggedPathSchema;
const reason = z.string();
const seconds = z.int().min(1);
const bytes = z.int().min(0);
/** What every failure of a worker may carry. */
const worker = {
  diagnostic_log: diagnosticLogSchema.optional(),
  termination: z.enum(["graceful", "forced"]).optional(),
};
/** Candidates are cut to what fits into an error; `total` counts them all. */
const candidates = <T extends z.ZodType>(item: T) => ({ candidates: z.array(item), total: z.int().min(0) });

export const ERROR_DETAILS = {
  invalid_arguments: z.strictObject({ argument: z.string(), ...optional({ suggestions: z.array(z.string()) }) }),
  invalid_store_path: z.strictObject({ setting: z.string(), path, reason }),
  sample_missing: z.strictObject({ source_path: path, reason }),
  sample_unreadable: z.strictObject({ source_path: path, reason }),
  sample_not_regular: z.strictObject({ source_path: path, ...optional({ found: z.string(), reason }) }),
  sample_too_large: z.strictObject({ source_path: path, observed_at_least_bytes: bytes, limit_bytes: bytes }),
  sample_changed: z.strictObject({ source_path: path }),
  insufficient_space: z.strictObject({ store: path, required_bytes: bytes, available_bytes: bytes }),
  store_unwritable: z.strictObject({ store: path, reason }),
  ghidra_missing: z.strictObject({ reason }),
  ghidra_incompatible: z.strictObject({ reason, ...worker }),
  java_missing: z.strictObject({ reason }),
  java_incompatible: z.strictObject({ reason, ...worker }),
  /** With the command that installs bubblewrap on each distribution. */
  sandbox_unavailable: z.strictObject({ reason, install: z.record(z.string(), z.string()) }),
  target_unrecognized: z.strictObject({ reason, ...worker }),
  target_ambiguous: z.strictObject({ ...candidates(targetIdentitySchema), ...worker }),
  analysis_failed: z.strictObject({ reason, ...worker, ...optional({ available_bytes: bytes }) }),
  analysis_out_of_memory: z.strictObject({ max_heap_mib: z.int(), ...worker }),
  analysis_timeout: z.strictObject({ timeout_seconds: seconds, ...worker }),
  decompile_failed: z.strictObject({ function: functionReferenceSchema, reason, ...worker }),
  decompile_timeout: z.strictObject({
    timeout_seconds: seconds,
    ...optional({ function: functionReferenceSchema }),
    ...worker,
  }),
  interrupted: z.strictObject({ signal: z.string(), ...worker }),
  analysis_busy: z.strictObject({
    /** Null when a whole cleanup is at work. */
    sample_sha256: digestSchema.nullable(),
    /** Null until the process that makes the Analysis has resolved its profile. */
    analysis_profile_sha256: digestSchema.nullable(),
    suggested_retry_delay_ms: z.int().min(1),
  }),
  corrupt_analysis: z.strictObject({
    reason,
    quarantined: z.array(path),
    /** Why no new Analysis could be made. */
    rebuild: z.strictObject({ code: z.string(), message: z.string(), details: z.looseObject({}) }),
  }),
  function_not_found: z.strictObject({ selector: z.string() }),
  function_selector_ambiguous: z.strictObject({ ...candidates(functionReferenceSchema) }),
  function_entry_required: z.strictObject({ containing_function: functionReferenceSchema.nullable() }),
  function_not_decompilable: z.strictObject({ function: functionReferenceSchema }),
  function_without_body: z.strictObject({ function: functionReferenceSchema }),
  address_space_not_found: z.strictObject({ requested: z.string(), ...candidates(z.string()) }),
  inline_budget_too_small: z.strictObject({ configured_bytes: bytes, required_bytes: bytes }),
  result_too_large: z.strictObject({
    limit_bytes: bytes,
    observed_at_least_bytes: bytes,
    operation: z.string(),
    ...worker,
  }),
  protocol_violation: z.strictObject({ reason, ...worker }),
  confirmation_required: z.strictObject({ matched: matchedSchema }),
  cleanup_incomplete: z.strictObject({
    removed: removalCountsSchema,
    remaining: removalCountsSchema,
    transaction: path,
    reason,
  }),
  doctor_failed: z.strictObject({ report: doctorSchema }),
  output_unwritable: z.strictObject({ reason }),
  internal_error: z.strictObject({ reason }),
} as const satisfies Partial<Record<FailureCode, z.ZodType>>;

export type GhidrErrorCode = keyof typeof ERROR_DETAILS;

/** Whether a code of the table of failures is one that `ghidr` answers with. */
export function isGhidrErrorCode(code: string): code is GhidrErrorCode {
  return Object.hasOwn(ERROR_DETAILS, code);
}

/** The details of an error whose own did not fit into `LARGEST_ERROR`. */
const omitted = z.strictObject({ omitted: z.literal("details exceed the size of an error document") });

export const errorDocumentSchema = z.strictObject({
  schema_version: z.literal(1),
  kind: z.literal("error"),
  error: z.union(
    Object.entries(ERROR_DETAILS).map(([code, details]) =>
      z.strictObject({
        code: z.literal(code),
        message: z.string(),
        retryable: z.boolean(),
        details: z.union([details, omitted]),
      }),
    ),
  ),
});

export interface ErrorDocument {
  readonly schema_version: 1;
  readonly kind: "error";
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly retryable: boolean;
    readonly details: Readonly<Record<string, unknown>>;
  };
}

function optional<T extends Record<string, z.ZodType>>(fields: T): { [K in keyof T]: z.ZodOptional<T[K]> } {
  return Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, schema.optional()])) as {
    [K in keyof T]: z.ZodOptional<T[K]>;
  };
}
