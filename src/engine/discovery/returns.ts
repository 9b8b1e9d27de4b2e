/**
 * Which functions return. A call is followed only when its callee is known to return; a function none of whose paths
 * reaches a return once every call that could be followed has been, never returns.
 */
import { grown, IntList, larger } from "../lists.ts";

export const STATE = { UNKNOWN: 0, RETURNS: 1, NEVER: 2 } as const;

/** Called for each call that turns out to return: `caller` goes on at `continuation`. */
export type Resume = (caller: number, continuation: number) => void;

export class Returns {
  readonly #resume: Resume;
  #count = 0;
  #state = new Uint8Array(FEW);
  /** Number of callees and tail callees whose answer a function waits for. */
  #pending = new Int32Array(FEW);
  /** First node of the list of those who wait for a function, -1 when nobody does. */
  #waiting = new Int32Array(FEW).fill(-1);
  readonly #waiter = new IntList();
  readonly #continuation = new IntList();
  readonly #next = new IntList();
  /** Functions that may have nothing left to wait for. */
  readonly #idle = new IntList();
  /** Every function below is decided, but for those that were taken back. */
  #decided = 0;
  readonly #reopened = new IntList();

  constructor(resume: Resume) {
    this.#resume = resume;
  }

  /** Adds the next function, undecided. */
  add(): void {
    if (++this.#count > this.#state.length) this.#grow();
  }

  stateOf(callee: number): number {
    return this.#state[callee] ?? STATE.UNKNOWN;
  }

  /** `caller` goes on at `continuation` once `callee` is known to return. */
  awaitCall(caller: number, callee: number, continuation: number): void {
    this.#wait(caller, callee, continuation);
  }

  /** `caller` returns if `callee` does: a tail call, or code that both share. */
  follow(caller: number, callee: number): void {
    if (caller === callee || this.#state[caller] === STATE.RETURNS) return;
    const state = this.#state[callee];
    if (state === STATE.RETURNS) this.markReturns(caller);
    else if (state === STATE.UNKNOWN) this.#wait(caller, callee, -1);
  }

  /** A path of the function reaches a return; everybody who waited for that goes on. */
  markReturns(first: number): void {
    const stack = [first];
    for (let callee = stack.pop(); callee !== undefined; callee = stack.pop()) {
      if (this.#state[callee] === STATE.RETURNS) continue;
      this.#state[callee] = STATE.RETURNS;
      for (let node = this.#takeWaiting(callee); node >= 0; node = this.#next.at(node)) {
        const caller = this.#waiter.at(node);
        const continuation = this.#continuation.at(node);
        this.#answered(caller);
        if (continuation >= 0) this.#resume(caller, continuation);
        else if (this.#state[caller] !== STATE.RETURNS) stack.push(caller);
      }
    }
  }

  markNever(callee: number): void {
    this.#state[callee] = STATE.NEVER;
    for (let node = this.#takeWaiting(callee); node >= 0; node = this.#next.at(node)) {
      this.#answered(this.#waiter.at(node));
    }
  }

  /** The paths found so far of `walked` have been followed. */
  walked(walked: number): void {
    this.#idle.push(walked);
  }

  /** Takes back that a function never returns, because more of it was found. */
  reopen(callee: number): void {
    if (this.#state[callee] !== STATE.NEVER) return;
    this.#state[callee] = STATE.UNKNOWN;
    this.#reopened.push(callee);
    this.#idle.push(callee);
  }

  /**
   * Decides what can be decided when nothing is left to follow: functions that wait for nobody never return, nor do
   * those that only wait for each other, since recursion needs a way out. False when every function is decided.
   */
  settle(): boolean {
    let changed = false;
    while (this.#idle.length > 0) {
      const idle = this.#idle.pop();
      if (this.#state[idle] !== STATE.UNKNOWN || (this.#pending[idle] as number) > 0) continue;
      this.markNever(idle);
      changed = true;
    }
    if (changed) return true;
    while (this.#decided < this.#count && this.#state[this.#decided] !== STATE.UNKNOWN) this.#decided++;
    const oldest = this.#decided < this.#count ? this.#decided : this.#lastReopened();
    if (oldest < 0) return false;
    this.markNever(oldest);
    return true;
  }

  /** Everything is decided: gives up the memory of all but the answers. */
  finish(): void {
    this.#pending = new Int32Array(0);
    this.#waiting = new Int32Array(0);
    for (const list of [this.#waiter, this.#continuation, this.#next, this.#idle]) list.clear();
  }

  #lastReopened(): number {
    let callee = this.#reopened.pop();
    while (callee >= 0 && this.#state[callee] !== STATE.UNKNOWN) callee = this.#reopened.pop();
    return callee;
  }

  #wait(caller: number, callee: number, continuation: number): void {
    const node = this.#next.length;
    this.#waiter.push(caller);
    this.#continuation.push(continuation);
    this.#next.push(this.#waiting[callee] as number);
    this.#waiting[callee] = node;
    this.#pending[caller] = (this.#pending[caller] as number) + 1;
  }

  #takeWaiting(callee: number): number {
    const node = this.#waiting[callee] as number;
    this.#waiting[callee] = -1;
    return node;
  }

  #answered(caller: number): void {
    const left = (this.#pending[caller] as number) - 1;
    this.#pending[caller] = left;
    if (left <= 0) this.#idle.push(caller);
  }

  #grow(): void {
    const room = larger(this.#state.length);
    this.#state = grown(this.#state, new Uint8Array(room));
    this.#pending = grown(this.#pending, new Int32Array(room));
    this.#waiting = grown(this.#waiting, new Int32Array(room).fill(-1));
  }
}

/** Functions that there is room for at first. */
const FEW = 1024;
