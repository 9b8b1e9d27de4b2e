/** The base of addresses that a position-independent function of 32-bit x86 keeps in a register from its prologue on. */
import type { FunctionBases } from "../instruction-set.ts";
import { NO_BASE, REGISTERS, TRACKED } from "./tracked-32.ts";

/**
 * Keeps, for each function, the base that it computed and every place that held it at some branch or call: compilers use
 * a register for nothing else once it holds the base, save where the function is left.
 */
export class KeptBases implements FunctionBases {
  readonly #kept = new Map<number, Kept>();

  note(index: number, out: Int32Array): void {
    const base = out[TRACKED.BASE] ?? NO_BASE;
    if (base === NO_BASE) return;
    const holders = holdersOf(base, out[TRACKED.KNOWN] ?? 0, out);
    const kept = this.#kept.get(index);
    const frameKey = out[TRACKED.PLACE + FRAME_KEY] ?? 0;
    if (kept === undefined) this.#kept.set(index, { base, holders, frameKey });
    else if (kept.base === base) {
      kept.holders |= holders;
      if ((holders & (1 << FRAME_KEY)) !== 0) kept.frameKey = frameKey;
    }
  }

  resume(index: number, out: Int32Array): void {
    const kept = this.#kept.get(index);
    if (kept === undefined) return;
    out[TRACKED.KNOWN] = kept.holders;
    out[TRACKED.BASE] = kept.base;
    out.fill(kept.base, TRACKED.PLACE, TRACKED.PLACE + FRAME_KEY);
    out[TRACKED.PLACE + FRAME_KEY] = kept.frameKey;
  }
}

interface Kept {
  readonly base: number;
  /** Bits of `TRACKED.KNOWN`. */
  holders: number;
  frameKey: number;
}

const FRAME_KEY = REGISTERS.count - 1;
const FRAME = FRAME_KEY - 1;
/** `ebx`; the registers before it are free for anything. */
const FIRST_PRESERVED = 3;

/** Registers that a call leaves alone, and the frame, as far as they hold `base`. */
function holdersOf(base: number, known: number, out: Int32Array): number {
  let holders = 0;
  for (let place = FIRST_PRESERVED; place <= FRAME; place++) {
    if (((known >> place) & 1) !== 0 && out[TRACKED.PLACE + place] === base) holders |= 1 << place;
  }
  return (holders & (1 << FRAME)) === 0 ? holders : holders | (1 << FRAME_KEY);
}
