/** Several functions as C in one answer. */
import { z } from "zod";
import { FAILURES, Failure } from "../base/failure.ts";
import { address, pseudocodeSchema } from "../contracts/facts.ts";
import type { Analysis, PseudocodeAnswer, Slice } from "../providers/provider.ts";
import { deadlineInput, pseudocodesOf } from "./decompiling.ts";
import { operation } from "./operation.ts";
import { procedureInput, resolveProcedure } from "./selector.ts";
import { listed, sliceOf, windowInput, windowOf, type WindowInput } from "./window.ts";

const decompiledSchema = z.object({
  /** Null when the selector names no function. */
  address: address.nullable(),
  /** Of the function, or the selector that names none. */
  name: z.string(),
  /** Null when there is a failure. */
  pseudocode: pseudocodeSchema.nullable(),
  failure: z.object({ code: z.string(), message: z.string(), retryable: z.boolean() }).nullable(),
});
export type DecompiledItem = z.infer<typeof decompiledSchema>;

export const batchDecompile = operation({
  name: "batch_decompile",
  family: "procedures",
  summary: "Decompile several functions, or all of them, to C",
  description:
    "Functions as procedure_pseudo_code shows them, each with its C or its failure. They come in the order asked for; without procedures every function by address, import stubs left out.",
  input: z.object({
    procedures: z.array(procedureInput).max(10_000).default([]).describe("Names or addresses; none means all."),
    deadline: deadlineInput,
    ...windowInput,
  }),
  output: z.object({ items: z.array(decompiledSchema) }),
  positional: ["procedures"],
  examples: ["batch-decompile ./sample main 0x401120", "batch-decompile ./sample --limit 10 --json"],
  readOnly: true,
  run: async (input, { analysis, ...context }) => {
    const isSelection = input.procedures.length > 0;
    const slice = isSelection ? await selectedPlaces(analysis, input) : await functionPlaces(analysis, input);
    const procedures = slice.items.flatMap(({ address: at }) => (at === null ? [] : [BigInt(at)]));
    const answers = await pseudocodesOf(analysis, procedures, input.deadline, context);
    const items = slice.items.map((place) => itemOf(place, answers));
    return listed(isSelection ? "as_requested" : "address_ascending", input, { ...slice, items });
  },
});

/** A function, or the selector that names none and why. */
type Place = Pick<DecompiledItem, "address" | "name"> & { readonly failure?: Failure };

async function functionPlaces(analysis: Analysis, input: WindowInput): Promise<Slice<Place>> {
  return await analysis.procedures(windowOf(input), { kinds: ["function", "thunk"], order: "address" });
}

async function selectedPlaces(
  analysis: Analysis,
  input: WindowInput & { readonly procedures: readonly string[] },
): Promise<Slice<Place>> {
  const slice = sliceOf(input.procedures, input);
  return { ...slice, items: await Promise.all(slice.items.map((selector) => placeOf(analysis, selector))) };
}

async function placeOf(analysis: Analysis, selector: string): Promise<Place> {
  try {
    return await resolveProcedure(analysis, selector);
  } catch (failure) {
    if (!(failure instanceof Failure)) throw failure;
    return { address: null, name: selector, failure };
  }
}

function itemOf(place: Place, answers: ReadonlyMap<bigint, PseudocodeAnswer>): DecompiledItem {
  const { address: at, name } = place;
  const answer = at === null ? undefined : answers.get(BigInt(at));
  if (answer?.kind === "text") return { address: at, name, pseudocode: answer.fact, failure: null };
  const failure = place.failure ?? answer?.failure ?? new Failure("decompile_failed", `${name} was not decompiled`);
  return { address: at, name, pseudocode: null, failure: failureFact(failure) };
}

function failureFact({ code, message }: Failure): NonNullable<DecompiledItem["failure"]> {
  return { code, message, retryable: FAILURES[code].retryable };
}
