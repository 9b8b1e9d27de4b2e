/** One line on the terminal that says how far long work has come, and is gone when the work is done. */
import type { Output } from "./output.ts";

/** Milliseconds of work before the bar appears. */
const PATIENCE = 1000;
/** Milliseconds between two drawings. */
const PERIOD = 100;
const CELLS = 24;

export class ProgressBar {
  readonly #output: Output;
  readonly #started = performance.now();
  #drawn = 0;
  #finished = false;

  constructor(output: Output) {
    this.#output = output;
  }

  /** Takes a stage and how much of it is done, 0 to 1. */
  readonly report = (stage: string, fraction: number): void => {
    const now = performance.now();
    if (this.#finished || now - this.#started < PATIENCE || now - this.#drawn < PERIOD) return;
    this.#drawn = now;
    void this.#output.write(`\r\u001b[2K${barLine(stage, fraction, this.#output.columns ?? 0)}`);
  };

  /** Erases the line; what is reported later is not drawn. */
  async finish(): Promise<void> {
    this.#finished = true;
    if (this.#drawn > 0) await this.#output.write("\r\u001b[2K");
  }
}

/** `[######..................]  25 % finding functions`, never wider than the terminal. */
export function barLine(stage: string, fraction: number, columns: number): string {
  const share = Math.min(1, Math.max(0, fraction));
  const full = Math.round(share * CELLS);
  const percent = `${Math.round(share * 100)}`.padStart(3);
  return `[${"#".repeat(full)}${".".repeat(CELLS - full)}] ${percent} % ${stage}`.slice(0, Math.max(0, columns - 1));
}
