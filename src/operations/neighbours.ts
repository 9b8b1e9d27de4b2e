/** Calls gathered by the function at their other end. */
import { z } from "zod";
import { address, callSchema, procedureSchema, type CallFact, type ReferenceFact } from "../contracts/facts.ts";
import type { Analysis } from "../providers/provider.ts";

/** Call sites listed for one pair of functions. */
const MOST_SITES = 100;

export const functionRef = procedureSchema.pick({ address: true, name: true, size: true });
export type FunctionRef = z.infer<typeof functionRef>;

export const siteSchema = z.object({ address, kind: callSchema.shape.kind });
export type Site = z.infer<typeof siteSchema>;

export const neighbourSchema = functionRef.extend({
  /** Library that an imported function comes from. */
  library: z.string().nullable(),
  calls: z.int().min(0),
  /** The first 100 calling instructions. */
  sites: z.array(siteSchema),
});
export type Neighbour = z.infer<typeof neighbourSchema>;

/** A function at one end of calls, before its size is looked up. */
export interface CallGroup {
  readonly address: string;
  readonly name: string;
  readonly library: string | null;
  readonly sites: readonly Site[];
}

/** What a function calls, by address; calls whose target is computed at run time are apart. */
export function groupCallees(calls: readonly CallFact[]): { groups: CallGroup[]; unresolved: Site[] } {
  const unresolved = calls.filter(({ callee }) => callee === null).map(siteOf);
  const groups = group(calls, ({ callee }) => callee ?? undefined);
  return { groups, unresolved };
}

/** Who makes these calls, by address. */
export function groupCallers(calls: readonly CallFact[]): CallGroup[] {
  return group(calls, ({ caller }) => ({ ...caller, library: null }));
}

/** Completes groups with the size of each function. */
export async function neighboursOf(analysis: Analysis, groups: readonly CallGroup[]): Promise<Neighbour[]> {
  const infos = await Promise.all(groups.map(({ address }) => analysis.procedure(BigInt(address))));
  return groups.map(({ address, name, library, sites }, index) => ({
    address,
    name,
    size: infos[index]?.size ?? 0,
    library,
    calls: sites.length,
    sites: sites.slice(0, MOST_SITES),
  }));
}

/** References that store or load the function's address: it may be called through them. */
export async function addressTakers(analysis: Analysis, at: bigint): Promise<ReferenceFact[]> {
  const references = await analysis.referencesTo(at, 1);
  return references.filter(({ kind }) => kind === "address" || kind === "pointer");
}

/** Ascending order of two addresses in JSON form. */
export function compareAddresses(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : Number(a > b));
}

function group(calls: readonly CallFact[], end: (call: CallFact) => Omit<CallGroup, "sites"> | undefined): CallGroup[] {
  const groups = new Map<string, Omit<CallGroup, "sites"> & { sites: Site[] }>();
  for (const call of calls) {
    const other = end(call);
    if (other === undefined) continue;
    const found = groups.get(other.address);
    if (found === undefined) groups.set(other.address, { ...other, sites: [siteOf(call)] });
    else found.sites.push(siteOf(call));
  }
  return [...groups.values()].sort((a, b) => compareAddresses(a.address, b.address));
}

function siteOf({ site, kind }: CallFact): Site {
  return { address: site, kind };
}
