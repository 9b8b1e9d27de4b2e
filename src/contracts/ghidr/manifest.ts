/** What a stored Analysis says about itself (spec 002 "Analysis Store"). */
import { z } from "zod";
import { profileSchema, targetIdentitySchema } from "./profile.ts";
import { digestSchema } from "./provenance.ts";

const fileSchema = z.strictObject({
  /** Relative to the project directory, its parts joined by `/`. */
  path: z.string().regex(/^[^/\0]+(?:\/[^/\0]+)*$/u),
  size_bytes: z.int().min(0),
  sha256: digestSchema,
});
export type ProjectFile = z.infer<typeof fileSchema>;

export const manifestSchema = z.strictObject({
  manifest_version: z.literal(1),
  state: z.literal("complete"),
  sample: z.strictObject({ sha256: digestSchema, size_bytes: z.int().min(0) }),
  analysis_profile: z.strictObject({
    sha256: digestSchema,
    ghidra_version: z.string(),
    adapter_protocol_version: z.literal(1),
    target: targetIdentitySchema.extend({ format: z.string() }),
    analyzer_options_sha256: digestSchema,
    /** The canonical profile, of which `sha256` is the digest. */
    document: profileSchema,
  }),
  created_by: z.strictObject({
    ghidr_version: z.string(),
    invocation_id: z.string(),
    completed_at: z.iso.datetime(),
  }),
  /** What the loader complained of: told with every answer, as it was with the first. */
  loader_messages: z.array(z.string()),
  project: z.strictObject({
    name: z.literal("analysis"),
    path: z.literal("project"),
    /** By the bytes of their path. */
    files: z.array(fileSchema).min(1),
  }),
});
export type AnalysisManifest = z.infer<typeof manifestSchema>;
