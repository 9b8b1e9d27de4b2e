/** All about one function in one answer. */
import { z } from "zod";
import {
  blockSchema,
  instructionSchema,
  procedureInfoSchema,
  pseudocodeSchema,
  referenceSchema,
  stringSchema,
} from "../contracts/facts.ts";
import { Failure } from "../base/failure.ts";
import type { Warning } from "../contracts/envelope.ts";
import type { Limit } from "../contracts/page.ts";
import type { Analysis } from "../providers/provider.ts";
import { codeNotAnalysed } from "./coverage.ts";
import { DEFAULT_DEADLINE, pseudocodeOf } from "./decompiling.ts";
import {
  addressTakers,
  groupCallees,
  groupCallers,
  neighbourSchema,
  neighboursOf,
  siteSchema,
  type CallGroup,
} from "./neighbours.ts";
import { operation, type TargetContext } from "./operation.ts";
import { syntaxInput } from "./procedure-assembly.ts";
import { procedureInput, resolveProcedure } from "./selector.ts";
import { firstOf } from "./window.ts";

const total = z.int().min(0);

/** Without what the dossier says beside it. */
const dossierPseudocode = pseudocodeSchema.omit({ address: true, name: true, callees: true, strings: true });

export const analyzeFunction = operation({
  name: "analyze_function",
  family: "procedures",
  summary: "Show all about a function: facts, C, blocks, calls both ways, strings, references, assembly",
  description:
    "All about one function. Each list is bounded and comes with its total; limits says which were cut. Without pseudocode a warning says why there is none; unresolved_calls have targets that are computed at run time.",
  input: z.object({
    procedure: procedureInput,
    syntax: syntaxInput,
    max_instructions: z.int().min(0).max(1_000_000).default(200).describe("Most instructions to show."),
    pseudocode: z.boolean().default(true).describe("Whether to decompile it."),
    max_items: z.int().min(0).max(1_000_000).default(50).describe("Most entries in each of the other lists."),
  }),
  output: z.object({
    info: procedureInfoSchema,
    /** Null when there is none; a warning then says why. */
    pseudocode: dossierPseudocode.nullable(),
    blocks: z.object({ total, items: z.array(blockSchema) }),
    callers: z.object({ total, items: z.array(neighbourSchema) }),
    callees: z.object({ total, items: z.array(neighbourSchema) }),
    unresolved_calls: z.object({ total, items: z.array(siteSchema) }),
    strings: z.object({ total, items: z.array(stringSchema) }),
    references: z.object({ total, items: z.array(referenceSchema) }),
    address_taken: z.object({ total, items: z.array(referenceSchema) }),
    assembly: z.object({ total: total.nullable(), items: z.array(instructionSchema) }),
  }),
  positional: ["procedure"],
  examples: ["function ./sample main", "function ./sample 0x401120 --max-instructions 1000"],
  readOnly: true,
  run: async (input, { analysis, ...context }) => {
    const info = await resolveProcedure(analysis, input.procedure);
    const at = BigInt(info.address);
    const limits: Limit[] = [];
    const cut = <T>(items: readonly T[], what: string): { total: number; items: T[] } => {
      const part = firstOf(items, input.max_items, what, "max_items");
      limits.push(...part.limits);
      return { total: items.length, items: part.items };
    };
    const neighbours = async (groups: readonly CallGroup[], what: string) => {
      const part = cut(groups, what);
      return { total: part.total, items: await neighboursOf(analysis, part.items) };
    };
    const window = { offset: 0, limit: input.max_instructions };
    const { groups, unresolved } = groupCallees(await analysis.callsFrom(at));
    const warnings: Warning[] = [];
    const result = {
      info,
      pseudocode: input.pseudocode ? await pseudocodePart({ analysis, ...context }, at, warnings) : null,
      blocks: cut(await analysis.blocks(at), "basic blocks"),
      callers: await neighbours(groupCallers(await analysis.callsTo(at)), "callers"),
      callees: await neighbours(groups, "callees"),
      unresolved_calls: cut(unresolved, "unresolved calls"),
      strings: cut(await analysis.stringsOf(at), "strings"),
      references: cut(await analysis.referencesOf(at), "references"),
      address_taken: cut(await addressTakers(analysis, at), "places that take the address"),
      assembly: await assemblyPart(analysis, at, { syntax: input.syntax, window }, limits),
    };
    const isDecoded = result.blocks.total > 0 || (await analysis.overview()).code_analysed;
    if (!isDecoded) warnings.push(codeNotAnalysed(analysis));
    return { result, warnings, limits };
  },
});

/** A function that has no text has everything else. */
async function pseudocodePart(
  { analysis, ...context }: TargetContext,
  at: bigint,
  warnings: Warning[],
): Promise<z.infer<typeof dossierPseudocode> | null> {
  try {
    return dossierPseudocode.parse(await pseudocodeOf(analysis, at, DEFAULT_DEADLINE, context));
  } catch (error) {
    if (!(error instanceof Failure) || context.signal.aborted) throw error;
    warnings.push({ code: error.code, message: `no pseudocode: ${error.message}` });
    return null;
  }
}

async function assemblyPart(
  analysis: Analysis,
  at: bigint,
  options: Parameters<Analysis["assembly"]>[1],
  limits: Limit[],
) {
  const { items, total, limits: met } = await analysis.assembly(at, options);
  limits.push(...met);
  if (total !== null && total > items.length) {
    const reason = `${items.length} of ${total} instructions are shown`;
    limits.push({ kind: "items", limit: items.length, reason, raise_with: "max_instructions" });
  }
  return { total, items: [...items] };
}
