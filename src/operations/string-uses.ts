/** From a string to the code that uses it: directly, or through a table of pointers in data. */
import { z } from "zod";
import {
  address,
  placeSchema,
  referenceKinds,
  stringSchema,
  type ReferenceFact,
  type StringFact,
} from "../contracts/facts.ts";
import type { Limit } from "../contracts/page.ts";
import type { Analysis } from "../providers/provider.ts";
import { firstOf } from "./window.ts";

/** Uses listed for one string. */
const MOST_USES = 100;

export const useSchema = z.object({
  /** The instruction or the pointer in data that refers to the string. */
  from: address,
  kind: z.enum(referenceKinds),
  /** Bytes into the string at which the reference points. */
  offset: z.int().min(0),
  /** The function that uses the string; null when only data is known to. */
  function: placeSchema.nullable(),
  /** For a pointer in data: the place that code refers to, and how far before the pointer it lies. */
  through: z.object({ address, name: z.string().nullable(), distance: z.int().min(0) }).nullable(),
});
export type StringUse = z.infer<typeof useSchema>;

export const usedStringSchema = stringSchema
  .pick({ address: true, value: true, encoding: true, section: true })
  .extend({
    /** References found; the first 100 uses are listed. */
    references: z.int().min(0),
    uses: z.array(useSchema),
  });
export type UsedString = z.infer<typeof usedStringSchema>;

/** The uses of a string, by the place they come from. References into its middle count: linkers merge equal ends. */
export async function withUses(
  analysis: Analysis,
  string: StringFact,
): Promise<{ string: UsedString; limits: readonly Limit[] }> {
  const { address, value, encoding, section, byte_length } = string;
  const references = await analysis.referencesTo(BigInt(address), Math.max(1, byte_length));
  const shown = firstOf(references, MOST_USES, `references to the string at ${address}`, null);
  const uses = await Promise.all(shown.items.map((reference) => usesThrough(analysis, reference, BigInt(address))));
  return {
    string: { address, value, encoding, section, references: references.length, uses: uses.flat() },
    limits: shown.limits,
  };
}

async function usesThrough(analysis: Analysis, reference: ReferenceFact, start: bigint): Promise<StringUse[]> {
  const { from, kind } = reference;
  const use = { from, kind, offset: Number(BigInt(reference.to) - start), function: reference.from_function };
  if (use.function !== null) return [{ ...use, through: null }];
  const table = await tableWith(analysis, BigInt(from));
  if (table === undefined) return [{ ...use, through: null }];
  return table.users.map((user) => ({ ...use, function: user, through: table.place }));
}

interface Table {
  readonly place: NonNullable<StringUse["through"]>;
  readonly users: readonly { readonly address: string; readonly name: string }[];
}

/** How far before a pointer code may name the table that holds it. */
const TABLE_REACH = 4096;

/**
 * The nearest place at or before the pointer that code refers to. Code names the start of a table and steps through
 * it, so that entries but the first have no references of their own.
 */
async function tableWith(analysis: Analysis, pointer: bigint): Promise<Table | undefined> {
  const exact = await usersOf(analysis, pointer, 1);
  if (exact !== undefined) return exact;
  const { symbol } = await analysis.describe(pointer);
  if (symbol !== null) return usersOf(analysis, BigInt(symbol.address), symbol.offset + 1);
  const reach = pointer < BigInt(TABLE_REACH) ? Number(pointer) : TABLE_REACH;
  return usersOf(analysis, pointer - BigInt(reach), reach + 1);
}

/** The functions that refer to the last place in the range that any function refers to. */
async function usersOf(analysis: Analysis, first: bigint, size: number): Promise<Table | undefined> {
  const references = await analysis.referencesTo(first, size);
  const fromCode = references.filter(({ from_function }) => from_function !== null);
  let nearest = -1n;
  for (const { to } of fromCode) if (BigInt(to) > nearest) nearest = BigInt(to);
  const users = new Map<string, { address: string; name: string }>();
  let place: Table["place"] | undefined;
  for (const { to, to_name, from_function } of fromCode) {
    if (BigInt(to) !== nearest || from_function === null) continue;
    users.set(from_function.address, from_function);
    place = { address: to, name: to_name, distance: size - 1 - Number(nearest - first) };
  }
  return place === undefined ? undefined : { place, users: [...users.values()].slice(0, MOST_USES) };
}
