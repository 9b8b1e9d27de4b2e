/** A store that answers can do without: what it refuses is not kept, and a warning says so. */
import { Failure } from "../../base/failure.ts";
import type { Warning } from "../../contracts/envelope.ts";

export class OptionalStore {
  /** What happened to the store, each code once; grows. */
  readonly warnings: Warning[] = [];
  /** Absolute; absent when nothing is kept. */
  readonly path: string | undefined;
  readonly #kept: string;

  /** `kept` names what is lost when the store refuses: `the analysis`. */
  constructor(path: string | undefined, kept: string) {
    this.path = path;
    this.#kept = kept;
  }

  /** `undefined` without a store, and when it refuses. Rejects with everything but `store_unwritable`. */
  async use<T>(work: (store: string) => Promise<T>): Promise<T | undefined> {
    if (this.path === undefined) return undefined;
    try {
      return await work(this.path);
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== "store_unwritable") throw error;
      this.warn(error.code, `${error.message}; ${this.#kept} is not kept`);
      return undefined;
    }
  }

  warn(code: string, message: string): void {
    if (!this.warnings.some((warning) => warning.code === code)) this.warnings.push({ code, message });
  }
}
