/** Runs loader, engine and fact building on arbitrary bytes, as a worker does, within the bounds of the contract. */
import { analyzeImage } from "../../src/engine/analyze.ts";
import { loadImage } from "../../src/formats/load.ts";
import { Memory } from "../../src/formats/memory.ts";

export interface Probe {
  readonly outcome: "image" | "unsupported";
  /** Functions found; 0 for another kind of file. */
  readonly functions: number;
  readonly milliseconds: number;
}

/** Milliseconds that a file of this size may take: 1 s plus 1 s a MB. */
export function timeAllowed(size: number): number {
  return 1000 + size / 1000;
}

/** Never throws for any bytes; a throw is a finding. */
export function probe(bytes: Uint8Array): Probe {
  const started = performance.now();
  const loaded = loadImage(bytes);
  if (loaded.kind === "unsupported") {
    return { outcome: "unsupported", functions: 0, milliseconds: performance.now() - started };
  }
  const program = analyzeImage(loaded.image, new Memory(loaded.image, bytes), {});
  return {
    outcome: "image",
    functions: program.functions.rva.length,
    milliseconds: performance.now() - started,
  };
}
