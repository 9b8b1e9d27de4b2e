/** Decompiles functions of one program in a few worker threads, each made when it is needed. */
import type { CompiledModule } from "./compiled-module.ts";
import { encodeFeed } from "./feed-encoding.ts";
import type {
  DecompileAllOptions,
  DecompileFailure,
  DecompileOptions,
  DecompileOutcome,
  Decompiler,
  ProgramFeed,
} from "./protocol.ts";
import { WorkerSlots } from "../worker-slots.ts";
import { DecompilerThread } from "./thread.ts";
import type { WorkerStart } from "./worker-messages.ts";

export interface PoolOptions {
  /** Compiled once and shared by the threads. */
  readonly module: Promise<CompiledModule>;
  /** Absolute path of the worker's script. */
  readonly script: string;
  /** How many threads at most. */
  readonly threads: number;
  /** Rewriting steps that a function may take. */
  readonly steps?: number;
  /** Bytes of memory after which a thread is replaced. */
  readonly recycleAt?: number;
}

/** The heaviest functions of ordinary programs take a third of it. */
const STEPS = 400_000;

/** A thread stays near 200 MB for ordinary programs; only one that met a huge function comes here. */
const RECYCLE_AT = 600 * 1024 * 1024;

/** Milliseconds without work after which a thread gives its memory back. */
const IDLE_TIME = 60_000;

/** A trap in a fresh instance is the function's, and asking again would only cost time. */
const ATTEMPTS = 2;

export function openPool(feed: ProgramFeed, options: PoolOptions): Decompiler {
  return new DecompilerPool(feed, options);
}

class DecompilerPool implements Decompiler {
  readonly #options: PoolOptions;
  readonly #start: Promise<WorkerStart>;
  readonly #idle: DecompilerThread[] = [];
  readonly #busy = new Set<DecompilerThread>();
  readonly #closing = new AbortController();
  readonly #slots: WorkerSlots;
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(feed: ProgramFeed, options: PoolOptions) {
    this.#options = options;
    this.#slots = new WorkerSlots(options.threads);
    this.#start = options.module.then((module) => ({ module, regions: feed.regions, feed: shared(encodeFeed(feed)) }));
    // Whoever asks hears of a module that does not compile.
    this.#start.catch(() => {});
  }

  async decompile(address: bigint, { signal, deadline }: DecompileOptions): Promise<DecompileOutcome> {
    const stop = AbortSignal.any([signal, this.#closing.signal]);
    for (let attempt = 1; ; attempt++) {
      const isFresh = attempt > 1;
      const answer = await this.#slots.use(stop, () =>
        this.#withThread({ stop, isFresh }, (thread) =>
          thread.ask({ address, steps: this.#options.steps ?? STEPS }, deadline),
        ),
      );
      if (answer.kind !== "broken") return answer;
      if (attempt === ATTEMPTS) return trapped(answer.message);
    }
  }

  async decompileAll(addresses: readonly bigint[], options: DecompileAllOptions): Promise<void> {
    const queue = addresses.values();
    const failed = new AbortController();
    const signal = AbortSignal.any([options.signal, failed.signal]);
    const work = async (): Promise<void> => {
      for (const address of queue) {
        options.each(address, await this.decompile(address, { signal, deadline: options.deadline }));
      }
    };
    try {
      await Promise.all(Array.from({ length: this.#options.threads }, work));
    } catch (error) {
      failed.abort(error);
      throw error;
    }
  }

  async close(): Promise<void> {
    clearTimeout(this.#idleTimer);
    this.#closing.abort(new Error("the decompiler was closed"));
    const threads = [...this.#idle.splice(0), ...this.#busy];
    await Promise.all(threads.map((thread) => thread.end()));
  }

  /** Takes a thread for one question; an aborted question ends its thread. */
  async #withThread<T>(
    { stop, isFresh }: { readonly stop: AbortSignal; readonly isFresh: boolean },
    use: (thread: DecompilerThread) => Promise<T>,
  ): Promise<T> {
    const start = await this.#start;
    stop.throwIfAborted();
    const idle = isFresh ? undefined : this.#idle.pop();
    const thread = idle ?? new DecompilerThread(this.#options.script, start);
    const abort = (): void => void thread.end();
    this.#busy.add(thread);
    stop.addEventListener("abort", abort, { once: true });
    try {
      const answer = await use(thread);
      stop.throwIfAborted();
      return answer;
    } finally {
      stop.removeEventListener("abort", abort);
      await this.#giveBack(thread);
    }
  }

  async #giveBack(thread: DecompilerThread): Promise<void> {
    this.#busy.delete(thread);
    const isSpent = thread.hasEnded || thread.memory > (this.#options.recycleAt ?? RECYCLE_AT);
    if (isSpent || this.#closing.signal.aborted) return thread.end();
    thread.rest();
    this.#idle.push(thread);
    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => this.#endIdle(), IDLE_TIME).unref();
  }

  #endIdle(): void {
    for (const thread of this.#idle.splice(0)) void thread.end();
  }
}

function trapped(message: string): DecompileFailure {
  return { kind: "failed", reason: "trap", message };
}

/** In memory that threads read without copying it. */
function shared(bytes: Uint8Array): Uint8Array {
  const copy = new Uint8Array(new SharedArrayBuffer(bytes.length));
  copy.set(bytes);
  return copy;
}
