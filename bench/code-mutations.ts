/** The long campaign of damaged code: decompiles it and counts how it ends. */
import { builtDecompiler, feedOfFile } from "../test/decompiler.ts";
import { decompileMutations, MUTATED } from "../test/fuzz/code-mutations.ts";

/** Milliseconds a function; what is still running then is ended. */
const DEADLINE = 10_000;

/** Functions between two lines of progress. */
const STRIDE = 500;

/** Decompiles `count` damaged functions; answers how many batches were not over when all their deadlines were. */
export async function mutateCode(count: number): Promise<number> {
  const decompiler = await builtDecompiler();
  if (decompiler === undefined) return 0;
  let findings = 0;
  for (const name of MUTATED) {
    const feed = await feedOfFile(`test/corpus/bin/${name}`);
    const share = Math.ceil(count / MUTATED.length);
    const total: Record<string, number> = {};
    for (let seed = 0; seed * STRIDE < share; seed++) {
      const options = { seed, count: Math.min(STRIDE, share - seed * STRIDE), deadline: DEADLINE };
      const { ends, late } = await decompileMutations(decompiler, feed, options);
      for (const [end, times] of Object.entries(ends)) total[end] = (total[end] ?? 0) + times;
      if (late > 0) {
        findings++;
        console.error(`${name} seed ${seed}: ${late.toFixed(0)} ms past all deadlines`);
      }
    }
    console.log(`${name}: ${JSON.stringify(total)}`);
  }
  return findings;
}
