/** What a function refers to. */
import { z } from "zod";
import { referenceSchema } from "../contracts/facts.ts";
import { emptyCodeWarnings } from "./coverage.ts";
import { functionRef } from "./neighbours.ts";
import { operation } from "./operation.ts";
import { procedureInput, resolveProcedure } from "./selector.ts";
import { slicePage, sliceOf, windowInput } from "./window.ts";

export const procedureReferences = operation({
  name: "procedure_references",
  family: "references",
  summary: "List what a function refers to: code, data, strings and imports",
  description:
    "References out of every range of the function, by source, then target. References to a function are given by xrefs.",
  input: z.object({
    procedure: procedureInput,
    kind: z
      .enum(["code", "data", "any"])
      .default("any")
      .describe("Only calls and jumps (code), only reads, writes and addresses (data), or any."),
    ...windowInput,
  }),
  output: z.object({ procedure: functionRef, items: z.array(referenceSchema) }),
  positional: ["procedure"],
  examples: ["procedure-references ./sample main --kind data", "procedure-references ./sample 0x401120"],
  readOnly: true,
  run: async (input, { analysis }) => {
    const { address, name, size } = await resolveProcedure(analysis, input.procedure);
    const references = await analysis.referencesOf(BigInt(address));
    const wanted = references.filter(({ kind }) => input.kind === "any" || DATA.has(kind) === (input.kind === "data"));
    const slice = sliceOf(wanted, input);
    return {
      result: { procedure: { address, name, size }, items: [...slice.items] },
      page: slicePage("source_then_target", input, slice),
      warnings: await emptyCodeWarnings(analysis, references.length),
    };
  },
});

const DATA: ReadonlySet<string> = new Set(["address", "read", "write", "pointer"]);
