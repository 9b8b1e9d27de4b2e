/** Damage to the code bytes of loaded programs, decompiled: what must never happen is a hang or the end of the host. */
import type { DecompileFailureReason, ProgramFeed } from "../../src/providers/embedded/decompiler/protocol.ts";
import type { InstalledDecompiler } from "../../src/providers/embedded/decompiler/pseudocode.ts";
import { withDecompiler } from "../decompiler.ts";
import { Random } from "./mutator.ts";

/** Programs of three kinds: ELF x86-64, Mach-O AArch64, PE x86. */
export const MUTATED = ["features-o2", "darwin-arm64", "windows-x86.exe"];

export interface Mutations {
  readonly seed: number;
  /** How many functions are damaged, once each. */
  readonly count: number;
  /** Milliseconds a function. */
  readonly deadline: number;
}

export interface MutationResult {
  /** How many functions ended in each way. */
  readonly ends: Readonly<Partial<Record<"text" | DecompileFailureReason, number>>>;
  /** Milliseconds of the slowest batch beyond what its deadlines allow; 0 when none was late. */
  readonly late: number;
}

/** How many damaged functions share one opened program. */
const BATCH = 50;

/** Damages the code of `count` functions and decompiles them; the same seed damages the same bytes. */
export async function decompileMutations(
  decompiler: InstalledDecompiler,
  feed: ProgramFeed,
  { seed, count, deadline }: Mutations,
): Promise<MutationResult> {
  const random = new Random(seed);
  const ends: Partial<Record<"text" | DecompileFailureReason, number>> = {};
  let late = 0;
  for (let done = 0; done < count; done += BATCH) {
    const { damaged, addresses } = damage(feed, Math.min(BATCH, count - done), random);
    const started = performance.now();
    await withDecompiler(decompiler, damaged, (pool) =>
      pool.decompileAll(addresses, {
        signal: new AbortController().signal,
        deadline,
        each: (_address, outcome) => {
          const end = outcome.kind === "text" ? "text" : outcome.reason;
          ends[end] = (ends[end] ?? 0) + 1;
        },
      }),
    );
    late = Math.max(late, performance.now() - started - addresses.length * deadline);
  }
  return { ends, late };
}

interface Damaged {
  readonly damaged: ProgramFeed;
  readonly addresses: readonly bigint[];
}

/** Bytes from the start of a function in which it is damaged. */
const REACH = 64;

function damage(feed: ProgramFeed, count: number, random: Random): Damaged {
  const regions = feed.regions.map((region) => ({ ...region, bytes: Uint8Array.from(region.bytes) }));
  const addresses: bigint[] = [];
  while (addresses.length < count) {
    const address = feed.functions[random.next(feed.functions.length)]?.address ?? 0n;
    const region = regions.find(
      ({ address: start, bytes }) => address >= start && address < start + BigInt(bytes.length),
    );
    if (region === undefined) continue;
    const offset = Number(address - region.address);
    for (let change = random.next(4); change >= 0; change--) {
      const place = offset + random.next(REACH);
      if (place >= region.bytes.length) continue;
      region.bytes[place] =
        random.next(2) === 0 ? random.next(256) : (region.bytes[place] ?? 0) ^ (1 << random.next(8));
    }
    addresses.push(address);
  }
  return { damaged: { ...feed, regions }, addresses };
}
