/** Which compilers took part, in their own words or in those of the Rich header. */
import { Bytes } from "../../base/bytes.ts";
import type { Region } from "../image.ts";
import type { Memory } from "../memory.ts";
import type { RichHeader } from "./facts.ts";

/** What the notes are read from. */
export interface CompilerSources {
  readonly regions: readonly Region[];
  readonly memory: Memory;
  readonly rich: RichHeader | undefined;
  readonly managed: string | undefined;
}

/** One text for each compiler: `Microsoft Utc1900_CPP build 30795`, `GCC: (GNU) 12-posix`, `.NET v4.0.30319`. */
export function compilerNotes({ regions, memory, rich, managed }: CompilerSources): string[] {
  const compilers = (rich?.tools ?? []).filter(({ product }) => COMPILER.test(product));
  const notes = new Set(compilers.map(({ product, build }) => `Microsoft ${product} build ${build}`));
  if (managed !== undefined) notes.add(`.NET ${managed}`);
  for (const region of regions) {
    if (region.content === "data") for (const note of gccNotes(memory.bytesOf(region))) notes.add(note);
  }
  return [...notes].slice(0, NOTE_LIMIT);
}

const COMPILER = /^Utc\d|^Phx\d|^VisualBasic/u;
const NOTE_LIMIT = 24;

/** GCC for Windows leaves its note once for each object, in read-only data. */
function* gccNotes(data: Uint8Array): Generator<string> {
  const buffer = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  for (let at = buffer.indexOf(GCC, 0, "latin1"), count = 0; at !== -1 && count < NOTE_LIMIT * 64; count++) {
    const { text, terminated } = new Bytes(data).cString(at, NOTE_LENGTH);
    if (terminated && /^GCC: [\x20-\x7e]+$/u.test(text)) yield text;
    at = buffer.indexOf(GCC, at + text.length, "latin1");
  }
}

const GCC = "GCC: (";
const NOTE_LENGTH = 120;
