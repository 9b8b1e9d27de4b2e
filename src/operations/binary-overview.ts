/** The first page about a program. */
import { z } from "zod";
import { overviewSchema } from "../contracts/facts.ts";
import { codeNotAnalysed } from "./coverage.ts";
import { operation } from "./operation.ts";

export const binaryOverview = operation({
  name: "binary_overview",
  family: "overview",
  summary: "Show what a program is: identity, hardening, language, sections, imports, notable strings",
  description:
    "Hashes, format, hardening, language and compiler with their evidence, sections with entropy, entry points, counts, imports by theme, notable strings, and the largest and most-called functions. Long lists are samples: the list and search operations give all of them.",
  input: z.object({}),
  output: overviewSchema,
  positional: [],
  examples: ["analyze ./sample", "analyze ./sample --json"],
  readOnly: true,
  run: async (_input, { analysis }) => {
    const result = await analysis.overview();
    return { result, warnings: result.code_analysed ? [] : [codeNotAnalysed(analysis)] };
  },
});
