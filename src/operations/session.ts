/** The targets that one caller has open. */
import type { Analysis } from "../providers/provider.ts";

/** An open target; `id` is the first 12 digits of its SHA-256, longer when two would be alike. */
export interface OpenTarget {
  readonly id: string;
  /** File name, for people; unique in the session. */
  readonly name: string;
  readonly analysis: Analysis;
}

export interface OpenTargetRequest {
  readonly path: string;
  /** Provider asked for by the caller; absent means the environment's, then `auto`. */
  readonly providerId?: string;
  readonly signal: AbortSignal;
  readonly progress: (stage: string, fraction: number) => void;
}

/** Owned by a surface; every target it holds is closed with it. */
export interface Session {
  /** Opens a target and makes it current. Opening the same bytes again keeps the existing binding. */
  open(request: OpenTargetRequest): Promise<OpenTarget>;
  /** Closes one target by id or name; without a selector the current one. Answers what was closed, if anything. */
  close(document?: string): Promise<OpenTarget | undefined>;
  /** By id or name; without a selector the current one. Throws `target_not_open`, `target_ambiguous`. */
  select(document?: string): OpenTarget;
  readonly targets: readonly OpenTarget[];
  readonly current: OpenTarget | undefined;
  closeAll(): Promise<void>;
}
