/** The `data` of a successful response, one schema a command. */
import { z } from "zod";
import { addressSchema } from "./address.ts";
import { diagnosticLogSchema } from "./diagnostics.ts";
import { FUNCTION_ORDER, functionItemSchema, functionReferenceSchema } from "./functions.ts";
import { pageSchema } from "./page.ts";
import { digestSchema, sandboxSchema, storeSchema } from "./provenance.ts";
import { taggedPathSchema } from "./tagged-path.ts";

export const usageSchema = z.strictObject({
  /** Sum of the file lengths. */
  logical_bytes: z.int().min(0),
  /** Sum of the allocated blocks, directories included. */
  allocated_bytes: z.int().min(0),
});
export type Usage = z.infer<typeof usageSchema>;

const status = z.enum(["ready", "missing", "incompatible", "invalid", "unwritable"]);
/** Why a component is not ready; absent when it is. */
const problem = z
  .strictObject({ code: z.string(), message: z.string(), diagnostic_log: diagnosticLogSchema.optional() })
  .optional();

export const doctorSchema = z.strictObject({
  ready: z.boolean(),
  components: z.strictObject({
    ghidra: z.strictObject({
      status,
      version: z.string().nullable(),
      launcher: taggedPathSchema.nullable(),
      /** How the classes lie: an official distribution, or one jar that was extracted. */
      layout: z.enum(["distribution", "jar"]).nullable(),
      problem,
    }),
    java: z.strictObject({
      status,
      version: z.string().nullable(),
      executable: taggedPathSchema.nullable(),
      problem,
    }),
    analysis_store: z.strictObject({
      status,
      ...storeSchema.shape,
      usage: usageSchema,
      /** Extracted engines and compiled adapters: not part of `usage`, kept by `clean --all`. */
      engines_usage: usageSchema,
      problem,
    }),
    sandbox: z.strictObject({
      status,
      ...sandboxSchema.shape,
      problem,
    }),
  }),
  /** Whether the test suite of this version ran this pair of Ghidra and JDK; null when there is no pair. */
  pair_verified: z.boolean().nullable(),
});
export type DoctorData = z.infer<typeof doctorSchema>;

export const inspectionSchema = z.strictObject({
  sample: z.strictObject({ sha256: digestSchema, size_bytes: z.int().min(0) }),
  program: z.strictObject({
    image_base: addressSchema.nullable(),
    minimum_address: addressSchema.nullable(),
    maximum_address: addressSchema.nullable(),
    function_count: z.int().min(0),
  }),
  analysis: z.strictObject({ disposition: z.enum(["created", "reused", "rebuilt"]) }),
});
export type InspectionData = z.infer<typeof inspectionSchema>;

export const functionsSchema = z.strictObject({
  page: pageSchema(FUNCTION_ORDER),
  items: z.array(functionItemSchema),
});
export type FunctionsData = z.infer<typeof functionsSchema>;

export const decompilationSchema = z.strictObject({
  /** Exactly what the caller wrote. */
  requested_selector: z.strictObject({ kind: z.enum(["name", "address"]), value: z.string() }),
  function: functionReferenceSchema,
  decompilation: z.strictObject({ syntax: z.literal("ghidra_c"), text: z.string() }),
});
export type DecompilationData = z.infer<typeof decompilationSchema>;

export const removalCountsSchema = z.strictObject({
  analyses: z.int().min(0),
  /** Analyses from which data were derived that are kept. */
  derived: z.int().min(0),
  quarantined_analyses: z.int().min(0),
  artifacts: z.int().min(0),
  diagnostic_logs: z.int().min(0),
  usage: usageSchema,
});
export type RemovalCounts = z.infer<typeof removalCountsSchema>;

export const matchedSchema = removalCountsSchema.extend({
  /** Of the matched Analyses, quarantined ones included: unique, bytewise. */
  analysis_profile_sha256: z.array(digestSchema),
});
export type Matched = z.infer<typeof matchedSchema>;

export const cleanupSchema = z.strictObject({
  mode: z.enum(["executed", "dry_run"]),
  target: z.discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("sample"), source_path: taggedPathSchema, sha256: digestSchema }),
    z.strictObject({ kind: z.literal("digest"), sha256: digestSchema }),
    z.strictObject({ kind: z.literal("all") }),
  ]),
  matched: matchedSchema,
  /** Null for a dry run. */
  removed: removalCountsSchema.nullable(),
});
export type CleanupData = z.infer<typeof cleanupSchema>;

/** Stands as `data` of an answer that is over the inline budget; the Artifact holds the complete answer. */
export const spilledSchema = z.strictObject({
  spilled: z.literal(true),
  artifact: z.strictObject({
    path: taggedPathSchema,
    bytes: z.int().min(1),
    sha256: digestSchema,
    media_type: z.literal("application/json"),
    contains: z.literal("complete_success_response"),
  }),
});
export type SpilledData = z.infer<typeof spilledSchema>;
