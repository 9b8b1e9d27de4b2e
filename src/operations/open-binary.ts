/** Opens a program in the session and analyses it. */
import { z } from "zod";
import type { Analysis } from "../providers/provider.ts";
import { sessionOperation } from "./operation.ts";
import { documentFact, documentSchema } from "./session-facts.ts";

const contentsSchema = z.object({
  functions: z.int().min(0),
  imports: z.int().min(0),
  exports: z.int().min(0),
  strings: z.int().min(0),
  language: z.string(),
  stripped: z.boolean(),
  /** False when the engine has no decoder for the architecture. */
  code_analysed: z.boolean(),
  /** Faults of the file that were met; binary_overview lists them. */
  issues: z.int().min(0),
});

export const openBinary = sessionOperation({
  name: "open_binary",
  family: "session",
  summary: "Open a program file, analyse it and make it the current target",
  description:
    "Opens a local program and analyses it; other tools then answer about it. A known file opens at once. A large one " +
    "may answer with status `analyzing`: the analysis goes on, later calls wait for it. Opening the same bytes again " +
    "keeps the existing target.",
  input: z.object({
    path: z.string().min(1).describe("Path of the file."),
    provider_id: z
      .string()
      .min(1)
      .optional()
      .describe("Engine to use, or `auto`. Default: REA_ANALYSIS_PROVIDER, else auto."),
    architecture: z
      .string()
      .min(1)
      .optional()
      .describe("Which program of a universal (fat) Mach-O file to open: x86_64, arm64, arm64e..."),
  }),
  output: z.object({
    document: documentSchema,
    already_open: z.boolean(),
    /** Null while the analysis goes on. */
    contents: contentsSchema.nullable(),
  }),
  positional: [],
  examples: [],
  readOnly: false,
  run: async ({ path, provider_id: providerId, architecture }, { session, signal, progress }) => {
    const request = {
      ...{ path, signal, progress },
      ...(providerId === undefined ? {} : { providerId }),
      ...(architecture === undefined ? {} : { architecture: architecture.toLowerCase() }),
    };
    const { target, alreadyOpen } = await session.open(request);
    const { analysis } = target;
    const contents = analysis === undefined ? null : await contentsOf(analysis);
    return { result: { document: documentFact(target), already_open: alreadyOpen, contents }, about: analysis };
  },
});

async function contentsOf(analysis: Analysis): Promise<z.infer<typeof contentsSchema>> {
  const { counts, language, identity, issues, code_analysed } = await analysis.overview();
  return {
    functions: counts.functions,
    imports: counts.imports,
    exports: counts.exports,
    strings: counts.strings,
    language: language.name,
    stripped: identity.stripped,
    code_analysed,
    issues: issues.length,
  };
}
