/** References between addresses as Ghidra keeps them: jumps, calls, reads, writes, pointers. */
import { z } from "zod";
import { addressSchema } from "./address.ts";
import { functionReferenceSchema } from "./functions.ts";
import { pageSchema } from "./page.ts";

/** `from` by space and unsigned offset, then `to` likewise, then `operand_index`. */
export const REFERENCE_ORDER = "from_then_to_then_operand_ascending";

export const referenceSchema = z.strictObject({
  from: addressSchema,
  /** In memory, or in a space that Ghidra has for what is not: externals, the stack, registers. */
  to: addressSchema,
  /** Name of Ghidra's reference type: `UNCONDITIONAL_CALL`, `DATA`, `READ`. */
  type: z.string(),
  /** From 0; -1 is the mnemonic, -2 neither it nor an operand. */
  operand_index: z.int().min(-2),
  /** The function whose body holds `from`; null when none does. */
  function: functionReferenceSchema.nullable(),
});
export type Reference = z.infer<typeof referenceSchema>;

/** Links that an item lists at most; `total` counts them all. */
export const MOST_LINKS = 16;

/** A bounded list: the first ones in `REFERENCE_ORDER`, and how many there are. */
export const linksSchema = <T extends z.ZodType>(link: T) =>
  z.strictObject({ items: z.array(link).max(MOST_LINKS), total: z.int().min(0) });

export const referenceItemSchema = referenceSchema.extend({
  /** Seen from what was asked for: `to` it, `from` it, or `both` (within it). */
  direction: z.enum(["to", "from", "both"]),
});
export type ReferenceItem = z.infer<typeof referenceItemSchema>;

export const referencesSchema = z.strictObject({
  requested: z.strictObject({ kind: z.enum(["to", "from", "name"]), value: z.string() }),
  /** The function that was asked for by its name: references to its entry, and those from its body. */
  function: functionReferenceSchema.nullable(),
  page: pageSchema(REFERENCE_ORDER),
  items: z.array(referenceItemSchema),
});
export type ReferencesData = z.infer<typeof referencesSchema>;
