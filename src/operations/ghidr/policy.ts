/** The limits of a command: what the caller selected, what follows from it, and what it is when nothing is said. */
import type { Limits } from "../../contracts/ghidr/provenance.ts";

export const DEFAULTS = {
  maxHeapMib: 2048,
  maxCpu: 2,
  analysisTimeoutSeconds: 600,
  decompileTimeoutSeconds: 60,
  /** 1 GiB. */
  maxSampleBytes: 1_073_741_824,
  /** Items of a page. */
  limit: 100,
} as const;

/** Seconds that the watchdog leaves a worker beyond what its own phases may take. */
const WATCHDOG_MARGIN = 120;

/** What the caller selected for a worker. */
export interface WorkerPolicy {
  readonly maxHeapMib: number;
  readonly maxCpu: number;
  readonly analysisTimeoutSeconds: number;
  /** Null when nothing is decompiled. */
  readonly decompileTimeoutSeconds: number | null;
}

/** The watchdog of a worker, seconds: the phases that it goes through, and a margin. */
export function watchdogSeconds(policy: WorkerPolicy, analyses: boolean): number {
  const analysis = analyses ? policy.analysisTimeoutSeconds : 0;
  return analysis + (policy.decompileTimeoutSeconds ?? 0) + WATCHDOG_MARGIN;
}

/** As provenance reports it. */
export function limitsOf(policy: WorkerPolicy, watchdog: number): Limits {
  return {
    max_heap_mib: policy.maxHeapMib,
    max_cpu: policy.maxCpu,
    analysis_timeout_seconds: policy.analysisTimeoutSeconds,
    decompile_timeout_seconds: policy.decompileTimeoutSeconds,
    child_watchdog_seconds: watchdog,
  };
}
