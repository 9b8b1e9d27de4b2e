/** Decompiled text of one analysed program: from the store while it can be believed, else made by the decompiler. */
import { canonicalJson } from "../../../base/canonical.ts";
import { sha256 } from "../../../base/digest.ts";
import { Failure } from "../../../base/failure.ts";
import type { Warning } from "../../../contracts/envelope.ts";
import { pseudocodeSchema, type PseudocodeFact } from "../../../contracts/facts.ts";
import { readText, saveText, type TextKey } from "../../../store/texts.ts";
import type { PseudocodeAnswer, PseudocodeOptions } from "../../provider.ts";
import { hexadecimal } from "../address-space.ts";
import { OptionalStore } from "../optional-store.ts";
import { decompileFailure, pseudocodeFact } from "./fact.ts";
import type { NamedFeed } from "./feed.ts";
import type { Decompiler, DecompileOutcome, ProgramFeed } from "./protocol.ts";

/** A decompiler that is there to be used. */
export interface InstalledDecompiler {
  readonly name: string;
  readonly version: string;
  /** SHA-256 that changes with everything of it that can change a text. */
  readonly digest: string;
  open(feed: ProgramFeed): Decompiler;
}

export interface PseudocodeSourceOptions {
  readonly sample: string;
  /** Digest of the analysis profile. */
  readonly profile: string;
  /** Absolute path; absent when nothing is kept. */
  readonly store: string | undefined;
  /** Rejects with `decompiler_missing`. */
  readonly load: () => Promise<InstalledDecompiler>;
  /** SHA-256 over what makes feeds from analyses: code and prototypes. */
  readonly feeding: () => Promise<string>;
  readonly feed: () => Promise<NamedFeed>;
  /** What the engine knows about the function that starts at the address; `undefined` when none does. */
  readonly describe: (address: bigint) => Promise<Described | undefined>;
  /** Milliseconds without a question after which the decompiler goes; a minute when absent. */
  readonly idleMs?: number;
}

export type Described = Pick<PseudocodeFact, "name" | "callees" | "strings">;

/** Has a decompiler with worker threads from the first function that the store does not know until nobody asks any more. */
export class PseudocodeSource {
  readonly #options: PseudocodeSourceOptions;
  readonly #store: OptionalStore;
  #running: Promise<Running> | undefined;
  /** Questions that are being answered. */
  #asking = 0;
  #idle: NodeJS.Timeout | undefined;

  constructor(options: PseudocodeSourceOptions) {
    this.#options = options;
    this.#store = new OptionalStore(options.store, "decompiled text");
  }

  /** What happened to the store on the way; grows. */
  get warnings(): readonly Warning[] {
    return this.#store.warnings;
  }

  /** As `Analysis.pseudocode`. */
  async decompile(procedures: readonly bigint[], options: PseudocodeOptions): Promise<void> {
    const { signal, each } = options;
    const installed = await this.#options.load();
    const key = await this.#key(installed);
    const missing: bigint[] = [];
    for (const address of new Set(procedures)) {
      signal.throwIfAborted();
      const fact = this.#known(key, address);
      if (fact === undefined) missing.push(address);
      else await each(address, { kind: "text", fact });
    }
    if (missing.length > 0) await this.#busy(() => this.#make(installed, key, missing, options));
  }

  /** As `Analysis.pseudocodeKey`. */
  async key(): Promise<string> {
    const { sample, making } = await this.#key(await this.#options.load());
    return sha256(`${sample} ${making}`);
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const running = this.#running;
    this.#running = undefined;
    await (await running?.catch(() => undefined))?.decompiler.close();
  }

  /** A decompiler has hundreds of megabytes: it goes some time after the last question that needed it. */
  async #busy(work: () => Promise<void>): Promise<void> {
    clearTimeout(this.#idle);
    this.#asking++;
    try {
      await work();
    } finally {
      this.#asking--;
      if (this.#asking === 0) {
        this.#idle = setTimeout(() => void this.close(), this.#options.idleMs ?? IDLE_MS).unref();
      }
    }
  }

  async #key({ name, version, digest }: InstalledDecompiler): Promise<TextKey> {
    const { sample, profile, feeding } = this.#options;
    const making = { profile, decompiler: { name, version, digest }, feeding: await feeding() };
    return { sample, making: sha256(canonicalJson(making)) };
  }

  #known(key: TextKey, address: bigint): PseudocodeFact | undefined {
    const store = this.#store.path;
    if (store === undefined) return undefined;
    const found = pseudocodeSchema.safeParse(readText(store, key, address));
    return found.success && found.data.address === hexadecimal(address) ? found.data : undefined;
  }

  async #make(
    installed: InstalledDecompiler,
    key: TextKey,
    procedures: readonly bigint[],
    { signal, deadlineMs, each }: PseudocodeOptions,
  ): Promise<void> {
    const { decompiler, meanings } = await this.#start(installed);
    const stop = new AbortController();
    const ended = AbortSignal.any([signal, stop.signal]);
    // Answers are told one after the other, in the order in which they come.
    let told = Promise.resolve();
    const tell = async (address: bigint, outcome: DecompileOutcome): Promise<void> => {
      ended.throwIfAborted();
      const answer = await this.#answer(address, outcome, { installed, meanings });
      // A text that cannot be kept is answered all the same.
      if (answer.kind === "text") await this.#store.use((store) => saveText(store, key, address, answer.fact));
      await each(address, answer);
    };
    await decompiler.decompileAll(procedures, {
      signal: ended,
      deadline: deadlineMs,
      each: (address, outcome) => {
        told = told.then(() => tell(address, outcome));
        told.catch((error: unknown) => stop.abort(error));
      },
    });
    await told;
  }

  async #answer(
    address: bigint,
    outcome: DecompileOutcome,
    { installed: { name, version }, meanings }: Pick<Running, "meanings"> & { readonly installed: InstalledDecompiler },
  ): Promise<PseudocodeAnswer> {
    const described = await this.#options.describe(address);
    if (described === undefined) {
      const message = `no function starts at ${hexadecimal(address)}`;
      return { kind: "failed", failure: new Failure("function_not_found", message) };
    }
    if (outcome.kind === "failed") {
      return { kind: "failed", failure: decompileFailure(described.name, address, outcome) };
    }
    const known = { ...described, address: hexadecimal(address), decompiler: { name, version }, meanings };
    // The fields in the order of the schema, as the store gives them back: the same question has the same answer.
    return { kind: "text", fact: pseudocodeSchema.parse(pseudocodeFact(outcome, known)) };
  }

  #start(installed: InstalledDecompiler): Promise<Running> {
    const start = async (): Promise<Running> => {
      const { feed, meanings } = await this.#options.feed();
      return { decompiler: installed.open(feed), meanings };
    };
    const running = this.#running ?? start();
    this.#running = running;
    // What fails is not kept: the next question tries again.
    running.catch(() => (this.#running = undefined));
    return running;
  }
}

const IDLE_MS = 60_000;

interface Running {
  readonly decompiler: Decompiler;
  readonly meanings: NamedFeed["meanings"];
}
