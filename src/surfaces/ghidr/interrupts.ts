/** Interrupts: the first ends the work in order, the second at once. */
import { Failure } from "../../base/failure.ts";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

export interface Interrupts {
  /** Aborted by the first with the failure `interrupted`. */
  readonly signal: AbortSignal;
  /** Aborted by the second. */
  readonly second: AbortSignal;
  /** Takes the handlers away. */
  ignore(): void;
}

export function watchInterrupts(): Interrupts {
  const first = new AbortController();
  const second = new AbortController();
  const stop = (signal: NodeJS.Signals): void => {
    if (first.signal.aborted) second.abort();
    else first.abort(new Failure("interrupted", `stopped by ${signal}`, { signal }));
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  return {
    signal: first.signal,
    second: second.signal,
    ignore: () => {
      for (const signal of SIGNALS) process.off(signal, stop);
    },
  };
}
