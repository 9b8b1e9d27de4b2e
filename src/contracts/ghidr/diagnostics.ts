/** Diagnostic Logs: what a worker wrote to its standard streams, kept because something went wrong. */
import { z } from "zod";
import { digestSchema } from "./provenance.ts";
import { taggedPathSchema } from "./tagged-path.ts";

/** Points to the manifest of a bundle. */
export const diagnosticLogSchema = z.strictObject({
  /** Absolute path of `manifest.json`. */
  path: taggedPathSchema,
  bytes: z.int().min(1),
  sha256: digestSchema,
  media_type: z.literal("application/json"),
  /** Ghidra echoes symbols and strings of the sample. */
  sensitive: z.literal(true),
  /** Whether a stream was longer than what is kept of it. */
  truncated: z.boolean(),
});
export type DiagnosticLog = z.infer<typeof diagnosticLogSchema>;

const segmentSchema = z.strictObject({
  /** Relative to the manifest. */
  path: taggedPathSchema,
  offset: z.int().min(0),
  length: z.int().min(0),
  sha256: digestSchema,
});

const streamSchema = z.strictObject({
  total_bytes: z.int().min(0),
  captured_bytes: z.int().min(0),
  truncated: z.boolean(),
  encoding: z.enum(["utf8", "bytes"]),
  /** None where there was no room to keep anything. */
  segments: z.array(segmentSchema).max(2),
});
export type DiagnosticStream = z.infer<typeof streamSchema>;

export const diagnosticsManifestSchema = z.strictObject({
  schema_version: z.literal(1),
  kind: z.literal("diagnostic_log"),
  invocation: z.strictObject({
    id: z.string(),
    operation: z.string(),
    ghidr_version: z.string(),
    sample_sha256: digestSchema.nullable(),
  }),
  /** Why the worker ended, and whether it had to be killed. */
  termination: z.strictObject({ reason: z.string(), manner: z.enum(["graceful", "forced"]).nullable() }),
  started_at: z.iso.datetime(),
  ended_at: z.iso.datetime(),
  stdout: streamSchema,
  stderr: streamSchema,
});
export type DiagnosticsManifest = z.infer<typeof diagnosticsManifestSchema>;
