/** One analysis in the making, shared by everybody who waits for it. */
import { setTimeout } from "node:timers/promises";
import { Failure } from "../base/failure.ts";
import type { Analysis } from "../providers/provider.ts";
import type { Context } from "./operation.ts";
import { failureOf } from "./run.ts";

export interface Wait extends Context {
  /** After this many milliseconds the caller stops waiting and the job goes on by itself. */
  readonly patienceMs: number;
}

/**
 * Stops when the last caller that waits for it gives up, unless one of them ran out of patience before: that caller
 * was told that the work goes on.
 */
export class AnalysisJob {
  readonly #begin: (context: Context) => Promise<Analysis>;
  readonly #stopped = new AbortController();
  readonly #waiting = new Set<Wait>();
  #work: Promise<Analysis> | undefined;
  #detached = false;
  #progress = { stage: "queued", fraction: 0 };
  #analysis: Analysis | undefined;
  #failure: Failure | undefined;

  constructor(begin: (context: Context) => Promise<Analysis>) {
    this.#begin = begin;
  }

  get progress(): { readonly stage: string; readonly fraction: number } {
    return this.#progress;
  }

  get analysis(): Analysis | undefined {
    return this.#analysis;
  }

  get failure(): Failure | undefined {
    return this.#failure;
  }

  start(): void {
    const report = (stage: string, fraction: number): void => this.#report(stage, fraction);
    this.#work = this.#run({ signal: this.#stopped.signal, progress: report });
    // Whoever waits sees the failure; nobody may be waiting.
    this.#work.catch(() => {});
  }

  /** Has no effect once the analysis is there. */
  stop(reason: Failure): void {
    if (this.#analysis !== undefined) return;
    this.#failure ??= reason;
    this.#stopped.abort(reason);
  }

  /** The analysis when there is or will be one; never rejects. */
  async settled(): Promise<Analysis | undefined> {
    try {
      return await this.#work;
    } catch {
      return undefined;
    }
  }

  /** The analysis, or `undefined` at the end of patience. Rejects with its failure and when the signal aborts. */
  async wait(wait: Wait): Promise<Analysis | undefined> {
    if (this.#analysis !== undefined) return this.#analysis;
    this.#waiting.add(wait);
    try {
      return await this.#whicheverFirst(wait);
    } catch (error) {
      throw failureOf(error, wait.signal);
    } finally {
      this.#waiting.delete(wait);
      if (wait.signal.aborted && this.#waiting.size === 0 && !this.#detached) {
        this.stop(new Failure("interrupted", "nobody waits for the analysis any more"));
      }
    }
  }

  async #run(context: Context): Promise<Analysis> {
    try {
      const analysis = await this.#begin(context);
      if (context.signal.aborted) await analysis.close();
      context.signal.throwIfAborted();
      this.#analysis = analysis;
      return analysis;
    } catch (error) {
      this.#failure ??= failureOf(error, context.signal);
      throw this.#failure;
    }
  }

  async #whicheverFirst({ signal, patienceMs }: Wait): Promise<Analysis | undefined> {
    const answered = new AbortController();
    const patience = setTimeout(patienceMs, undefined, { signal: AbortSignal.any([signal, answered.signal]) });
    try {
      const analysis = await Promise.race([this.#work, patience]);
      this.#detached ||= analysis === undefined;
      return analysis;
    } finally {
      answered.abort();
    }
  }

  #report(stage: string, fraction: number): void {
    this.#progress = { stage, fraction };
    for (const { progress } of this.#waiting) progress(stage, fraction);
  }
}
