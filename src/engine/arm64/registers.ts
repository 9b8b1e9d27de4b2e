/** What A64 registers hold from block to block: addresses are often formed far in front of where they are used. */
import type { RegisterFlow } from "../instruction-set.ts";
import { begin, OUT } from "./decoder.ts";

/**
 * Joins the states of the block before and of forward branches: what they agree on is kept. A loop is entered with what
 * its way in says, since the compiler keeps an address in a register for all its rounds.
 */
export class JoinedRegisters implements RegisterFlow {
  /** State that reaches an offset ahead of the pass; absent where no branch leads. */
  readonly #waiting = new Map<number, State>();
  readonly #spare: State[] = [];

  enter(at: number, runsOn: boolean, out: Int32Array, delta: number): void {
    const state = this.#waiting.get(at);
    if (!runsOn) {
      begin(out, delta);
      if (state !== undefined) restore(state, out);
    } else if (state !== undefined) {
      meet(state, out);
      restore(state, out);
    }
    if (state === undefined) return;
    this.#waiting.delete(at);
    this.#spare.push(state);
  }

  leave(at: number, target: number, out: Int32Array): void {
    if (target <= at) return;
    const known = this.#waiting.get(target);
    if (known !== undefined) return meet(known, out);
    const state = this.#spare.pop() ?? { known: 0, loaded: 0, places: new Int32Array(REGISTERS) };
    save(state, out);
    this.#waiting.set(target, state);
  }
}

interface State {
  known: number;
  loaded: number;
  readonly places: Int32Array;
}

const REGISTERS = 31;

function save(state: State, out: Int32Array): void {
  state.known = out[OUT.KNOWN] ?? 0;
  state.loaded = out[OUT.LOADED] ?? 0;
  if ((state.known | state.loaded) !== 0) state.places.set(out.subarray(OUT.PLACE, OUT.PLACE + REGISTERS));
}

function restore({ known, loaded, places }: State, out: Int32Array): void {
  out[OUT.KNOWN] = known;
  out[OUT.LOADED] = loaded;
  if ((known | loaded) !== 0) out.set(places, OUT.PLACE);
}

/** Keeps in `state` what `out` says as well. */
function meet(state: State, out: Int32Array): void {
  state.known &= out[OUT.KNOWN] ?? 0;
  state.loaded &= out[OUT.LOADED] ?? 0;
  for (let left = state.known | state.loaded; left !== 0; left &= left - 1) {
    const register = 31 - Math.clz32(left & -left);
    if (state.places[register] === out[OUT.PLACE + register]) continue;
    state.known &= ~(1 << register);
    state.loaded &= ~(1 << register);
  }
}
