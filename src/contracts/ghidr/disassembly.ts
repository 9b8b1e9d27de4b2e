/** Instructions as Ghidra has decoded them. */
import { z } from "zod";
import { addressSchema } from "./address.ts";
import { functionReferenceSchema } from "./functions.ts";
import { pageSchema } from "./page.ts";
import { linksSchema, referenceSchema } from "./references.ts";

/** By space and unsigned offset. */
export const INSTRUCTION_ORDER = "address_ascending";
/** Addresses of a range that is disassembled, at most: 1 MiB. */
export const LARGEST_RANGE = 1_048_576;

export const instructionItemSchema = z.strictObject({
  address: addressSchema,
  /** Two lower-case hexadecimal digits a byte. */
  bytes: z.string().regex(/^(?:[0-9a-f]{2})+$/u),
  mnemonic: z.string(),
  /** Each as Ghidra prints it. */
  operands: z.array(z.string()),
  flow: z.strictObject({
    /** Name of Ghidra's flow type: `FALL_THROUGH`, `CONDITIONAL_JUMP`, `TERMINATOR`. */
    type: z.string(),
    /** Where execution goes on when it does not branch; null when it always does. */
    fall_through: addressSchema.nullable(),
    /** Where it may branch to, as far as known. */
    targets: z.array(addressSchema),
  }),
  /** References from it. */
  references: linksSchema(referenceSchema.pick({ to: true, type: true, operand_index: true })),
});
export type InstructionItem = z.infer<typeof instructionItemSchema>;

export const disassemblySchema = z.strictObject({
  requested_selector: z.strictObject({ kind: z.enum(["name", "address", "range"]), value: z.string() }),
  /** Null when a range was asked for. */
  function: functionReferenceSchema.nullable(),
  page: pageSchema(INSTRUCTION_ORDER),
  items: z.array(instructionItemSchema),
});
export type DisassemblyData = z.infer<typeof disassemblySchema>;
