/** Where an answer came from (spec 002 "Structured output"). */
import { z } from "zod";
import { taggedPathSchema } from "./tagged-path.ts";
import { targetIdentitySchema } from "./profile.ts";

export const digestSchema = z.string().regex(/^[0-9a-f]{64}$/u);

export const storeSchema = z.strictObject({
  /** Absolute. */
  path: taggedPathSchema,
  source: z.enum(["cli", "environment", "xdg", "home_fallback"]),
});

export const sandboxSchema = z.strictObject({
  backend: z.enum(["bubblewrap", "external", "off"]),
  verification: z.enum(["verified", "unverified", "disabled"]),
});
export type SandboxProvenance = z.infer<typeof sandboxSchema>;

export const targetSchema = targetIdentitySchema.extend({
  format: z.string(),
  /** Whether the integration tests of this project cover such targets; says nothing about Ghidra's confidence. */
  verification: z.enum(["verified", "unverified"]),
});
export type Target = z.infer<typeof targetSchema>;

export const limitsSchema = z.strictObject({
  max_heap_mib: z.int().min(1),
  max_cpu: z.int().min(1),
  analysis_timeout_seconds: z.int().min(1),
  /** Null when the query decompiles nothing. */
  decompile_timeout_seconds: z.int().min(1).nullable(),
  /** Derived: the enabled phases and 120 s. */
  child_watchdog_seconds: z.int().min(1),
});
export type Limits = z.infer<typeof limitsSchema>;

const base = { ghidr_version: z.string(), adapter_protocol_version: z.literal(1) };

/** Of every query about a sample. */
export const sampleProvenanceSchema = z.strictObject({
  ...base,
  ghidra_version: z.string(),
  java_version: z.string(),
  sample_sha256: digestSchema,
  /** As the caller gave it. */
  source_path: taggedPathSchema,
  analysis_profile_sha256: digestSchema,
  target: targetSchema,
  analysis_store: storeSchema,
  sandbox: sandboxSchema,
  limits: limitsSchema,
});
export type SampleProvenance = z.infer<typeof sampleProvenanceSchema>;

/** Of the commands that are about the store and the installation. */
export const hostProvenanceSchema = z.strictObject({ ...base, analysis_store: storeSchema });
export type HostProvenance = z.infer<typeof hostProvenanceSchema>;
