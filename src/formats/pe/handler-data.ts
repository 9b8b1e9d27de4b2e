/** What the data of one exception handler says, and the checked reads that its forms share. */
import type { LandingPad } from "../landing-pads.ts";
import type { Memory } from "../memory.ts";

/** What follows from the handler data of one function. */
export interface HandlerData {
  /** Protected code and the places of the same function that take over from it. */
  readonly pads: readonly LandingPad[];
  /** Rvas of code that the handler calls: filters, termination handlers, catch blocks, destructors. */
  readonly functions: readonly number[];
  /** Bytes that were read. */
  readonly size: number;
}

/** The entry that a handler is named in. */
export interface HandledRange {
  readonly rva: number;
  readonly size: number;
  /** Rva of the handler. */
  readonly handler: number;
  /** Rva of what the handler is given: what follows its address in the unwind information. */
  readonly handlerData: number;
}

/** Entries that tables of one function may have; more than any function that people or compilers write needs. */
export const ENTRY_LIMIT = 0x4000;

/** Whether code may lie at `rva`. */
export function isCode(memory: Memory, rva: number): boolean {
  return memory.regionAt(rva)?.permissions.execute === true;
}

/** Whether `[start, end)` is code of one region. */
export function isCodeRange(memory: Memory, start: number, end: number): boolean {
  const region = memory.regionAt(start);
  return region?.permissions.execute === true && end > start && end <= region.rva + region.size;
}
