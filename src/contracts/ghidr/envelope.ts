/** The one shape of a successful response (spec 002 "Structured output"). */
import { z } from "zod";
import { callsSchema } from "./calls.ts";
import { disassemblySchema } from "./disassembly.ts";
import { functionDetailDataSchema } from "./function-detail.ts";
import { hostProvenanceSchema, sampleProvenanceSchema } from "./provenance.ts";
import {
  cleanupSchema,
  decompilationSchema,
  doctorSchema,
  functionsSchema,
  inspectionSchema,
  spilledSchema,
} from "./results.ts";
import { referencesSchema } from "./references.ts";
import { stringsSchema } from "./strings.ts";
import { warningSchema, type Warning } from "./warnings.ts";

export const SCHEMA_VERSION = 1;
/** Bytes of a successful document, its line end included, unless `--max-inline-bytes` says otherwise. */
export const DEFAULT_INLINE_BYTES = 65_536;

/** A complete document; `data` is a `SpilledData` when the answer lies in an Artifact. */
export interface Envelope {
  readonly schema_version: typeof SCHEMA_VERSION;
  readonly kind: Kind;
  readonly provenance: object;
  readonly data: object;
  readonly warnings: readonly Warning[];
}

export const KINDS = [
  "doctor",
  "inspection",
  "functions",
  "function_detail",
  "strings",
  "references",
  "calls",
  "decompilation",
  "disassembly",
  "cleanup",
] as const;
export type Kind = (typeof KINDS)[number];

/** Schema of each kind of response. */
export const RESPONSES = {
  doctor: envelope("doctor", hostProvenanceSchema, doctorSchema),
  inspection: envelope("inspection", sampleProvenanceSchema, inspectionSchema),
  functions: envelope("functions", sampleProvenanceSchema, functionsSchema),
  function_detail: envelope("function_detail", sampleProvenanceSchema, functionDetailDataSchema),
  strings: envelope("strings", sampleProvenanceSchema, stringsSchema),
  references: envelope("references", sampleProvenanceSchema, referencesSchema),
  calls: envelope("calls", sampleProvenanceSchema, callsSchema),
  disassembly: envelope("disassembly", sampleProvenanceSchema, disassemblySchema),
  decompilation: envelope("decompilation", sampleProvenanceSchema, decompilationSchema),
  cleanup: envelope("cleanup", hostProvenanceSchema, cleanupSchema),
} as const satisfies Record<Kind, z.ZodType>;

function envelope<P extends z.ZodType, D extends z.ZodType>(kind: Kind, provenance: P, data: D) {
  return z.strictObject({
    schema_version: z.literal(SCHEMA_VERSION),
    kind: z.literal(kind),
    provenance,
    data: z.union([data, spilledSchema]),
    warnings: z.array(warningSchema),
  });
}
