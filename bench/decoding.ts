/** The decoders of the analysis beside iced-x86 on the same bytes, warm, in one run; the bar is for length and flow only. */
import { readFileSync } from "node:fs";
import { lengthOf, OUT_SIZE } from "../src/engine/instruction.ts";
import { decode } from "../src/engine/x86/decoder.ts";
import { measure } from "../src/engine/x86/measure.ts";
import { loadImage } from "../src/formats/load.ts";
import { Memory } from "../src/formats/memory.ts";
import { loadIced } from "../src/providers/embedded/iced.ts";

const FILE = "/usr/bin/python3.11";
const ROUNDS = 5;
const SLACK = 32;

/** Rates in million instructions a second and their ratio; the bar is 3. */
export function decoding(): { readonly note: string; readonly rows: readonly (readonly string[])[] } {
  const code = textOf(FILE);
  const own = best(() => measuringPass(code));
  const iced = best(() => icedPass(code));
  const whole = best(() => decodingPass(code));
  const ratio = own / iced;
  return {
    note: `Executable section of ${FILE}, ${(code.length / 1e6).toFixed(1)} MB, best of ${ROUNDS} warm rounds in one process.`,
    rows: [
      ["decoder", "million instructions a second", "ratio", "bar", "holds"],
      ["ours, length and flow", own.toFixed(1), ratio.toFixed(1), "3.0", ratio >= 3 ? "yes" : "no"],
      ["ours, operands too", whole.toFixed(1), (whole / iced).toFixed(1), "", ""],
      ["iced-x86 (WebAssembly)", iced.toFixed(1), "1.0", "", ""],
    ],
  };
}

function textOf(file: string): Uint8Array {
  const bytes = new Uint8Array(readFileSync(file));
  const loaded = loadImage(bytes);
  if (loaded.kind !== "image") throw new Error(`${file} did not load`);
  const text = loaded.image.regions.find((region) => region.name === ".text");
  if (text === undefined) throw new Error(`${file} has no .text`);
  const code = new Uint8Array(text.fileSize + SLACK);
  code.set(new Memory(loaded.image, bytes).bytesOf(text));
  return code;
}

/** Instructions in the section, as the first pass over a program takes them in. */
function measuringPass(code: Uint8Array): number {
  const out = new Int32Array(OUT_SIZE);
  const end = code.length - SLACK;
  let count = 0;
  for (let at = 0; at < end; count++) at += lengthOf(measure(code, at, out)) || 1;
  return count;
}

/** The same with all that the second pass asks about some of them. */
function decodingPass(code: Uint8Array): number {
  const out = new Int32Array(OUT_SIZE);
  const end = code.length - SLACK;
  let count = 0;
  for (let at = 0; at < end; count++) at += lengthOf(decode(code, at, out)) || 1;
  return count;
}

function icedPass(code: Uint8Array): number {
  const iced = loadIced();
  const end = code.length - SLACK;
  const decoder = new iced.Decoder(64, code.subarray(0, end), iced.DecoderOptions.None);
  const instruction = new iced.Instruction();
  let count = 0;
  let flows = 0;
  for (let at = 0; at < end; count++) {
    decoder.decodeOut(instruction);
    at += instruction.length || 1;
    flows += instruction.flowControl;
  }
  instruction.free();
  decoder.free();
  if (flows < 0) throw new Error("flow classes are not negative");
  return count;
}

/** Best rate of the rounds, million instructions a second. */
function best(pass: () => number): number {
  let rate = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const started = performance.now();
    const count = pass();
    rate = Math.max(rate, count / (performance.now() - started) / 1000);
  }
  return rate;
}
