/** Collects what the tables of a PE file say about where functions are. */
import type { FrameRange } from "../dwarf/eh-frame.ts";
import type { Evidence, FunctionHint } from "../image.ts";
import type { Memory } from "../memory.ts";
import type { UnwindRange } from "./exception-table.ts";
import { isCode } from "./handler-data.ts";
import type { LoadConfiguration } from "./load-configuration.ts";

/** The tables of one file. */
export interface HintSources {
  readonly entry: number | undefined;
  readonly callbacks: readonly number[];
  readonly unwind: readonly UnwindRange[];
  /** DWARF unwind entries, which MinGW makes for 32-bit code. */
  readonly frames: readonly FrameRange[];
  /** Functions that exception handlers call. */
  readonly handled: ReadonlySet<number>;
  readonly configuration: LoadConfiguration | undefined;
  /** Functions of a Go table: rva and size. */
  readonly goFunctions: readonly { readonly rva: number; readonly size: number }[];
  readonly memory: Memory;
}

/** One hint for each function of each table. */
export function functionHints(sources: HintSources): FunctionHint[] {
  const { entry, unwind, frames, configuration, goFunctions, memory } = sources;
  const handlers = new Set(unwind.flatMap(({ handler }) => handler ?? []).filter((rva) => isCode(memory, rva)));
  return [
    ...starts("entry", entry === undefined ? [] : [entry]),
    ...starts("tls_callback", sources.callbacks),
    ...unwind.map(({ rva, size, fragment }): FunctionHint => ({ rva, size, source: "pdata", fragment })),
    ...frames.map(({ rva, size, fragment }): FunctionHint => ({ rva, size, source: "eh_frame", fragment })),
    ...starts("exception_handler", [...handlers, ...sources.handled]),
    ...starts("guard_table", configuration?.guardFunctions ?? []),
    ...starts("safe_seh", configuration?.safeHandlers ?? []),
    ...goFunctions.map(({ rva, size }): FunctionHint => ({ rva, size, source: "go_pclntab", fragment: false })),
  ];
}

function starts(source: Evidence, rvas: readonly number[]): FunctionHint[] {
  return rvas.map((rva) => ({ rva, source, fragment: false }));
}
