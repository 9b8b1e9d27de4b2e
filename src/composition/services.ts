/** What both surfaces build on; the only place that names concrete providers. */
import { existsSync } from "node:fs";
import path from "node:path";
import { VERSION } from "../base/version.ts";
import { createEmbeddedProvider } from "../providers/embedded/provider.ts";
import type { Analysis, NativeInspector, OpenRequest } from "../providers/provider.ts";
import { Registry } from "../providers/registry.ts";
import { resolveStore, type Environment, type StoreLocation } from "../store/location.ts";
import { DEFAULT_MAX_SAMPLE_BYTES } from "../store/sample.ts";

export interface ServiceOptions {
  readonly environment: Environment;
  /** Value of `--store`. */
  readonly store?: string;
  /** False for `--no-cache`: nothing is read from a store or kept in one. */
  readonly cache: boolean;
  /** Bytes; 1 GiB when absent. */
  readonly maxSampleBytes?: number;
  /** Value of `--provider`, for requests that name none. */
  readonly provider?: string;
}

export interface AnalysisRequest extends Pick<
  OpenRequest,
  "path" | "architecture" | "identified" | "signal" | "progress"
> {
  readonly providerId?: string;
}

export interface Services {
  /** Rejects as `Provider.open` does, and with `unknown_provider`. The caller closes the analysis. */
  openAnalysis(request: AnalysisRequest): Promise<Analysis>;
  readonly inspector: NativeInspector;
  /** Absent when nothing is kept. */
  readonly store: StoreLocation | undefined;
  readonly registry: Registry;
  /** Stops what is still being opened and waits for its end. */
  close(): Promise<void>;
}

/** Throws `invalid_store_path`. */
export function createServices(options: ServiceOptions): Services {
  const { environment, cache, maxSampleBytes = DEFAULT_MAX_SAMPLE_BYTES } = options;
  const store = cache ? resolveStore(environment, options.store) : undefined;
  const workerScript = findWorkerScript();
  const registry = new Registry(createEmbeddedProvider({ version: VERSION, store: store?.path, workerScript }));
  const closing = new AbortController();
  const opening = new Set<Promise<unknown>>();
  return {
    store,
    registry,
    inspector: nativeInspector(maxSampleBytes),
    openAnalysis(request) {
      const work = openWith(registry, { ...options, maxSampleBytes, closing: closing.signal }, request);
      opening.add(work);
      work.finally(() => opening.delete(work)).catch(() => {});
      return work;
    },
    async close() {
      closing.abort();
      await Promise.allSettled(opening);
    },
  };
}

/** Loaded when it is needed: questions about code never are about headers alone. */
function nativeInspector(maxBytes: number): NativeInspector {
  const load = async (): Promise<NativeInspector> => {
    const { createNativeInspector } = await import("../providers/native/inspector.ts");
    return createNativeInspector(maxBytes);
  };
  return {
    programs: async (request) => (await load()).programs(request),
    macho: async (request) => (await load()).macho(request),
  };
}

interface OpenOptions extends ServiceOptions {
  readonly maxSampleBytes: number;
  readonly closing: AbortSignal;
}

async function openWith(registry: Registry, options: OpenOptions, request: AnalysisRequest): Promise<Analysis> {
  const { provider, selectionSource } = registry.select({
    requested: request.providerId ?? options.provider,
    environment: options.environment["REA_ANALYSIS_PROVIDER"],
  });
  const signal = AbortSignal.any([request.signal, options.closing]);
  const { maxSampleBytes } = options;
  const analysis = await provider.open({ ...request, selectionSource, maxSampleBytes, signal });
  if (!signal.aborted) return analysis;
  // Nobody waits any more: what came too late is closed here.
  await analysis.close();
  throw signal.reason;
}

/** The worker lies beside the bundle, or in dist/ when this runs from the sources. */
function findWorkerScript(): string {
  const here = import.meta.dirname;
  const folders = [here, path.dirname(here), path.resolve(here, "..", "..", "dist")];
  const scripts = folders.map((folder) => path.join(folder, "analysis-worker.cjs"));
  return scripts.find((script) => existsSync(script)) ?? path.join(here, "analysis-worker.cjs");
}
