/** Runs the embedded engine on arbitrary bytes, as a worker does, within the bounds of the contract. */
import { analyzeImage } from "../../src/engine/analyze.ts";
import { loadImage } from "../../src/formats/load.ts";
import { Memory } from "../../src/formats/memory.ts";
import { overviewSchema } from "../../src/contracts/facts.ts";
import type { Analysis } from "../../src/providers/provider.ts";
import { analyseBytes } from "../embedded-analysis.ts";

export interface Probe {
  readonly outcome: "image" | "unsupported";
  readonly milliseconds: number;
}

/** Milliseconds that a file of this size may take: 1 s plus 1 s a MB. */
export function timeAllowed(size: number): number {
  return 1000 + size / 1000;
}

/** Loader and engine alone. Never throws for any bytes; a throw is a finding. */
export function probe(bytes: Uint8Array): Probe {
  const started = performance.now();
  const loaded = loadImage(bytes);
  if (loaded.kind === "image") analyzeImage(loaded.image, new Memory(loaded.image, bytes), {});
  const outcome = loaded.kind === "image" ? "image" : "unsupported";
  return { outcome, milliseconds: performance.now() - started };
}

/** The whole way to answers that fit their contract. Never rejects for any bytes; a rejection is a finding. */
export async function probeAnswers(bytes: Uint8Array): Promise<Probe> {
  const started = performance.now();
  const analysis = await analyseBytes(bytes, "mutated");
  if (analysis !== undefined) await ask(analysis);
  return { outcome: analysis === undefined ? "unsupported" : "image", milliseconds: performance.now() - started };
}

/** Functions that are asked about one by one. */
const FUNCTIONS = 3;

async function ask(analysis: Analysis): Promise<void> {
  const window = { offset: 0, limit: 20 };
  overviewSchema.parse(await analysis.overview());
  await analysis.segments();
  await analysis.names(window);
  await analysis.imports(window);
  await analysis.exports(window);
  await analysis.strings(window, { minLength: 0, referencedOnly: false });
  const { items } = await analysis.procedures(window, { kinds: [], order: "size" });
  for (const { address } of items.slice(0, FUNCTIONS)) {
    const start = BigInt(address);
    await analysis.procedure(start);
    await analysis.describe(start);
    await analysis.assembly(start, { syntax: "intel", window });
    await analysis.blocks(start);
    await analysis.callsFrom(start);
    await analysis.callsTo(start);
    await analysis.referencesOf(start);
    await analysis.referencesTo(start, 1);
    await analysis.stringsOf(start);
  }
}
