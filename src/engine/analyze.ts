/** Turns an image into a program: functions, blocks, edges, references and strings. */
import type { Image, SymbolSource } from "../formats/image.ts";
import type { Memory } from "../formats/memory.ts";
import { ARM64 } from "./arm64/instruction-set.ts";
import { analyzeCode } from "./analyze-code.ts";
import { programFromTables } from "./analyze-tables.ts";
import type { Sources } from "./discovery/extents.ts";
import type { InstructionSet } from "./instruction-set.ts";
import type { Program, ProgressSink } from "./program.ts";
import { X86_32 } from "./x86/instruction-set-32.ts";
import { X86_64 } from "./x86/instruction-set.ts";

export interface AnalyzeOptions {
  /** Called every few milliseconds to tenths of a second; what it throws ends the analysis and reaches the caller. */
  readonly progress?: ProgressSink | undefined;
  /** Tables to leave aside, to see what is found without them. */
  readonly ignore?: { readonly unwind?: boolean; readonly symbols?: boolean } | undefined;
}

/** Whether the symbols of a table are to be used. */
export type Believe = (source: SymbolSource) => boolean;

/** Everything that the two ways of analysis share. */
export interface Task {
  readonly image: Image;
  readonly memory: Memory;
  readonly sources: Sources;
  readonly believe: Believe;
  readonly progress: ProgressSink;
}

/** Same image, same tables, byte for byte. Never throws because of the sample. */
export function analyzeImage(image: Image, memory: Memory, options: AnalyzeOptions = {}): Program {
  const sources = { unwind: options.ignore?.unwind !== true, symbols: options.ignore?.symbols !== true };
  const task: Task = {
    image,
    memory,
    sources,
    believe: (source) => (source === "symtab" ? sources.symbols : source !== "go_pclntab" || sources.unwind),
    progress: options.progress ?? (() => undefined),
  };
  const set = instructionSetOf(image);
  return set === undefined ? programFromTables(task) : analyzeCode(task, set);
}

/** The set in which the image's code is written, as far as it can be decoded. */
function instructionSetOf({ architecture, endian }: Image): InstructionSet | undefined {
  if (architecture === "x86_64") return X86_64;
  if (architecture === "x86") return X86_32;
  return architecture === "arm64" && endian === "little" ? ARM64 : undefined;
}
