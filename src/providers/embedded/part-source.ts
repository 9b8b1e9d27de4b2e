/** The parts of one analysis: from the store while it can be believed, else made from the sample. */
import type { Warning } from "../../contracts/envelope.ts";
import type { FileLock } from "../../process/file-lock.ts";
import { findAnalysis, quarantineAnalysis, readPart, saveAnalysis, type StoredAnalysis } from "../../store/analyses.ts";
import { decodeContainer, joinedPieces, type ContainerValue } from "../../store/container.ts";
import { findDerived, saveDerived } from "../../store/derived.ts";
import { lockAnalysis } from "../../store/lock.ts";
import type { AnalysisKey } from "../../store/manifest.ts";
import { OptionalStore } from "./optional-store.ts";
import type { DerivedParts, PartReader } from "./part-reader.ts";
import type { FinishedParts } from "./worker-protocol.ts";

/** Who waits for an analysis that is being made. */
export interface Watch {
  readonly signal: AbortSignal;
  readonly progress: (stage: string, fraction: number) => void;
}

export interface PartSourceOptions {
  readonly key: AnalysisKey;
  /** Absolute path; absent when nothing is kept. */
  readonly store: string | undefined;
  /** Version of the program, for the manifest. */
  readonly version: string;
  /** Analyses the sample. */
  readonly make: (watch: Watch) => Promise<FinishedParts>;
  /** Aborted when the analysis is closed: stops what goes on for a part that had to be made again. */
  readonly closing: AbortSignal;
}

/** Where the parts come from. */
export interface Origin {
  readonly origin: "store" | "engine";
  readonly target: FinishedParts["target"];
}

/** Parts that outlive damage to the store and a store that cannot be written. */
export class PartSource implements PartReader {
  readonly #options: PartSourceOptions;
  readonly #store: OptionalStore;
  readonly #kept = new Map<string, Promise<ContainerValue>>();
  #stored: StoredAnalysis | undefined;
  /** Pieces of the parts that were made and are not read yet, by name. */
  #made: Promise<MadeParts> | undefined;
  #target: FinishedParts["target"] | undefined;

  constructor(options: PartSourceOptions) {
    this.#options = options;
    this.#store = new OptionalStore(options.store, "the analysis");
  }

  /** What happened to the store on the way; grows. */
  get warnings(): readonly Warning[] {
    return this.#store.warnings;
  }

  /** Finds the analysis, or makes it and keeps it; called once, before the first `read`. Rejects as `make` does. */
  async open(watch: Watch): Promise<Origin> {
    const origin = (await this.#find()) ?? (await this.#makeOnce(watch));
    this.#target = origin.target;
    return origin;
  }

  /** Makes it, unless another process that was at it has made it meanwhile. */
  async #makeOnce(watch: Watch): Promise<Origin> {
    const lock = await this.#lock(watch.signal);
    try {
      const madeMeanwhile = lock === undefined ? undefined : await this.#find();
      return madeMeanwhile ?? (await this.#make(watch));
    } finally {
      lock?.release();
    }
  }

  get derived(): DerivedParts | undefined {
    const { key, version } = this.#options;
    const target = this.#target;
    if (target === undefined || this.#store.path === undefined) return undefined;
    return {
      find: (name) => this.#store.use((store) => findDerived(store, key, name)),
      save: (name, value) => this.#store.use((store) => saveDerived(store, key, name, value, { target, version })),
    };
  }

  read(name: string): Promise<ContainerValue> {
    const kept = this.#kept.get(name);
    if (kept !== undefined) return kept;
    const reading = this.#read(name);
    this.#kept.set(name, reading);
    reading.catch(() => this.#kept.delete(name));
    return reading;
  }

  /** Resolves when nothing reads the sample any more, after `closing` was aborted. */
  async settled(): Promise<void> {
    await this.#made?.catch(() => undefined);
  }

  async #find(): Promise<Origin | undefined> {
    const { key } = this.#options;
    const store = this.#store.path;
    if (store === undefined) return undefined;
    const found = findAnalysis(store, key);
    if (found.state === "damaged") await this.#setAside(found.reason);
    if (found.state !== "complete") return undefined;
    this.#stored = found.analysis;
    return { origin: "store", target: found.analysis.manifest.target };
  }

  async #lock(signal: AbortSignal): Promise<FileLock | undefined> {
    if (this.#options.key.sample.size < LOCKED_FROM) return undefined;
    return this.#store.use((store) => lockAnalysis(store, this.#options.key, signal));
  }

  async #make(watch: Watch): Promise<Origin> {
    const { key, version, make } = this.#options;
    const finished = await make(watch);
    this.#made = Promise.resolve(piecesOf(finished));
    await this.#store.use((store) => saveAnalysis(store, key, { ...finished, version }));
    return { origin: "engine", target: finished.target };
  }

  async #read(name: string): Promise<ContainerValue> {
    const stored = this.#stored === undefined ? undefined : await readPart(this.#stored, name);
    if (stored !== undefined) return stored;
    const made = await (this.#made ?? this.#startAgain(name));
    const pieces = made.get(name);
    made.delete(name);
    const value = pieces === undefined ? undefined : decodeContainer(joinedPieces(pieces));
    if (value === undefined) throw new Error(`an analysis has no part ${name}`);
    return value;
  }

  /** What fails is not kept: the next question tries again. */
  #startAgain(name: string): Promise<MadeParts> {
    const made = this.#makeAgain(name).then(piecesOf);
    this.#made = made;
    made.catch(() => (this.#made = undefined));
    return made;
  }

  /** After damage to one part no other part of the stored analysis is read; those read before were good. */
  async #makeAgain(name: string): Promise<FinishedParts> {
    const { key, version, make, closing } = this.#options;
    this.#stored = undefined;
    await this.#setAside(`its part ${name} has another digest`);
    const finished = await make({ signal: closing, progress: () => {} });
    await this.#store.use((store) => saveAnalysis(store, key, { ...finished, version }));
    return finished;
  }

  async #setAside(reason: string): Promise<void> {
    const message = `the stored analysis was damaged: ${reason}; it was set aside and made again`;
    this.#store.warn("corrupt_analysis_rebuilt", message);
    await this.#store.use((store) => quarantineAnalysis(store, this.#options.key));
  }
}

type MadeParts = Map<string, readonly Uint8Array[]>;

function piecesOf({ parts }: FinishedParts): MadeParts {
  return new Map(parts.map(({ name, pieces }) => [name, pieces]));
}

/** Samples below this size are analysed without a lock: doing it twice costs less than asking. Bytes. */
const LOCKED_FROM = 8_388_608;
