/** One target of a session: its names, its analysis and who is using it. */
import path from "node:path";
import { Failure, type FailureDetails } from "../base/failure.ts";
import type { Analysis } from "../providers/provider.ts";
import type { AnalysisJob, Wait } from "./session-job.ts";

/** What a caller may know of an open target. */
export interface OpenTarget {
  /**
   * First 12 digits of its SHA-256, longer when two would be alike, with the architecture that was asked for;
   * `opening-1` until the digest is known.
   */
  readonly id: string;
  /** File name, for people; two targets may share one. */
  readonly name: string;
  /** As the caller gave it. */
  readonly path: string;
  readonly sha256: string | null;
  readonly status: "analyzing" | "ready" | "failed";
  /** How far the analysis is, 0 to 1. */
  readonly progress: { readonly stage: string; readonly fraction: number };
  /** Present when `ready`. */
  readonly analysis: Analysis | undefined;
  /** Present when `failed`. */
  readonly failure: Failure | undefined;
}

/** What a caller asked to open. */
export interface OpenedFile {
  readonly path: string;
  readonly architecture?: string;
}

/** Closes its analysis when it is closed and nobody uses it any more. */
export class SessionTarget implements OpenTarget {
  readonly path: string;
  readonly name: string;
  readonly architecture: string | undefined;
  readonly #job: AnalysisJob;
  #id: string;
  #sha256: string | null = null;
  #duplicateOf: SessionTarget | undefined;
  #users = 0;
  #closed = false;

  constructor(id: string, opened: OpenedFile, job: AnalysisJob) {
    this.#id = id;
    this.path = opened.path;
    this.name = path.basename(opened.path);
    this.architecture = opened.architecture;
    this.#job = job;
  }

  get id(): string {
    return this.#id;
  }

  get sha256(): string | null {
    return this.#sha256;
  }

  /** The target that held the same bytes before this one. */
  get duplicateOf(): SessionTarget | undefined {
    return this.#duplicateOf;
  }

  get status(): OpenTarget["status"] {
    if (this.#job.failure !== undefined) return "failed";
    return this.#job.analysis === undefined ? "analyzing" : "ready";
  }

  get progress(): OpenTarget["progress"] {
    return this.#job.progress;
  }

  get analysis(): Analysis | undefined {
    return this.#job.analysis;
  }

  get failure(): Failure | undefined {
    return this.#job.failure;
  }

  identify(sha256: string, id: string): void {
    this.#sha256 = sha256;
    this.#id = id;
  }

  yieldTo(twin: SessionTarget): void {
    this.#duplicateOf = twin;
    this.#job.stop(new Failure("interrupted", `the same bytes are open as ${twin.id}`));
  }

  answersTo(document: string): boolean {
    if (document === this.#id || document === this.name || document === this.path) return true;
    return document.length >= SHORTEST_PREFIX && this.#sha256?.startsWith(document.toLowerCase()) === true;
  }

  /** Waits until the analysis is there or the patience ends. */
  async wait(wait: Wait): Promise<Analysis | undefined> {
    return await this.#job.wait(wait);
  }

  /** As `wait`, but the end of patience is a failure that says how far the analysis is. */
  async require(wait: Wait): Promise<Analysis> {
    const analysis = await this.#job.wait(wait);
    if (analysis !== undefined) return analysis;
    const { stage, fraction } = this.progress;
    const percent = Math.floor(fraction * 100);
    const details: FailureDetails = { document: this.#id, stage, percent };
    throw new Failure("target_analyzing", `${this.name} is still being analysed (${stage}, ${percent} %)`, details);
  }

  /** Keeps the analysis open until the returned function is called. */
  use(): () => void {
    let used = true;
    this.#users++;
    return () => {
      if (!used) return;
      used = false;
      this.#users--;
      if (this.#closed && this.#users === 0) void this.#closeAnalysis();
    };
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#job.stop(new Failure("interrupted", `${this.name} was closed while it was analysed`));
    if (this.#users === 0) await this.#closeAnalysis();
  }

  async #closeAnalysis(): Promise<void> {
    const analysis = await this.#job.settled();
    await analysis?.close();
  }
}

/** Hexadecimal digits that may stand for a SHA-256. */
const SHORTEST_PREFIX = 6;
