/** What registers hold from block to block: addresses are often formed far in front of where they are used. */
import type { RegisterFlow } from "./instruction-set.ts";

/** Where a decoder keeps, in `out`, what it knows of registers. */
export interface RegisterSlots {
  /** Slots of masks: bit n of one says that slot `place + n` is so much of what n holds. */
  readonly masks: readonly number[];
  readonly place: number;
  readonly count: number;
}

/**
 * Joins the states of the block before and of forward branches: what they agree on is kept. A loop is entered with what
 * its way in says, since the compiler keeps an address in a register for all its rounds.
 */
export class JoinedRegisters implements RegisterFlow {
  readonly #slots: RegisterSlots;
  readonly #begin: (out: Int32Array, delta: number) => void;
  /** State that reaches an offset ahead of the pass; absent where no branch leads. */
  readonly #waiting = new Map<number, State>();
  readonly #spare: State[] = [];

  constructor(slots: RegisterSlots, begin: (out: Int32Array, delta: number) => void) {
    this.#slots = slots;
    this.#begin = begin;
  }

  enter(at: number, runsOn: boolean, out: Int32Array, delta: number): void {
    const state = this.#waiting.get(at);
    if (!runsOn) {
      this.#begin(out, delta);
      if (state !== undefined) this.#restore(state, out);
    } else if (state !== undefined) {
      this.#meet(state, out);
      this.#restore(state, out);
    }
    if (state === undefined) return;
    this.#waiting.delete(at);
    this.#spare.push(state);
  }

  leave(at: number, target: number, out: Int32Array): void {
    if (target <= at) return;
    const known = this.#waiting.get(target);
    if (known !== undefined) return this.#meet(known, out);
    const { masks, count } = this.#slots;
    const state = this.#spare.pop() ?? { masks: new Int32Array(masks.length), places: new Int32Array(count) };
    this.#save(state, out);
    this.#waiting.set(target, state);
  }

  #save(state: State, out: Int32Array): void {
    const { masks, place, count } = this.#slots;
    let any = 0;
    for (let mask = 0; mask < masks.length; mask++) {
      const bits = out[masks[mask] ?? 0] ?? 0;
      state.masks[mask] = bits;
      any |= bits;
    }
    if (any !== 0) state.places.set(out.subarray(place, place + count));
  }

  #restore(state: State, out: Int32Array): void {
    const { masks, place } = this.#slots;
    let any = 0;
    for (let mask = 0; mask < masks.length; mask++) {
      const bits = state.masks[mask] ?? 0;
      out[masks[mask] ?? 0] = bits;
      any |= bits;
    }
    if (any !== 0) out.set(state.places, place);
  }

  /** Keeps in `state` what `out` says as well. */
  #meet(state: State, out: Int32Array): void {
    const { masks, place } = this.#slots;
    for (let mask = 0; mask < masks.length; mask++) {
      let kept = (state.masks[mask] ?? 0) & (out[masks[mask] ?? 0] ?? 0);
      for (let left = kept; left !== 0; left &= left - 1) {
        const register = 31 - Math.clz32(left & -left);
        if (state.places[register] !== out[place + register]) kept &= ~(1 << register);
      }
      state.masks[mask] = kept;
    }
  }
}

interface State {
  readonly masks: Int32Array;
  readonly places: Int32Array;
}
