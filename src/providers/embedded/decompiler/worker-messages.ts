/** What the pool and its threads say to each other. */
import type { CompiledModule } from "./compiled-module.ts";
import type { InstanceAnswer } from "./instance.ts";
import type { FedRegion } from "./protocol.ts";

/** What a thread starts with; bytes in shared memory are not copied. */
export interface WorkerStart {
  readonly module: CompiledModule;
  readonly regions: readonly FedRegion[];
  /** In the form of `feed-encoding.ts`. */
  readonly feed: Uint8Array;
}

/** Asks for one function; the next is asked for when the answer is there. */
export interface WorkerQuestion {
  readonly address: bigint;
  readonly steps: number;
}

export type WorkerReport =
  /** The program is open. */
  | { readonly kind: "ready" }
  /** The program cannot be opened; the thread ends. */
  | { readonly kind: "unopened"; readonly failure: InstanceAnswer & { readonly kind: "failed" } }
  /** The answer to the question, and how much memory the instance holds, in bytes. */
  | { readonly kind: "answered"; readonly answer: InstanceAnswer; readonly memory: number };
