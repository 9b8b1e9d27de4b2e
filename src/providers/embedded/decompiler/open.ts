/** Makes what answers with pseudocode out of the parts of one analysis. */
import type { Analysis } from "../../provider.ts";
import type { Addresses } from "../address-space.ts";
import type { SampleBytes } from "../mapped-bytes.ts";
import type { Parts } from "../parts.ts";
import { feedingDigest, feedOf } from "./feed.ts";
import { readTables, type PrototypeTables } from "./prototypes/library.ts";
import { PseudocodeSource, type Described, type InstalledDecompiler } from "./pseudocode.ts";

/** How an analysis gets at a decompiler. */
export interface Decompiling {
  /** Rejects with `decompiler_missing`. */
  readonly load: () => Promise<InstalledDecompiler>;
  /** Absolute path of the store; absent when nothing is kept. */
  readonly store: string | undefined;
}

export interface PseudocodeRequest extends Decompiling {
  readonly analysis: Pick<Analysis, "target" | "binding" | "procedure" | "callsFrom" | "stringsOf">;
  readonly parts: Parts;
  readonly addresses: Addresses;
  readonly sample: SampleBytes;
}

/** Nothing is read and no decompiler started before the first question. */
export function openPseudocode(request: PseudocodeRequest): PseudocodeSource {
  const { analysis, parts, addresses, sample, load, store } = request;
  let tables: PrototypeTables | undefined;
  const table = (): PrototypeTables => (tables ??= readTables());
  return new PseudocodeSource({
    sample: analysis.target.sha256,
    profile: analysis.binding.profile_digest,
    store,
    load,
    feeding: () => feedingDigest(table().version),
    feed: async () => {
      const prototypes = table().of(await parts.summary());
      return feedOf({ parts, sample, addresses, prototypes });
    },
    describe: (address) => describe(analysis, address),
  });
}

async function describe(analysis: PseudocodeRequest["analysis"], address: bigint): Promise<Described | undefined> {
  const info = await analysis.procedure(address);
  if (info === undefined) return undefined;
  const [calls, strings] = await Promise.all([analysis.callsFrom(address), analysis.stringsOf(address)]);
  const callees = new Map(calls.flatMap(({ callee }) => (callee === null ? [] : [[callee.address, callee] as const])));
  return {
    name: info.name,
    callees: [...callees.values()].sort((left, right) => compare(left.address, right.address)),
    strings: strings.map(({ address: at, value }) => ({ address: at, value })),
  };
}

function compare(left: string, right: string): number {
  return Number(BigInt(left) > BigInt(right)) - Number(BigInt(left) < BigInt(right));
}
