/** Where something lies in a program as Ghidra sees it (spec 002 "Output behavior"). */
import { z } from "zod";

/** Offsets are lower-case hexadecimal, padded to the width of their address space. */
export const addressSchema = z.strictObject({
  /** Exact name that Ghidra gives the space; compared by its UTF-8 bytes. */
  space: z.string().min(1),
  offset: z.string().regex(/^0x[0-9a-f]{1,16}$/u),
});
export type Address = z.infer<typeof addressSchema>;
