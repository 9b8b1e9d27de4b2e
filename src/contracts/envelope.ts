/** The one shape of an answer, on `rea --json` and as structured content over MCP. */
import { z } from "zod";
import { FAILURES, type Failure } from "../base/failure.ts";
import { address } from "./facts.ts";
import { limitSchema, pageSchema } from "./page.ts";

export const SCHEMA_VERSION = 1;

export const targetSchema = z.object({
  /** As the caller gave it. */
  path: z.string(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/u),
  format: z.string(),
  architecture: z.string(),
  image_base: address,
});
export type TargetFact = z.infer<typeof targetSchema>;

export const bindingSchema = z.object({
  provider: z.object({ id: z.string(), version: z.string() }),
  selection_source: z.enum(["request", "environment", "auto-single-candidate", "auto-embedded"]),
  /** SHA-256 of the canonical analysis profile. */
  profile_digest: z.string(),
});
export type Binding = z.infer<typeof bindingSchema>;

export const warningSchema = z.object({ code: z.string(), message: z.string() });
export type Warning = z.infer<typeof warningSchema>;

/** The envelope around a result of shape `result`. */
export function envelopeSchema<T extends z.ZodType>(result: T) {
  return z.object({
    schema_version: z.literal(SCHEMA_VERSION),
    operation: z.string(),
    target: targetSchema.nullable(),
    binding: bindingSchema.nullable(),
    result,
    page: pageSchema.optional(),
    warnings: z.array(warningSchema),
    limits: z.array(limitSchema),
  });
}
export type Envelope = z.infer<ReturnType<typeof envelopeSchema<z.ZodUnknown>>>;

/** What stands as the `result` of an answer over its size budget. */
export const artifactSchema = z.object({
  spilled: z.literal(true),
  artifact: z.object({
    path: z.string(),
    bytes: z.int().min(0),
    sha256: z.string(),
    media_type: z.literal("application/json"),
    contains: z.literal("complete_success_response"),
  }),
  /** The first useful lines of the answer. */
  preview: z.string(),
});
export type Artifact = z.infer<typeof artifactSchema>;

/** What a failed operation answers, on stderr and over MCP. */
export const errorDocumentSchema = z.object({
  schema_version: z.literal(SCHEMA_VERSION),
  operation: z.string(),
  error: z.object({
    code: z.string(),
    category: z.string(),
    message: z.string(),
    hint: z.string(),
    retryable: z.boolean(),
    details: z.record(z.string(), z.unknown()),
  }),
});
export type ErrorDocument = z.infer<typeof errorDocumentSchema>;

export function errorDocument(operation: string, failure: Failure): ErrorDocument {
  const { category, hint, retryable } = FAILURES[failure.code];
  const { code, message, details } = failure;
  return {
    schema_version: SCHEMA_VERSION,
    operation,
    error: { code, category, message, hint, retryable, details: { ...details } },
  };
}
