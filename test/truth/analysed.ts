/** Programs with symbols, and what the engine says of them once those are stripped. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, renameSync } from "node:fs";
import { analyzeImage, type AnalyzeOptions } from "../../src/engine/analyze.ts";
import type { Program } from "../../src/engine/program.ts";
import type { Image } from "../../src/formats/image.ts";
import { loadImage } from "../../src/formats/load.ts";
import { Memory } from "../../src/formats/memory.ts";
import { binutil } from "./binutils.ts";

export interface Analysed {
  readonly image: Image;
  readonly program: Program;
  readonly base: number;
}

/** Strips a copy of the program at `path` and analyses that. */
export function analyseStripped(path: string): Analysed {
  const stripped = `${path}-stripped`;
  if (!existsSync(stripped)) {
    execFileSync(binutil("strip", path), ["-o", `${stripped}-${process.pid}`, path]);
    renameSync(`${stripped}-${process.pid}`, stripped);
  }
  return analyse(stripped);
}

export function analyse(path: string, options: AnalyzeOptions = {}): Analysed {
  const file = readFileSync(path);
  const loaded = loadImage(file);
  if (loaded.kind !== "image") throw new Error(`${path} is no image`);
  const { image } = loaded;
  return { image, program: analyzeImage(image, new Memory(image, file), options), base: Number(image.base) };
}
