/** What the store says about the files that were derived from an Analysis. */
import { z } from "zod";
import { digestSchema } from "./provenance.ts";

const count = z.int().min(0);

/** The digest list of the extracts of one Analysis. */
export const derivedListSchema = z.strictObject({
  derived_version: z.literal(1),
  /** What the files hold; those of another version are made again. */
  extracts_version: z.int(),
  /** The invocation that made the Analysis: extracts of one that was rebuilt since are not believed. */
  analysis_invocation_id: z.string(),
  files: z.array(z.strictObject({ name: z.string(), size_bytes: count, sha256: digestSchema })),
  /** What could not be extracted, and why. */
  absent: z.array(
    z.discriminatedUnion("state", [
      z.strictObject({ name: z.string(), state: z.literal("too_large"), observed_at_least_bytes: count }),
      z.strictObject({ name: z.string(), state: z.literal("failed"), reason: z.string() }),
    ]),
  ),
});
export type DerivedList = z.infer<typeof derivedListSchema>;
