/** One worker thread with the program open in it, from its start to its end. */
import { Worker } from "node:worker_threads";
import { readAnswer } from "./answer.ts";
import type { DecompileFailure, DecompileOutcome } from "./protocol.ts";
import type { WorkerQuestion, WorkerReport, WorkerStart } from "./worker-messages.ts";

/** Milliseconds in which a program must be open: a hundred times what a large one takes. */
const OPEN_DEADLINE = 120_000;

/** Deep nesting of code becomes deep recursion in the module; the memory is only touched when it is needed. */
const STACK_MEBIBYTES = 64;

/** What became of a question: an outcome, or a thread that broke off. */
export type ThreadAnswer = DecompileOutcome | { readonly kind: "broken"; readonly message: string };

export class DecompilerThread {
  readonly #worker: Worker;
  readonly #opened: Promise<ThreadAnswer | undefined>;
  #memory = 0;
  /** Settles what is waited for when the thread reports or ends. */
  #settle: (answer: ThreadAnswer | undefined) => void = () => {};
  #asked = 0n;
  #hasEnded = false;

  constructor(script: string, start: WorkerStart) {
    this.#worker = new Worker(script, {
      workerData: start,
      execArgv: [],
      name: "decompiler",
      resourceLimits: { stackSizeMb: STACK_MEBIBYTES },
    });
    this.#worker.on("message", (report: WorkerReport) => this.#hear(report));
    this.#worker.on("error", (error) => this.#break(error instanceof Error ? error.message : String(error)));
    this.#worker.on("exit", (code) => this.#break(`the thread ended with status ${code}`));
    this.#opened = this.#next(OPEN_DEADLINE);
  }

  /** Bytes of memory that the instance holds. */
  get memory(): number {
    return this.#memory;
  }

  /** Whether no further question can be asked. */
  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Decompiles one function; `deadline` is in milliseconds and ends the thread. One question at a time. */
  async ask(question: WorkerQuestion, deadline: number): Promise<ThreadAnswer> {
    this.#worker.ref();
    const refusal = await this.#opened;
    if (refusal !== undefined) return refusal;
    this.#asked = question.address;
    const answer = this.#next(deadline);
    this.#worker.postMessage(question);
    return (await answer) ?? { kind: "broken", message: "the thread answered nothing" };
  }

  /** Lets the process end while the thread has nothing to do. */
  rest(): void {
    this.#worker.unref();
  }

  /** Ends the thread at once, whatever it does; the question it has is answered as broken. */
  async end(): Promise<void> {
    this.#break("the thread was ended");
    await this.#worker.terminate();
  }

  #next(deadline: number): Promise<ThreadAnswer | undefined> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#settle(pastDeadline(deadline));
        void this.end();
      }, deadline);
      this.#settle = (answer) => {
        clearTimeout(timer);
        this.#settle = () => {};
        resolve(answer);
      };
    });
  }

  #hear(report: WorkerReport): void {
    switch (report.kind) {
      case "ready":
        return this.#settle(undefined);
      case "unopened":
        this.#hasEnded = true;
        return this.#settle(report.failure);
      case "answered": {
        const { answer, memory } = report;
        this.#memory = memory;
        return this.#settle(answer.kind === "failed" ? answer : readAnswer(answer.bytes, this.#asked));
      }
    }
  }

  #break(message: string): void {
    this.#hasEnded = true;
    this.#settle({ kind: "broken", message });
  }
}

function pastDeadline(deadline: number): DecompileFailure {
  return { kind: "failed", reason: "deadline", message: `no answer within ${deadline} ms` };
}
