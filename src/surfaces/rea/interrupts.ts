/** Ctrl-C and its like: the first asks the work to stop and clean up, the second ends the program at once. */
import { FAILURES, Failure } from "../../base/failure.ts";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Aborts the controller with `interrupted` on a signal; the result takes the handlers away. */
export function abortOnSignals(controller: AbortController): () => void {
  const stop = (signal: NodeJS.Signals): void => {
    if (controller.signal.aborted) process.exit(FAILURES.interrupted.exit);
    controller.abort(new Failure("interrupted", `stopped by ${signal}`));
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  return () => {
    for (const signal of SIGNALS) process.off(signal, stop);
  };
}
