/**
 * What the adapter writes out about a whole program, so that later questions need no engine. One file an extractor,
 * `<invocation>/extracts/<name>.jsonl`: strict JSON in UTF-8, one value a line, each line ended by a line feed.
 *
 * `inspect` is one line; `functions`, `function` and `strings` have a line an item, in the order of their contract, the
 * first two in the same order. `xrefs` and `calls` have a line of tables and then a line a row, which refers to the
 * tables and to the lines of `functions` by their index; -1 is none.
 */
import { z } from "zod";
import { addressSchema } from "../../contracts/ghidr/address.ts";
import { functionDetailSchema } from "../../contracts/ghidr/function-detail.ts";
import { functionItemSchema } from "../../contracts/ghidr/functions.ts";
import { stringItemSchema } from "../../contracts/ghidr/strings.ts";

/** The extractors of the adapter, each named as the command that it answers. */
export const EXTRACTORS = ["inspect", "functions", "strings", "xrefs", "calls", "function"] as const;
export type Extractor = (typeof EXTRACTORS)[number];

/** What extracts hold; a change makes them again. */
export const EXTRACTS_VERSION = 1;

/** Bytes of one file at most. */
export const LARGEST_EXTRACT = 268_435_456;

/** How the file of one extractor came out. */
export const extractReportSchema = z.discriminatedUnion("state", [
  z.strictObject({
    name: z.enum(EXTRACTORS),
    state: z.literal("written"),
    /** Without the line of tables. */
    records: z.int().min(0),
    bytes: z.int().min(0),
    sha256: z.string().regex(/^[0-9a-f]{64}$/u),
  }),
  /** It would be larger than `LARGEST_EXTRACT`; there is no file. */
  z.strictObject({ name: z.enum(EXTRACTORS), state: z.literal("too_large"), observed_at_least_bytes: z.int() }),
  /** Ghidra threw; there is no file. */
  z.strictObject({ name: z.enum(EXTRACTORS), state: z.literal("failed"), reason: z.string() }),
]);
export type ExtractReport = z.infer<typeof extractReportSchema>;

export const inspectLineSchema = z.strictObject({
  image_base: addressSchema.nullable(),
  minimum_address: addressSchema.nullable(),
  maximum_address: addressSchema.nullable(),
  /** Memory, external and thunk functions: what `functions` lists. */
  function_count: z.int().min(0),
  /** Names of the spaces that functions and memory are in, bytewise. */
  address_spaces: z.array(z.string()),
});
export type InspectLine = z.infer<typeof inspectLineSchema>;

/** Schema of the lines of the extractors without tables. */
export const LINES = {
  inspect: inspectLineSchema,
  functions: functionItemSchema,
  strings: stringItemSchema,
  function: functionDetailSchema,
} as const;

/** An address space, and how many hexadecimal digits its offsets are padded to. */
export const spaceSchema = z.strictObject({ name: z.string().min(1), digits: z.int().min(1).max(16) });

export const xrefsTablesSchema = z.strictObject({ spaces: z.array(spaceSchema), types: z.array(z.string()) });
/**
 * Row of `xrefs`, in the order of its contract: space and offset of the source, space and offset of the destination,
 * type, index of the operand, function that holds the source. Offsets are lower-case hexadecimal without `0x`.
 */
export type XrefsRow = readonly [number, string, number, string, number, number, number];

export const callsTablesSchema = z.strictObject({ spaces: z.array(spaceSchema), flows: z.array(z.string()) });
/**
 * Row of `calls`, in the order of its contract: caller, space and offset of the callsite, flow, callee, reason (index
 * in `UNRESOLVED_REASONS`, -1 when there is a callee), space (-1 for none) and offset (empty for none) of the target.
 */
export type CallsRow = readonly [number, number, string, number, number, number, number, string];
