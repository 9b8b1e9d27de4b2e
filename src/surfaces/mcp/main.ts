/** `rea mcp`: one session over standard input and output. */
import { createServices, type ServiceOptions } from "../../composition/services.ts";
import type { Budget } from "../../operations/budget-size.ts";
import type { WriteArtifact } from "../../operations/budget.ts";
import { createSession } from "../../operations/session.ts";
import { writeArtifact } from "../../store/artifacts.ts";
import { Catalogue } from "./catalogue.ts";
import { serveConnection } from "./connection.ts";
import { listing } from "./listing.ts";
import { Artifacts } from "./resources.ts";
import { entriesOf } from "./toolsets.ts";

export interface McpOptions {
  /** Comma-separated: core, native, session, more, all. */
  readonly toolsets?: string | undefined;
  readonly store?: string | undefined;
  /** False neither reads nor keeps results. */
  readonly cache?: boolean | undefined;
  readonly provider?: string | undefined;
  /** For one call, in milliseconds; below the 60 s after which clients give up. */
  readonly timeoutMs?: number | undefined;
  readonly maxSampleBytes?: number | undefined;
  /** Largest structured content, in characters. */
  readonly maxInlineChars?: number | undefined;
  readonly variables: NodeJS.ProcessEnv;
  /** Ends the server. */
  readonly signal: AbortSignal;
}

const DEFAULT_TIMEOUT_MS = 50_000;
const DEFAULT_INLINE_CHARS = 24_000;
/** Of a call's deadline: how long it waits for an analysis before it answers how far that is. */
const PATIENCE = 0.9;

/** Resolves when the client has gone or `signal` has aborted, and everything that was started is stopped. */
export async function serveMcp(options: McpOptions): Promise<void> {
  const entries = entriesOf(options.toolsets ?? "core");
  const tools = listing(entries);
  const catalogue = new Catalogue(entries);
  const deadlineMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  const services = createServices(serviceOptions(options));
  const { registry, store } = services;
  const session = createSession({
    openAnalysis: (request) => services.openAnalysis(request),
    engines: registry.providers,
    patienceMs: deadlineMs * PATIENCE,
  });
  const artifacts = new Artifacts();
  const write = store === undefined ? undefined : artifacts.recording(artifactWriter(store.path));
  const limit = options.maxInlineChars ?? DEFAULT_INLINE_CHARS;
  const budget: Budget = { limit, unit: "characters", raiseWith: "--max-inline-chars" };
  try {
    await serveConnection(
      { tools, catalogue, artifacts, session, inspector: services.inspector, deadlineMs, budget, writeArtifact: write },
      options.signal,
    );
  } finally {
    endAtTheLatest();
    await session.closeAll();
    await services.close();
  }
}

/** A client must never have to kill the server: whatever still holds the process is named and left behind. */
function endAtTheLatest(): void {
  const force = (): never => {
    process.stderr.write(`rea mcp: forced to end; still held by ${process.getActiveResourcesInfo().join(", ")}\n`);
    process.exit();
  };
  setTimeout(force, GRACE_MS).unref();
}

const GRACE_MS = 5_000;

function serviceOptions({ variables, store, cache = true, provider, maxSampleBytes }: McpOptions): ServiceOptions {
  return {
    environment: variables,
    cache,
    ...(store === undefined ? {} : { store }),
    ...(provider === undefined ? {} : { provider }),
    ...(maxSampleBytes === undefined ? {} : { maxSampleBytes }),
  };
}

function artifactWriter(store: string): WriteArtifact {
  return async ({ sample, profile }, document) => await writeArtifact(store, sample, profile, document);
}
