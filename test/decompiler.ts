/** The built decompiler on a file or on hand-written code, for tests. */
import { readFileSync } from "node:fs";
import { Addresses } from "../src/providers/embedded/address-space.ts";
import { analyseSample } from "../src/providers/embedded/analyse-sample.ts";
import { feedOf } from "../src/providers/embedded/decompiler/feed.ts";
import { installedDecompiler } from "../src/providers/embedded/decompiler/installed.ts";
import type { DecompileOutcome, Decompiler, ProgramFeed } from "../src/providers/embedded/decompiler/protocol.ts";
import type { InstalledDecompiler } from "../src/providers/embedded/decompiler/pseudocode.ts";
import { Parts } from "../src/providers/embedded/parts.ts";
import { decodeContainer, joinedPieces } from "../src/store/container.ts";

/** `undefined`, with the reason printed, where the build has no decompiler and CI is not set. */
export async function builtDecompiler(): Promise<InstalledDecompiler | undefined> {
  try {
    return await installedDecompiler();
  } catch (error) {
    if (process.env["CI"] !== undefined) throw error;
    console.log(`not decompiled: ${String(error)}`);
    return undefined;
  }
}

/** What the engine feeds about a file, without prototypes. */
export async function feedOfFile(path: string): Promise<ProgramFeed> {
  const file = readFileSync(path);
  const options = { sha256: "0".repeat(64), demangle: () => undefined, progress: () => {} };
  const finished = analyseSample(file, options);
  if (finished.kind !== "finished") throw new Error(`${path} is of another kind`);
  const stored = new Map(finished.parts.map(({ name, pieces }) => [name, joinedPieces(pieces)]));
  const parts = new Parts({
    async read(name) {
      const value = decodeContainer(stored.get(name) ?? new Uint8Array());
      if (value === undefined) throw new Error(`there is no part ${name}`);
      return value;
    },
  });
  const { base } = await parts.summary();
  const { feed } = await feedOf({
    parts,
    sample: { read: async (offset, size) => file.subarray(offset, offset + size) },
    addresses: new Addresses(base),
    prototypes: { prototypeOf: () => undefined, types: [] },
  });
  return feed;
}

/** Where hand-written code lies. */
export const CODE_BASE = 0x401000n;

/** A program of x86-64 code and nothing else; `starts` are offsets of its functions. */
export function feedOfCode(code: Uint8Array, starts: readonly number[] = [0]): ProgramFeed {
  return {
    machine: { format: "elf", architecture: "x86_64", bits: 64, endian: "little" },
    regions: [{ address: CODE_BASE, size: code.length, bytes: code }],
    functions: starts.map((start) => ({ address: CODE_BASE + BigInt(start), name: `f_${start}`, noReturn: false })),
    imports: [],
    labels: [],
    readOnly: [],
    types: [],
  };
}

/** Opens the feed for as long as `use` takes. */
export async function withDecompiler<T>(
  installed: InstalledDecompiler,
  feed: ProgramFeed,
  use: (decompiler: Decompiler) => Promise<T>,
): Promise<T> {
  const decompiler = installed.open(feed);
  try {
    return await use(decompiler);
  } finally {
    await decompiler.close();
  }
}

/** `deadline` in milliseconds. */
export function ask(decompiler: Decompiler, address: bigint, deadline = 30_000): Promise<DecompileOutcome> {
  return decompiler.decompile(address, { signal: new AbortController().signal, deadline });
}
