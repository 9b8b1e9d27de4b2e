/** What is told about a function of a program: the item of a list, and the reference that names one. */
import { z } from "zod";
import { addressSchema } from "./address.ts";

/** Names are exactly Ghidra's: neither demangled, folded nor normalized. */
export const functionReferenceSchema = z.strictObject({
  /** `Function.getName(false)`. */
  name: z.string(),
  /** `Function.getName(true)`. */
  qualified_name: z.string(),
  entry: addressSchema,
});
export type FunctionReference = z.infer<typeof functionReferenceSchema>;

/** What names a function of which more is known. */
export function referenceOf({ name, qualified_name, entry }: FunctionReference): FunctionReference {
  return { name, qualified_name, entry };
}

export const functionItemSchema = functionReferenceSchema.extend({
  body_address_count: z.int().min(0),
  location: z.enum(["memory", "external"]),
  is_external: z.boolean(),
  is_thunk: z.boolean(),
  /** Null when this is no thunk, or Ghidra does not resolve its target. */
  thunk_target_entry: addressSchema.nullable(),
  decompilable: z.boolean(),
});
export type FunctionItem = z.infer<typeof functionItemSchema>;

/** Memory before external, then `entry.space` bytewise, then `entry.offset` as an unsigned number. */
export const FUNCTION_ORDER = "location_then_entry_ascending";

/** How a caller names one function. */
export const selectorSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("name"), value: z.string().min(1) }),
  z.strictObject({ kind: z.literal("address"), value: addressSchema }),
]);
export type FunctionSelector = z.infer<typeof selectorSchema>;
