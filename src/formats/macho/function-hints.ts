/** Collects what the tables of a Mach-O file say about where functions are. */
import type { FrameRange } from "../dwarf/eh-frame.ts";
import type { FunctionHint } from "../image.ts";
import type { Memory } from "../memory.ts";
import type { CompactUnwind } from "./compact-unwind.ts";

/** The tables of one file. */
export interface HintSources {
  readonly entry: number | undefined;
  readonly initFunctions: readonly number[];
  /** `undefined` when the linker left the table out. */
  readonly functionStarts: readonly number[] | undefined;
  readonly frames: readonly FrameRange[];
  readonly compact: CompactUnwind;
  /** Functions of a Go table: rva and size. */
  readonly goFunctions: readonly { readonly rva: number; readonly size: number }[];
  readonly memory: Memory;
}

/** One hint for each function of each table; what lies in stubs or outside code is left out. */
export function functionHints(sources: HintSources): FunctionHint[] {
  const { entry, functionStarts, frames, compact, goFunctions, memory } = sources;
  const hints: FunctionHint[] = [];
  const add = (rva: number, size: number | undefined, source: FunctionHint["source"], fragment = false): void => {
    const region = memory.regionAt(rva);
    if (region?.permissions.execute !== true || region.content === "stubs") return;
    hints.push({ rva, ...(size === undefined ? {} : { size }), source, fragment });
  };
  if (entry !== undefined) add(entry, undefined, "entry");
  for (const rva of sources.initFunctions) add(rva, undefined, "init_array");
  for (const { rva, size } of goFunctions) add(rva, size, "go_pclntab");
  const sizes = functionStarts === undefined ? undefined : sizesOf(functionStarts, memory);
  for (const [row, rva] of (functionStarts ?? []).entries()) add(rva, sizes?.[row], "function_starts");
  for (const { rva, size, fragment } of frames) add(rva, size, "eh_frame", fragment);
  for (const rva of compact.starts) add(rva, undefined, "compact_unwind");
  for (const { rva, size } of compact.ranges) add(rva, size, "compact_unwind");
  return hints;
}

/** Functions follow each other: each reaches to the start of the next or to the end of its section. */
function sizesOf(starts: readonly number[], memory: Memory): number[] {
  return starts.map((rva, row) => {
    const region = memory.regionAt(rva);
    const end = region === undefined ? rva : region.rva + region.size;
    return Math.max(Math.min(starts[row + 1] ?? end, end) - rva, 0);
  });
}
