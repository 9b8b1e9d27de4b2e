/** References to and from a place. */
import { z } from "zod";
import { placeSchema, referenceSchema, type ReferenceFact } from "../contracts/facts.ts";
import type { Analysis } from "../providers/provider.ts";
import { formatAddress } from "./address-spelling.ts";
import { emptyCodeWarnings } from "./coverage.ts";
import { operation } from "./operation.ts";
import { addressInput, resolveAddress } from "./selector.ts";
import { slicePage, sliceOf, windowInput } from "./window.ts";

export const xrefs = operation({
  name: "xrefs",
  family: "references",
  summary: "List references to (or from) an address, function, symbol or string",
  description:
    "References to a place: calls, jumps, reads, writes, addresses taken by code and pointers in data, each with the function that holds it. From the start of a function, the references of the whole function. An empty list means that none was found, which does not exclude addresses computed at run time.",
  input: z.object({
    address: addressInput,
    direction: z
      .enum(["to", "from", "both"])
      .default("to")
      .describe("References that lead to the place, that leave it, or both (to first)."),
    size: z
      .int()
      .min(1)
      .max(0x7fff_ffff)
      .default(1)
      .describe("Bytes from the address that count as the place; raise it to cover a table or structure."),
    ...windowInput,
  }),
  output: z.object({
    address: placeSchema.shape.address,
    name: z.string().nullable(),
    to_total: z.int().min(0).nullable(),
    from_total: z.int().min(0).nullable(),
    items: z.array(referenceSchema.extend({ direction: z.enum(["to", "from"]) })),
  }),
  positional: ["address"],
  examples: ["xrefs ./sample main", "xrefs ./sample 0x4020a0 --size 64", "xrefs ./sample main --direction from"],
  readOnly: true,
  run: async (input, { analysis }) => {
    const at = await resolveAddress(analysis, input.address);
    const to = input.direction === "from" ? null : await analysis.referencesTo(at, input.size);
    const from = input.direction === "to" ? null : await leaving(analysis, at, input.size);
    const all = [...directed(to ?? [], "to"), ...directed(from ?? [], "from")];
    const slice = sliceOf(all, input);
    const facts = await analysis.describe(at);
    return {
      result: {
        address: formatAddress(at),
        name: facts.name ?? facts.string?.value ?? null,
        to_total: to?.length ?? null,
        from_total: from?.length ?? null,
        items: [...slice.items],
      },
      page: slicePage("direction_then_source_then_target", input, slice),
      warnings: await emptyCodeWarnings(analysis, all.length),
    };
  },
});

async function leaving(analysis: Analysis, at: bigint, size: number): Promise<readonly ReferenceFact[]> {
  if (size === 1 && (await analysis.procedure(at)) !== undefined) return analysis.referencesOf(at);
  return analysis.referencesFrom(at, size);
}

function directed<D extends "to" | "from">(references: readonly ReferenceFact[], direction: D) {
  return references.map((reference) => ({ ...reference, direction }));
}
