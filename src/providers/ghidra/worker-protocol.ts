/**
 * What the harness and the Java adapter say to each other (spec 002 "Analysis execution"): one request file, one
 * response file, both strict JSON in UTF-8. The two sides ship together, so an unknown or missing field is a fault.
 *
 * Files of an invocation, all in its private directory: `request.json` (written by the harness, mode 0600, before the
 * worker starts), `response.json.tmp` renamed to `response.json` (written by the worker), and `profile.json` (renamed
 * into place by a worker that creates an Analysis, as soon as the options are resolved and before the analysis starts;
 * the same object as `analysis` of the response; it lets others be told which Analysis is being made). A request that
 * wants extracts gets the directory `extracts` of `extracts.ts` too.
 */
import { z } from "zod";
import { addressSchema } from "../../contracts/ghidr/address.ts";
import { instructionItemSchema } from "../../contracts/ghidr/disassembly.ts";
import { functionReferenceSchema, selectorSchema } from "../../contracts/ghidr/functions.ts";
import { optionsSchema, targetIdentitySchema } from "../../contracts/ghidr/profile.ts";
import { EXTRACTORS, extractReportSchema, type ExtractReport } from "./extracts.ts";

export const PROTOCOL_VERSION = 1;
/** Version of what the adapter does when it analyses; a change makes new Analyses. */
export const ADAPTER_VERSION = 1;

/** Bytes; the harness refuses to write more, the adapter to read more. */
export const LARGEST_REQUEST = 1_048_576;
/** Bytes; the adapter answers `result_too_large` instead, the harness reads no more. */
export const LARGEST_RESPONSE = 268_435_456;
/** Candidates that an error of the adapter lists at most; `total` counts them all. */
const MOST_CANDIDATES = 100;

/** What the adapter's dispatch table holds. */
export const WORKER_OPERATIONS = ["doctor", "extract", "decompile", "disassemble"] as const;
export type WorkerOperation = (typeof WORKER_OPERATIONS)[number];

const absolutePath = z.string().startsWith("/");
const invocationId = z.string().regex(/^[0-9a-f]{32}$/u);
const digest = z.string().regex(/^[0-9a-f]{64}$/u);
const seconds = z.int().min(1);

const requestHead = {
  protocol_version: z.literal(PROTOCOL_VERSION),
  invocation_id: invocationId,
  ghidra: z.strictObject({ directory: absolutePath, layout: z.enum(["distribution", "jar"]) }),
};

/**
 * Where the Analysis comes from: `create` imports and analyses `sample` and saves the project into the empty directory
 * `project_directory`; `read_only` opens the project there without locking or changing anything. Then, with `extract`,
 * every extractor writes its file, before the operation is done.
 */
const analysisSourceSchema = z.discriminatedUnion("mode", [
  z.strictObject({
    mode: z.literal("create"),
    project_directory: absolutePath,
    sample: z.strictObject({ path: absolutePath, sha256: digest, size_bytes: z.int().min(0) }),
    analysis_timeout_seconds: seconds,
    max_cpu: z.int().min(1),
    extract: z.boolean(),
  }),
  z.strictObject({
    mode: z.literal("read_only"),
    project_directory: absolutePath,
    max_cpu: z.int().min(1),
    extract: z.boolean(),
  }),
]);

/** Addresses of one space, both ends included. */
const rangeSchema = z.strictObject({
  space: z.string().min(1),
  start: addressSchema.shape.offset,
  end: addressSchema.shape.offset,
});
export type AddressRange = z.infer<typeof rangeSchema>;

const requests = {
  /** Initialises Ghidra and loads one language; says what of the outside the worker can see. */
  doctor: z.strictObject({
    ...requestHead,
    operation: z.literal("doctor"),
    /** Paths that a confined worker must not be able to read. */
    arguments: z.strictObject({ hidden_paths: z.array(absolutePath).max(16) }),
  }),
  /** Nothing beyond the extracts. */
  extract: z.strictObject({
    ...requestHead,
    operation: z.literal("extract"),
    analysis: analysisSourceSchema,
    arguments: z.strictObject({}),
  }),
  decompile: z.strictObject({
    ...requestHead,
    operation: z.literal("decompile"),
    analysis: analysisSourceSchema,
    arguments: z.strictObject({ selector: selectorSchema, decompile_timeout_seconds: seconds }),
  }),
  disassemble: z.strictObject({
    ...requestHead,
    operation: z.literal("disassemble"),
    analysis: analysisSourceSchema,
    arguments: z.discriminatedUnion("what", [
      z.strictObject({ what: z.literal("function"), selector: selectorSchema }),
      z.strictObject({ what: z.literal("range"), range: rangeSchema }),
    ]),
  }),
};

export const requestSchema = z.discriminatedUnion("operation", [
  requests.doctor,
  requests.extract,
  requests.decompile,
  requests.disassemble,
]);
export type WorkerRequest = z.infer<typeof requestSchema>;
export type AnalysisSource = z.infer<typeof analysisSourceSchema>;

const results = {
  doctor: z.strictObject({
    /** As the provenance names them: `10.3`, `17`. */
    ghidra_version: z.string(),
    java_version: z.string(),
    /** The language that was loaded to see that languages load. */
    language: z.string(),
    /** Those of `hidden_paths` that the worker could read or list. */
    readable_paths: z.array(z.string()),
    /** Names of the network interfaces that are up, the loopback one apart. */
    network_interfaces: z.array(z.string()),
  }),
  extract: z.strictObject({}),
  decompile: z.strictObject({
    function: functionReferenceSchema,
    /** As Ghidra gave it, with line ends CRLF and CR made LF. */
    text: z.string(),
    /** The WARNING comments of the text, without comment marks, in order of appearance. */
    warnings: z.array(z.string()),
  }),
  /** Every instruction of the function or the range, in the order of its contract. */
  disassemble: z.strictObject({
    function: functionReferenceSchema.nullable(),
    items: z.array(instructionItemSchema),
  }),
};
export type WorkerResults = { readonly [K in WorkerOperation]: z.infer<(typeof results)[K]> };

/** What the Analysis is: reported when it was created, and again when it was opened. */
export const analysisFactsSchema = z.strictObject({
  target: targetIdentitySchema.extend({ format: z.string() }),
  loader_options: optionsSchema,
  analyzer_options: optionsSchema,
  /** What Ghidra's loader complained of, a line each, at most 1,000; empty when the Analysis was opened. */
  loader_messages: z.array(z.string()).max(1000),
});
export type AnalysisFacts = z.infer<typeof analysisFactsSchema>;

const workerErrors = {
  target_unrecognized: z.strictObject({ reason: z.string() }),
  target_ambiguous: z.strictObject({
    total: z.int().min(2),
    candidates: z.array(targetIdentitySchema).max(MOST_CANDIDATES),
  }),
  /** A loader, the import or an analyzer failed, or the project cannot be saved. */
  analysis_failed: z.strictObject({ reason: z.string() }),
  analysis_out_of_memory: z.strictObject({}),
  analysis_timeout: z.strictObject({ timeout_seconds: seconds }),
  /** The project cannot be opened read-only. */
  corrupt_analysis: z.strictObject({ reason: z.string() }),
  decompile_failed: z.strictObject({ function: functionReferenceSchema, reason: z.string() }),
  decompile_timeout: z.strictObject({ function: functionReferenceSchema, timeout_seconds: seconds }),
  function_not_found: z.strictObject({}),
  /** Candidates in the order of `functions`. */
  function_selector_ambiguous: z.strictObject({
    total: z.int().min(2),
    candidates: z.array(functionReferenceSchema).max(MOST_CANDIDATES),
  }),
  /** An address inside a function; the entry of that function, when there is one. */
  function_entry_required: z.strictObject({ containing_function: functionReferenceSchema.nullable() }),
  /** An external function. */
  function_not_decompilable: z.strictObject({ function: functionReferenceSchema }),
  /** An external function, of which there are no instructions. */
  function_without_body: z.strictObject({ function: functionReferenceSchema }),
  /** Candidates: the names of the address spaces of functions and memory, bytewise. */
  address_space_not_found: z.strictObject({
    total: z.int().min(0),
    candidates: z.array(z.string()).max(MOST_CANDIDATES),
  }),
  result_too_large: z.strictObject({
    limit_bytes: z.int(),
    observed_at_least_bytes: z.int(),
    operation: z.enum(WORKER_OPERATIONS),
  }),
  /** Ghidra does not initialise, or does not load the language of the health check. */
  ghidra_incompatible: z.strictObject({ reason: z.string() }),
  /** The request is malformed, of another version or too large: a fault of the harness. */
  protocol_violation: z.strictObject({ reason: z.string() }),
};
export type WorkerErrorCode = keyof typeof workerErrors;

const errorSchema = z.discriminatedUnion(
  "code",
  // One variant for each row of the table: the list is never empty.
  Object.entries(workerErrors).map(([code, details]) =>
    z.strictObject({ code: z.literal(code as WorkerErrorCode), message: z.string(), details }),
  ) as unknown as [ErrorVariant, ...ErrorVariant[]],
);
type ErrorVariant = z.ZodObject<{ code: z.ZodLiteral<WorkerErrorCode>; message: z.ZodString; details: z.ZodObject }>;

/** What the adapter could not do. */
export type WorkerError = {
  [K in WorkerErrorCode]: {
    readonly code: K;
    readonly message: string;
    readonly details: z.infer<(typeof workerErrors)[K]>;
  };
}[WorkerErrorCode];

/**
 * The answer of the adapter. `analysis` is there as soon as an Analysis was created and saved, or opened, and `extracts`
 * as soon as they were tried, one report an extractor in the order of `EXTRACTORS`: also beside an error, when only the
 * question about it failed.
 */
export type WorkerResponse = {
  readonly analysis: AnalysisFacts | null;
  readonly extracts: readonly ExtractReport[] | null;
} & (WorkerSuccess | { readonly status: "error"; readonly operation: WorkerOperation; readonly error: WorkerError });
export type WorkerSuccess = {
  [K in WorkerOperation]: { readonly status: "ok"; readonly operation: K; readonly result: WorkerResults[K] };
}[WorkerOperation];

/** Schema of the whole response file to one operation. */
export function responseSchema(operation: WorkerOperation) {
  const head = {
    protocol_version: z.literal(PROTOCOL_VERSION),
    invocation_id: invocationId,
    operation: z.literal(operation),
    analysis: analysisFactsSchema.nullable(),
    extracts: z.array(extractReportSchema).length(EXTRACTORS.length).nullable(),
  };
  return z.discriminatedUnion("status", [
    z.strictObject({ ...head, status: z.literal("ok"), result: results[operation] }),
    z.strictObject({ ...head, status: z.literal("error"), error: errorSchema }),
  ]);
}

/** The request file, or the reason why it must not be written: it is larger than `LARGEST_REQUEST`. */
export function encodeRequest(request: WorkerRequest): Uint8Array | string {
  const bytes = Buffer.from(JSON.stringify(requestSchema.parse(request)));
  return bytes.length <= LARGEST_REQUEST
    ? bytes
    : `the request has ${bytes.length} bytes of at most ${LARGEST_REQUEST}`;
}

/** The response in the bytes of `response.json`, or why they are no response to this request. */
export function decodeResponse(bytes: Uint8Array, request: WorkerRequest): WorkerResponse | string {
  if (bytes.length > LARGEST_RESPONSE) return `the response is larger than ${LARGEST_RESPONSE} bytes`;
  const parsed = responseSchema(request.operation).safeParse(parseJson(bytes));
  if (!parsed.success) return `the response is not of its schema: ${firstIssue(parsed.error)}`;
  if (parsed.data.invocation_id !== request.invocation_id) return "the response is of another invocation";
  const { protocol_version: _version, invocation_id: _id, ...response } = parsed.data;
  // The schema of the operation was applied; the union over operations says the same in one type.
  return response as WorkerResponse;
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

function firstIssue(error: z.ZodError): string {
  const issue = error.issues[0];
  return issue === undefined ? "unknown" : `${issue.path.join(".")}: ${issue.message}`;
}
