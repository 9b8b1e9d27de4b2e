/** What an Analysis was made with (spec 002 "Analysis compatibility"): its digest and the sample's name an Analysis. */
import { z } from "zod";

/** What Ghidra was told, or found out, about the program it loads. */
export const targetIdentitySchema = z.strictObject({
  /** Name of the loader. */
  loader: z.string(),
  processor_language: z.string(),
  compiler_specification: z.string(),
});

/**
 * One resolved option. Values that JSON numbers do not hold exactly (fractions, 64-bit integers beyond 2^53, colours,
 * dates) are texts; `type` says what the text is of.
 */
export const optionSchema = z.strictObject({
  name: z.string(),
  type: z.string(),
  value: z.union([z.boolean(), z.int(), z.string(), z.null()]),
});
export type ProfileOption = z.infer<typeof optionSchema>;

/** Entries by the UTF-8 bytes of their name, no name twice. */
export const optionsSchema = z.array(optionSchema).max(10_000).refine(isOrdered, "options are not in order or repeat");

export const profileSchema = z.strictObject({
  profile_version: z.literal(1),
  ghidra_version: z.string(),
  java_version: z.string(),
  analysis_adapter_version: z.int().min(1),
  target: targetIdentitySchema,
  loader_options: optionsSchema,
  analyzer_options: optionsSchema,
  max_cpu: z.int().min(1),
});
export type AnalysisProfile = z.infer<typeof profileSchema>;

function isOrdered(options: readonly ProfileOption[]): boolean {
  return options.every((option, index) => {
    const before = options[index - 1];
    return before === undefined || Buffer.compare(Buffer.from(before.name), Buffer.from(option.name)) < 0;
  });
}
