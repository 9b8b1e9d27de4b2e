/** What an analysis worker is given and what it answers. */

import type { EncodedPart } from "../../store/analyses.ts";

/** The sample by the descriptor that the starting thread keeps open. */
export interface WorkerJob {
  readonly descriptor: number;
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  readonly sha256: string;
  /** Which program of a universal file to analyse. */
  readonly architecture?: string;
}

export interface FinishedParts {
  readonly kind: "finished";
  readonly target: { readonly format: string; readonly architecture: string; readonly image_base: string };
  readonly parts: readonly EncodedPart[];
}

export interface Unsupported {
  readonly kind: "unsupported";
  readonly looksLike: string;
  readonly detail: string;
  /** Set when the file holds several programs and which one is meant is not said. */
  readonly architectures?: readonly string[];
}

export type WorkerMessage =
  | { readonly kind: "progress"; readonly stage: string; readonly fraction: number }
  | { readonly kind: "changed" }
  | FinishedParts
  | Unsupported;
