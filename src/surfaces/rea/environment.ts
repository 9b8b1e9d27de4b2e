/** What a command sees of the process that runs it. */
import type { Output } from "./output.ts";

export interface Environment {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly variables: NodeJS.ProcessEnv;
  /** Aborted by Ctrl-C; its reason is a `Failure`. */
  readonly signal: AbortSignal;
}
