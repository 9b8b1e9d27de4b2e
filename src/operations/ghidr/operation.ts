/** What a command of `ghidr` is, and what it works with. */
import type { Kind } from "../../contracts/ghidr/envelope.ts";
import type { Warning } from "../../contracts/ghidr/warnings.ts";
import type { Extractor } from "../../providers/ghidra/extracts.ts";
import type { GhidraPort, SandboxMode } from "../../providers/ghidra/port.ts";
import type { WorkerOperation } from "../../providers/ghidra/worker-protocol.ts";
import type { ArtifactScope } from "../../store/ghidra/artifacts.ts";
import type { StoreLocation } from "../../store/location.ts";

/** One row of the operation table; surfaces and conformance tests are derived from it. */
export interface Operation {
  /** Command name. */
  readonly name: string;
  readonly kind: Kind;
  /** File of `schemas/v1/`. */
  readonly schema: string;
  /** What the adapter is asked beyond extracts. */
  readonly worker: WorkerOperation | null;
  /** The extract of the adapter that answers it. */
  readonly extractor: Extractor | null;
  readonly category: "installation" | "program" | "code" | "store";
  /** One sentence for whoever has to choose an operation. */
  readonly description: string;
}

/** What every command is run with. */
export interface Context {
  readonly version: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly store: StoreLocation;
  readonly ghidra: GhidraPort;
  /** Told what takes long, a line at a time; shown to people alone. */
  readonly progress: (message: string) => void;
  /** Aborted by the first interrupt; its reason is a `Failure`. */
  readonly signal: AbortSignal;
  /** Aborted by the second. */
  readonly secondInterrupt: AbortSignal;
}

/** Which Ghidra, and how its worker is confined. */
export interface InstallationChoice {
  /** Values of `--ghidra` and `--java`. */
  readonly ghidra?: string;
  readonly java?: string;
  readonly sandbox: SandboxMode;
}

/** A complete answer, before its budget is applied. */
export interface Answer<D extends object = object> {
  readonly kind: Kind;
  readonly provenance: object;
  readonly data: D;
  readonly warnings: readonly Warning[];
  /** Where it goes when it is too large to be said inline. */
  readonly artifact: ArtifactScope;
}
