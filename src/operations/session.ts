/** The targets that one caller has open, each with its own immutable binding. */
import path from "node:path";
import { Failure } from "../base/failure.ts";
import type { Analysis, Provider } from "../providers/provider.ts";
import type { Context } from "./operation.ts";
import { AnalysisJob } from "./session-job.ts";
import { SessionTarget, type OpenTarget } from "./session-target.ts";

export interface OpenTargetRequest extends Context {
  readonly path: string;
  /** Provider asked for by the caller; absent means the environment's, then `auto`. */
  readonly providerId?: string;
  /** Which program of a file for several architectures to open. */
  readonly architecture?: string;
}

/** How a session gets an analysis. */
export interface AnalysisRequest extends OpenTargetRequest {
  /** Called with the sample's SHA-256 once it is known, before any analysis starts. */
  readonly identified: (sha256: string) => void;
}

/** An engine that could be bound. */
export type Engine = Pick<Provider, "id" | "version">;

/** Use of one target's analysis, which stays open until `release`, even when the target is closed meanwhile. */
export interface Lease {
  readonly target: OpenTarget;
  /**
   * The analysis, waited for when it is being made. Rejects with `target_analyzing` when the session's patience ends,
   * and with the failure of the analysis.
   */
  analysis(context: Context): Promise<Analysis>;
  release(): void;
}

/** Owned by a surface; every target it holds is closed with it. */
export interface Session {
  /**
   * Opens a target and makes it current. Opening the same bytes again keeps the existing binding. Answers a target
   * that is still `analyzing` when the session's patience ends first; the analysis then goes on by itself.
   */
  open(request: OpenTargetRequest): Promise<{ readonly target: OpenTarget; readonly alreadyOpen: boolean }>;
  /** Closes one target, by default the current one, and stops its analysis. Answers it, if there was one. */
  close(document?: string): Promise<OpenTarget | undefined>;
  /**
   * The target with this id (or the first digits of its SHA-256), file name or path; without a selector the current
   * one. Throws `target_not_open`, `target_ambiguous`.
   */
  lease(document?: string): Lease;
  /** In the order they were opened. */
  readonly targets: readonly OpenTarget[];
  readonly current: OpenTarget | undefined;
  readonly engines: readonly Engine[];
  /** Ends the session: nothing is opened any more. */
  closeAll(): Promise<void>;
}

export interface SessionOptions {
  readonly openAnalysis: (request: AnalysisRequest) => Promise<Analysis>;
  readonly engines: readonly Engine[];
  /** How long a caller waits for an analysis that is being made, in milliseconds. */
  readonly patienceMs: number;
}

export const MAX_TARGETS = 16;

export function createSession(options: SessionOptions): Session {
  return new TargetSession(options);
}

class TargetSession implements Session {
  readonly #options: SessionOptions;
  readonly #targets = new Set<SessionTarget>();
  #current: SessionTarget | undefined;
  #opened = 0;
  #ended = false;

  constructor(options: SessionOptions) {
    this.#options = options;
  }

  get targets(): readonly OpenTarget[] {
    return [...this.#targets];
  }

  get current(): OpenTarget | undefined {
    return this.#current;
  }

  get engines(): readonly Engine[] {
    return this.#options.engines;
  }

  async open(request: OpenTargetRequest): Promise<{ target: OpenTarget; alreadyOpen: boolean }> {
    const target = this.#add(request);
    try {
      await target.wait({ ...request, patienceMs: this.#options.patienceMs });
    } catch (error) {
      if (target.duplicateOf === undefined) {
        if (target.status === "failed") this.#remove(target);
        throw error;
      }
    }
    if (target.duplicateOf === undefined) return { target, alreadyOpen: false };
    return await this.#joinTwin(target.duplicateOf, request);
  }

  async close(document?: string): Promise<OpenTarget | undefined> {
    if (document === undefined && this.#targets.size === 0) return undefined;
    const target = this.#select(document);
    this.#remove(target);
    await target.close();
    return target;
  }

  lease(document?: string): Lease {
    const target = this.#select(document);
    const release = target.use();
    const { patienceMs } = this.#options;
    return { target, release, analysis: (context) => target.require({ ...context, patienceMs }) };
  }

  async closeAll(): Promise<void> {
    this.#ended = true;
    const targets = [...this.#targets];
    this.#targets.clear();
    this.#current = undefined;
    await Promise.all(targets.map((target) => target.close()));
  }

  #add(request: OpenTargetRequest): SessionTarget {
    if (this.#ended) throw new Failure("interrupted", "the session has ended");
    for (const target of this.#targets) if (target.status === "failed") this.#remove(target);
    if (this.#targets.size >= MAX_TARGETS) {
      const open = this.#describeAll();
      throw new Failure("too_many_targets", `${MAX_TARGETS} targets are open`, { limit: MAX_TARGETS, open });
    }
    const identified = (sha256: string): void => this.#identify(target, sha256);
    const job = new AnalysisJob(async (context) => {
      const analysis = await this.#options.openAnalysis({ ...request, ...context, identified });
      identified(analysis.target.sha256);
      return analysis;
    });
    const target = new SessionTarget(`opening-${++this.#opened}`, request, job);
    this.#targets.add(target);
    this.#current = target;
    job.start();
    return target;
  }

  /** Names the target by its bytes; a target that is open already with the same bytes takes its place. */
  #identify(target: SessionTarget, sha256: string): void {
    if (target.sha256 !== null) return;
    const others = [...this.#targets].filter((other) => other !== target && other.status !== "failed");
    const twin = others.find((other) => other.sha256 === sha256 && other.architecture === target.architecture);
    if (twin === undefined) {
      const { architecture } = target;
      const id = shortId(sha256, others);
      target.identify(sha256, architecture === undefined ? id : `${id}-${architecture}`);
    } else {
      target.yieldTo(twin);
      this.#remove(target);
      this.#current = twin;
    }
  }

  async #joinTwin(twin: SessionTarget, request: OpenTargetRequest): Promise<{ target: OpenTarget; alreadyOpen: true }> {
    await twin.wait({ ...request, patienceMs: this.#options.patienceMs });
    return { target: twin, alreadyOpen: true };
  }

  #select(document: string | undefined): SessionTarget {
    if (document === undefined) return this.#selectCurrent();
    const found = [...this.#targets].filter((target) => target.answersTo(document));
    if (found[0] !== undefined && found.length === 1) return found[0];
    const open = this.#describeAll();
    if (found.length > 1) {
      const candidates = found.map(described);
      throw new Failure("target_ambiguous", `${found.length} open targets answer to ${document}`, { candidates });
    }
    throw new Failure("target_not_open", `no open target is called ${document}`, { open });
  }

  #selectCurrent(): SessionTarget {
    if (this.#current !== undefined) return this.#current;
    if (this.#targets.size === 0) throw new Failure("target_not_open", "no target is open");
    const candidates = this.#describeAll();
    throw new Failure("target_ambiguous", `${candidates.length} targets are open and none is current`, { candidates });
  }

  #remove(target: SessionTarget): void {
    this.#targets.delete(target);
    if (this.#current === target) this.#current = undefined;
    const [only, ...others] = this.#targets;
    if (others.length === 0) this.#current = only;
  }

  #describeAll(): string[] {
    return [...this.#targets].map(described);
  }
}

/** The first 12 digits, or as many more as tell it from other files. */
function shortId(sha256: string, others: readonly SessionTarget[]): string {
  const files = others.filter((other) => other.sha256 !== sha256);
  let length = 12;
  while (length < sha256.length && files.some((other) => other.sha256?.startsWith(sha256.slice(0, length))))
    length += 4;
  return sha256.slice(0, length);
}

function described(target: SessionTarget): string {
  return `${target.id} ${path.basename(target.path)} (${target.path})`;
}
