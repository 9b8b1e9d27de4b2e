/** Who calls whom: one edge for each callsite and callee. */
import { z } from "zod";
import { addressSchema } from "./address.ts";
import { functionReferenceSchema } from "./functions.ts";
import { pageSchema } from "./page.ts";

/** By space and unsigned offset of the callsite, then by those of the callee, unresolved ones last. */
export const CALL_ORDER = "callsite_ascending";

/** Why an edge has no callee: the target is computed when the program runs, or no function begins there. */
export const UNRESOLVED_REASONS = ["computed_target", "no_function_at_target"] as const;

export const callItemSchema = z.strictObject({
  /** The function whose body holds the callsite; null when none does. */
  caller: functionReferenceSchema.nullable(),
  callsite: addressSchema,
  /**
   * Name of Ghidra's flow type of the instruction: `UNCONDITIONAL_CALL`, `COMPUTED_CALL`; a jump type where a jump
   * leaves for the entry of another function.
   */
  flow: z.string(),
  /** The function at the target, as written in the code: a thunk is not followed. Null when unresolved. */
  callee: functionReferenceSchema.nullable(),
  unresolved: z
    .strictObject({
      reason: z.enum(UNRESOLVED_REASONS),
      /** Null when it is computed. */
      target: addressSchema.nullable(),
    })
    .nullable(),
});
export type CallItem = z.infer<typeof callItemSchema>;

export const callsSchema = z.strictObject({
  /** Null when every edge of the program was asked for. */
  requested_selector: z.strictObject({ kind: z.enum(["name", "address"]), value: z.string() }).nullable(),
  function: functionReferenceSchema.nullable(),
  direction: z.enum(["callers", "callees", "both"]).nullable(),
  page: pageSchema(CALL_ORDER),
  items: z.array(callItemSchema),
});
export type CallsData = z.infer<typeof callsSchema>;
