import { describe, expect, test } from "vitest";
import { builtDecompiler, feedOfFile, withDecompiler } from "../decompiler.ts";
import { Random } from "./mutator.ts";

const decompiler = await builtDecompiler();

/** 20 functions of each. */
const PROGRAMS = ["classes-o2", "darwin-arm64", "windows-x64.exe"];
const COUNT = 20;
/** Each starts fresh threads and asks them twice for everything. */
const RUNS = 5;

describe.skipIf(decompiler === undefined)("the text of a function", () => {
  test.each(PROGRAMS)("of %s is the same in ten random orders, in any thread, fresh or used", async (name) => {
    if (decompiler === undefined) return;
    const feed = await feedOfFile(`test/corpus/bin/${name}`);
    const addresses = feed.functions.slice(0, COUNT).map(({ address }) => address);
    const answers = new Map<bigint, Set<string>>(addresses.map((address) => [address, new Set()]));
    const random = new Random(3);

    for (let run = 0; run < RUNS; run++) {
      await withDecompiler(decompiler, feed, async (pool) => {
        for (const order of [shuffled(addresses, random), shuffled(addresses, random)]) {
          await pool.decompileAll(order, {
            signal: new AbortController().signal,
            deadline: 30_000,
            each: (address, outcome) => answers.get(address)?.add(spelled(outcome)),
          });
        }
      });
    }

    expect([...answers.values()].map((texts) => texts.size)).toEqual(addresses.map(() => 1));
    expect([...answers.values()].filter((texts) => [...texts].every((text) => text.includes('"text"'))).length).toBe(
      addresses.length,
    );
  });
});

function shuffled<T>(items: readonly T[], random: Random): T[] {
  const order = [...items];
  for (let index = order.length - 1; index > 0; index--) {
    const other = random.next(index + 1);
    [order[index], order[other]] = [order[other] as T, order[index] as T];
  }
  return order;
}

/** Everything about the outcome, not the text alone. */
function spelled(outcome: unknown): string {
  return JSON.stringify(outcome, (_key, value: unknown) => (typeof value === "bigint" ? `${value}` : value));
}
