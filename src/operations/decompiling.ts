/** Pseudocode of functions, as the operations ask for it. */
import { z } from "zod";
import { Failure } from "../base/failure.ts";
import type { PseudocodeFact } from "../contracts/facts.ts";
import type { Analysis, PseudocodeAnswer } from "../providers/provider.ts";
import type { Context } from "./operation.ts";

/** Seconds that a function may take when nobody says otherwise. */
export const DEFAULT_DEADLINE = 30;

export const deadlineInput = z
  .number()
  .min(0.1)
  .max(3600)
  .default(DEFAULT_DEADLINE)
  .describe("Seconds that one function may take.");

/** The C of one function. Throws why there is none: `decompiler_missing`, `decompile_timeout`... */
export async function pseudocodeOf(
  analysis: Analysis,
  procedure: bigint,
  deadline: number,
  context: Context,
): Promise<PseudocodeFact> {
  const answers = await pseudocodesOf(analysis, [procedure], deadline, context);
  const answer = answers.get(procedure);
  if (answer?.kind === "text") return answer.fact;
  throw answer?.failure ?? new Failure("decompile_failed", `0x${procedure.toString(16)} was not decompiled`);
}

/** One answer a function; `deadline` is in seconds for each. */
export async function pseudocodesOf(
  analysis: Analysis,
  procedures: readonly bigint[],
  deadline: number,
  { signal, progress }: Context,
): Promise<ReadonlyMap<bigint, PseudocodeAnswer>> {
  const answers = new Map<bigint, PseudocodeAnswer>();
  progress("decompiling", 0);
  await analysis.pseudocode(procedures, {
    signal,
    deadlineMs: deadline * 1000,
    each: (procedure, answer) => {
      answers.set(procedure, answer);
      progress("decompiling", answers.size / procedures.length);
    },
  });
  return answers;
}
