/**
 * Which functions return. A call is followed only when its callee is known to return; a function none of whose paths
 * reaches a return once every call that could be followed has been, never returns.
 */
import { ByteList, IntList } from "../lists.ts";

export const STATE = { UNKNOWN: 0, RETURNS: 1, NEVER: 2 } as const;

/** Called for each call that turns out to return: `caller` goes on at `continuation`. */
export type Resume = (caller: number, continuation: number) => void;

export class Returns {
  readonly #resume: Resume;
  readonly #state = new ByteList();
  /** Number of callees and tail callees whose answer a function waits for. */
  readonly #pending = new IntList();
  /** First node of the list of those who wait for a function, -1 when nobody does. */
  readonly #waiting = new IntList();
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
    this.#state.push(STATE.UNKNOWN);
    this.#pending.push(0);
    this.#waiting.push(-1);
  }

  stateOf(callee: number): number {
    return this.#state.at(callee);
  }

  /** `caller` goes on at `continuation` once `callee` is known to return. */
  awaitCall(caller: number, callee: number, continuation: number): void {
    this.#wait(caller, callee, continuation);
  }

  /** `caller` returns if `callee` does: a tail call, or code that both share. */
  follow(caller: number, callee: number): void {
    if (caller === callee || this.#state.at(caller) === STATE.RETURNS) return;
    const state = this.#state.at(callee);
    if (state === STATE.RETURNS) this.markReturns(caller);
    else if (state === STATE.UNKNOWN) this.#wait(caller, callee, -1);
  }

  /** A path of the function reaches a return; everybody who waited for that goes on. */
  markReturns(first: number): void {
    const stack = [first];
    for (let callee = stack.pop(); callee !== undefined; callee = stack.pop()) {
      if (this.#state.at(callee) === STATE.RETURNS) continue;
      this.#state.set(callee, STATE.RETURNS);
      for (let node = this.#takeWaiting(callee); node >= 0; node = this.#next.at(node)) {
        const caller = this.#waiter.at(node);
        const continuation = this.#continuation.at(node);
        this.#answered(caller);
        if (continuation >= 0) this.#resume(caller, continuation);
        else if (this.#state.at(caller) !== STATE.RETURNS) stack.push(caller);
      }
    }
  }

  markNever(callee: number): void {
    this.#state.set(callee, STATE.NEVER);
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
    if (this.#state.at(callee) !== STATE.NEVER) return;
    this.#state.set(callee, STATE.UNKNOWN);
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
      if (this.#state.at(idle) !== STATE.UNKNOWN || this.#pending.at(idle) > 0) continue;
      this.markNever(idle);
      changed = true;
    }
    if (changed) return true;
    while (this.#decided < this.#state.length && this.#state.at(this.#decided) !== STATE.UNKNOWN) this.#decided++;
    const oldest = this.#decided < this.#state.length ? this.#decided : this.#lastReopened();
    if (oldest < 0) return false;
    this.markNever(oldest);
    return true;
  }

  /** Everything is decided: gives up the memory of all but the answers. */
  finish(): void {
    for (const list of [this.#pending, this.#waiting, this.#waiter, this.#continuation, this.#next, this.#idle]) {
      list.clear();
    }
  }

  #lastReopened(): number {
    let callee = this.#reopened.pop();
    while (callee >= 0 && this.#state.at(callee) !== STATE.UNKNOWN) callee = this.#reopened.pop();
    return callee;
  }

  #wait(caller: number, callee: number, continuation: number): void {
    const node = this.#next.length;
    this.#waiter.push(caller);
    this.#continuation.push(continuation);
    this.#next.push(this.#waiting.at(callee));
    this.#waiting.set(callee, node);
    this.#pending.set(caller, this.#pending.at(caller) + 1);
  }

  #takeWaiting(callee: number): number {
    const node = this.#waiting.at(callee);
    this.#waiting.set(callee, -1);
    return node;
  }

  #answered(caller: number): void {
    const left = this.#pending.at(caller) - 1;
    this.#pending.set(caller, left);
    if (left <= 0) this.#idle.push(caller);
  }
}
