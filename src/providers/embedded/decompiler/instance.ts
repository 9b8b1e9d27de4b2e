/** One instance of the decompiler's module with one program open in it; used by one thread. */
import { startModule, type CompiledModule, type ModuleExports } from "./compiled-module.ts";
import type { DecompileFailureReason, FedRegion } from "./protocol.ts";
import { WireReader } from "./wire.ts";

/** What the module says about a call, by the numbers of `Status` in `wasm/decompiler/src/lib.rs`. */
const FAILURES: Readonly<Record<number, DecompileFailureReason>> = {
  1: "work_limit",
  2: "not_a_function",
  3: "decompiler_error",
  4: "unsupported_program",
};

/** The answer still in the form of `answer.ts`, or why there is none. */
export type InstanceAnswer =
  | { readonly kind: "answer"; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: "failed"; readonly reason: DecompileFailureReason; readonly message: string };

/** The module broke off, in its own words; the instance must not be used again. */
export class ModuleTrap extends Error {
  override readonly name = "ModuleTrap";
  /** Whether the module said why; where there is no memory left, it cannot. */
  readonly hasWords: boolean;

  constructor(words: string, cause: unknown) {
    super(words === "" ? String(cause) : words, { cause });
    this.hasWords = words !== "";
  }
}

/** Bytes: half of what the build lets the module have. What does not fit may be as large as all that is there. */
const NEARLY_FULL = 1024 ** 3;

/** A method that throws leaves the instance in pieces: it must not be used again. */
export class DecompilerInstance {
  readonly #exports: ModuleExports;

  constructor(module: CompiledModule) {
    this.#exports = startModule(module);
  }

  /** Opens the program; answers the declarations that were not understood. */
  open(regions: readonly FedRegion[], feed: Uint8Array): { readonly refused: readonly string[] } | InstanceAnswer {
    for (const { address, size, bytes } of regions) {
      this.#exports.add_region(address, BigInt(size), this.#place(bytes), bytes.length);
    }
    const opened = this.#answer(this.#called(() => this.#exports.open(this.#place(feed), feed.length)));
    if (opened.kind === "failed") return opened;
    const reader = new WireReader(opened.bytes);
    return { refused: reader.list(() => reader.text()) };
  }

  /** `steps` bounds the rewriting steps. A function that takes all memory ends the instance with an answer. */
  decompile(address: bigint, steps: number): InstanceAnswer {
    try {
      return this.#answer(this.#called(() => this.#exports.decompile(address, steps)));
    } catch (error) {
      if (!(error instanceof ModuleTrap) || error.hasWords || this.memory < NEARLY_FULL) throw error;
      return { kind: "failed", reason: "work_limit", message: "too much memory" };
    }
  }

  /** Bytes of memory that the instance holds; they never become fewer. */
  get memory(): number {
    return this.#exports.memory.buffer.byteLength;
  }

  /** Addresses past 2 GiB come back negative. */
  #place(bytes: Uint8Array): number {
    const pointer = this.#exports.allocate(bytes.length) >>> 0;
    new Uint8Array(this.#exports.memory.buffer, pointer, bytes.length).set(bytes);
    return pointer;
  }

  /** A trap says what it was in the words that the module left, or else in those of the engine. */
  #called(call: () => number): number {
    try {
      return call();
    } catch (error) {
      const left = this.#copy(this.#exports.panic_message_pointer(), this.#exports.panic_message_length());
      throw new ModuleTrap(new TextDecoder().decode(left), error);
    }
  }

  #copy(pointer: number, length: number): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#exports.memory.buffer, pointer >>> 0, length >>> 0).slice();
  }

  #answer(status: number): InstanceAnswer {
    const bytes = this.#copy(this.#exports.answer_pointer(), this.#exports.answer_length());
    if (status === 0) return { kind: "answer", bytes };
    const message = new TextDecoder().decode(bytes);
    const reason = FAILURES[status];
    if (reason === undefined) throw new Error(`the decompiler's module was misused: ${message}`);
    return { kind: "failed", reason, message };
  }
}
