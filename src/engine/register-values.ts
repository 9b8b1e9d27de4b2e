/** Values of registers as they follow from the code of one block, for questions that are asked seldom. */
import type { AbsoluteAddresses } from "./discovery/operands.ts";

/** A value that is not known. Values from 0 on are rvas of cells from which a register was loaded. */
export const LOST = -1000;

/** What register `register` holds where the block begins. */
export function entryValue(register: number): number {
  return -1 - register;
}

/** Register that the value is the entry value of; -1 for other values. */
export function registerOfEntry(value: number): number {
  return value < 0 && value !== LOST ? -1 - value : -1;
}

/** What an instruction set says about registers. The instruction is the one in `out`, as `decode` gave `packed` for it. */
export interface RegisterEffects {
  /** Number of registers. */
  readonly count: number;
  /** Register that holds the target of an indirect call or jump; -1 when memory does. */
  readonly through: (packed: number, out: Int32Array) => number;
  /** Changes `values`, one for each register, as the instruction does. */
  readonly apply: (packed: number, out: Int32Array, values: Float64Array, place: EffectPlace) => void;
}

export interface EffectPlace {
  readonly delta: number;
  readonly absolute: AbsoluteAddresses;
}
