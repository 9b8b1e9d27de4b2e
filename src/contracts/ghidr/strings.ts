/** Strings that Ghidra has defined in a program. */
import { z } from "zod";
import { addressSchema } from "./address.ts";
import { pageSchema } from "./page.ts";
import { linksSchema, referenceSchema } from "./references.ts";

/** By space and unsigned offset. */
export const STRING_ORDER = "address_ascending";

export const stringItemSchema = z.strictObject({
  address: addressSchema,
  /** Of the data that Ghidra has defined, its terminator and padding included. */
  byte_length: z.int().min(0),
  /** Name that Ghidra gives the character set: `US-ASCII`, `UTF-8`, `UTF-16LE`. */
  encoding: z.string(),
  value: z.strictObject({
    /** Decoded, without terminator; what is no character of the set is U+FFFD. */
    text: z.string(),
    /** The exact bytes of the data when they do not all decode; else null. */
    base64: z.base64().nullable(),
  }),
  /** References to any of its bytes. */
  references: linksSchema(referenceSchema),
});
export type StringItem = z.infer<typeof stringItemSchema>;

export const stringsSchema = z.strictObject({ page: pageSchema(STRING_ORDER), items: z.array(stringItemSchema) });
export type StringsData = z.infer<typeof stringsSchema>;
