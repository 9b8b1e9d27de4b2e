/** What Ghidra knows about one function. */
import { z } from "zod";
import { addressSchema } from "./address.ts";
import { functionReferenceSchema } from "./functions.ts";

/** Where a value lies, as Ghidra writes it: `RAX:8`, `Stack[-0x10]:8`; null when it has no place. */
const storage = z.string().nullable();

export const functionDetailSchema = z.strictObject({
  function: functionReferenceSchema,
  /** As C: return type, calling convention where it is not the default, name and parameters. */
  signature: z.string(),
  /** Name of Ghidra's source type of the signature: `DEFAULT`, `ANALYSIS`, `IMPORTED`, `USER_DEFINED`. */
  signature_source: z.string(),
  /** Null when it is unknown. */
  calling_convention: z.string().nullable(),
  returns: z.strictObject({ type: z.string(), storage }),
  parameters: z.array(
    z.strictObject({
      /** From 0. */
      ordinal: z.int().min(0),
      name: z.string(),
      type: z.string(),
      storage,
      /** Passed by the calling convention, not written in the source: `this`. */
      is_automatic: z.boolean(),
    }),
  ),
  locals: z.array(
    z.strictObject({
      name: z.string(),
      type: z.string(),
      storage,
      /** From the entry of the function to its first use, bytes. */
      first_use_offset: z.int(),
    }),
  ),
  /** Ranges of addresses, both ends included, in order of their start. */
  body: z.array(z.strictObject({ start: addressSchema, end: addressSchema })),
  thunk: z.strictObject({
    is_thunk: z.boolean(),
    /** The function that it stands for, which may be a thunk itself. */
    target: functionReferenceSchema.nullable(),
    /** The last of them. */
    resolved: functionReferenceSchema.nullable(),
  }),
  /** Other symbols at its entry, by their qualified name, bytewise. */
  alternate_symbols: z.array(z.strictObject({ name: z.string(), qualified_name: z.string(), source: z.string() })),
  /** Bytes. */
  frame: z.strictObject({ size: z.int(), local_size: z.int(), parameter_size: z.int() }),
  /** Bytes that it takes off the stack when it returns; null when that is unknown. */
  stack_purge: z.int().nullable(),
  flags: z.strictObject({
    is_external: z.boolean(),
    is_inline: z.boolean(),
    is_no_return: z.boolean(),
    has_variable_arguments: z.boolean(),
    has_custom_storage: z.boolean(),
  }),
});
export type FunctionDetail = z.infer<typeof functionDetailSchema>;

export const functionDetailDataSchema = functionDetailSchema.extend({
  requested_selector: z.strictObject({ kind: z.enum(["name", "address"]), value: z.string() }),
});
export type FunctionDetailData = z.infer<typeof functionDetailDataSchema>;
