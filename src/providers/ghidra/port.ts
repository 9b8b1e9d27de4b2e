/** What the command `ghidr` needs of whoever finds Ghidra and starts it. */
import type { CapturedStreams } from "../../contracts/ghidr/captured-stream.ts";
import type { Failure } from "../../base/failure.ts";
import type { WorkerRequest, WorkerResponse } from "./worker-protocol.ts";

/** A Ghidra, a JDK and the compiled adapter that fit each other. */
export interface GhidraInstallation {
  /** Root of the distribution, extracted when it came as one jar. */
  readonly directory: string;
  readonly layout: "distribution" | "jar";
  /** As the provenance names it: `10.3`, `12.1.2`. */
  readonly version: string;
  readonly javaHome: string;
  /** Feature release: `17`. */
  readonly javaVersion: string;
  readonly javaExecutable: string;
  /** What doctor names as the launcher: what the user configured, or where it was found. */
  readonly launcher: string;
  /** Whether the test suite ran this pair of Ghidra and JDK. */
  readonly verified: boolean;
  /** SHA-256 of the jar, for the layout `jar`. */
  readonly digest?: string;
  /** Directory of the adapter that was compiled for this pair; only `run` looks into it. */
  readonly adapter: string;
}

export type ComponentStatus = "ready" | "missing" | "incompatible" | "invalid" | "unwritable";

/** What was found of one component. */
export interface ComponentReport {
  readonly status: ComponentStatus;
  /** Null when it could not be told. */
  readonly version: string | null;
  /** Launcher of Ghidra, executable of Java, bwrap; null when there is none. */
  readonly path: string | null;
  /** Why it is not ready, as the command fails that needs it; undefined when ready. */
  readonly failure?: Failure;
}

export interface GhidraSearch {
  readonly ghidra: ComponentReport;
  readonly java: ComponentReport;
  /** There when both are ready. */
  readonly installation?: GhidraInstallation;
}

export interface FindOptions {
  /** Value of `--ghidra`: a distribution directory or the single jar. */
  readonly ghidra?: string;
  /** Value of `--java`: the directory of a JDK. */
  readonly java?: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Absolute path of the store, below which `engines/` holds extracted jars and compiled adapters. */
  readonly store: string;
  /** Told what takes long, a line at a time: `extracting Ghidra 10.3`. */
  readonly progress: (message: string) => void;
  readonly signal: AbortSignal;
}

export type SandboxMode = "bubblewrap" | "external" | "off";

export interface WorkerOptions {
  readonly installation: GhidraInstallation;
  readonly sandbox: SandboxMode;
  /** Absolute; private, empty and writable for the worker: request, response, `profile.json`. */
  readonly invocationDirectory: string;
  /** Absolute; where the captured streams are spooled. Not visible to the worker. */
  readonly captureDirectory: string;
  /** Absolute path of the staged sample, which the worker may only read; absent for an Analysis that exists. */
  readonly snapshot?: string;
  /** Absent for an operation without an Analysis. */
  readonly project?: { readonly directory: string; readonly writable: boolean };
  readonly limits: {
    /** `-Xmx`, MiB. */
    readonly heapMib: number;
    readonly cpu: number;
    readonly watchdogSeconds: number;
  };
  /** Aborted by the first interrupt: SIGTERM to the group, 10 s of grace, SIGKILL. */
  readonly signal: AbortSignal;
  /** Aborted by the second interrupt: SIGKILL at once. */
  readonly secondInterrupt: AbortSignal;
}

/** Graceful when the whole group was gone before SIGKILL was needed. */
export type Termination = "graceful" | "forced";

/** How one worker ended. No process of its group is left, whatever it was. */
export type WorkerOutcome = { readonly streams: CapturedStreams } & (
  | { readonly kind: "response"; readonly response: WorkerResponse }
  /** The watchdog ended it. A response that raced with it is not believed. */
  | { readonly kind: "timeout"; readonly termination: Termination }
  | { readonly kind: "interrupted"; readonly termination: Termination }
  /** It ended by itself with a missing, malformed or mismatched response. */
  | { readonly kind: "protocol_violation"; readonly reason: string }
  /** The Java heap was too small. */
  | { readonly kind: "out_of_memory" }
  /** It could not be started, crashed or was killed by somebody else. */
  | { readonly kind: "failed"; readonly reason: string }
);

export interface GhidraPort {
  /** Never rejects because of what is or is not installed; rejects with `signal.reason`. */
  find(options: FindOptions): Promise<GhidraSearch>;
  /** Whether a sandbox of this mode can be started, without starting Java. */
  checkSandbox(mode: SandboxMode): Promise<ComponentReport>;
  /**
   * Writes the request, runs one worker and reads its response; never twice. Rejects with `sandbox_unavailable` when the
   * sandbox of this mode is missing or cannot confine here, and with `protocol_violation` for a request over its
   * ceiling.
   */
  run(request: WorkerRequest, options: WorkerOptions): Promise<WorkerOutcome>;
}
