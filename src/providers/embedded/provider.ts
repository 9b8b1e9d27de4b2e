/** The embedded engine as a provider: a worker thread analyses a sample once, the store answers for it ever after. */
import { Failure } from "../../base/failure.ts";
import { readFileSync } from "node:fs";
import { sha256 } from "../../base/digest.ts";
import { sealProfile, type AnalysisProfile } from "../../contracts/profile.ts";
import { openSample, type Sample } from "../../store/sample.ts";
import type { Analysis, OpenRequest, Provider } from "../provider.ts";
import { createEmbeddedAnalysis } from "./analysis.ts";
import type { InstalledDecompiler } from "./decompiler/pseudocode.ts";
import { loadDisassembler } from "./disassembler.ts";
import { PartSource } from "./part-source.ts";
import { WorkerSlots } from "./worker-slots.ts";

const MAX_WORKERS = 2;

export interface EmbeddedOptions {
  /** Version of the package. */
  readonly version: string;
  /** Absolute path of the store; absent when nothing is kept. */
  readonly store: string | undefined;
  /** Absolute path of the worker's script. */
  readonly workerScript: string;
}

/** The provider `embedded`. At most two of its workers run at a time; further samples wait their turn. */
export function createEmbeddedProvider(options: EmbeddedOptions): Provider {
  const { version } = options;
  const profiles = new Map<string | undefined, AnalysisProfile>();
  const context: Context = {
    ...options,
    slots: new WorkerSlots(MAX_WORKERS),
    profile: (architecture) => {
      const profile = profiles.get(architecture) ?? profileOf(options, architecture);
      profiles.set(architecture, profile);
      return profile;
    },
  };
  return { id: PROVIDER_ID, name: "Embedded engine", version, open: (request) => open(context, request) };
}

const PROVIDER_ID = "embedded";

interface Context extends EmbeddedOptions {
  /** Made on first use, which reads the worker's script. */
  readonly profile: (architecture: string | undefined) => AnalysisProfile;
  readonly slots: WorkerSlots;
}

/**
 * The profile holds the digest of the engine's code (the script names the engine, whose name holds its digest), so a
 * stored analysis is never that of another build, whatever its version says.
 */
function profileOf({ version, workerScript }: EmbeddedOptions, architecture: string | undefined): AnalysisProfile {
  return sealProfile({
    schema_version: 1,
    provider: { id: PROVIDER_ID, version },
    provider_profile_schema_version: 1,
    parameters: {
      engine_sha256: sha256(readFileSync(workerScript)),
      ...(architecture === undefined ? {} : { architecture }),
    },
  });
}

async function open(context: Context, request: OpenRequest): Promise<Analysis> {
  const { path, maxSampleBytes, signal, progress } = request;
  const hashing = (fraction: number): void => progress("hashing", fraction);
  const sample = await openSample(path, { maxBytes: maxSampleBytes, signal, progress: hashing });
  try {
    request.identified?.(sample.sha256);
    return await analysisOf(context, sample, request);
  } catch (error) {
    await sample.close();
    throw error;
  }
}

/** Loaded when it is needed: few questions are about text. */
async function loadDecompiler(): Promise<InstalledDecompiler> {
  const { installedDecompiler } = await import("./decompiler/installed.ts");
  return await installedDecompiler();
}

/** Only in files of several programs is the architecture part of what an analysis depends on. */
async function chosenArchitecture(sample: Sample, asked: string | undefined): Promise<string | undefined> {
  if (asked === undefined) return undefined;
  const { hasUniversalMagic } = await import("../../formats/macho/universal.ts");
  return hasUniversalMagic(await sample.read(0, 8)) ? asked.toLowerCase() : undefined;
}

/** Other words for the architectures of the contract. */
const SYNONYMS: Readonly<Record<string, string>> = {
  amd64: "x86_64",
  x64: "x86_64",
  aarch64: "arm64",
  i386: "x86",
  i686: "x86",
};

/** A file of one program has no choice to make: asking for another architecture is a mistake, not a preference. */
function expectArchitecture({ architecture, path }: OpenRequest, actual: string): void {
  const asked = architecture?.toLowerCase();
  if (asked === undefined || (SYNONYMS[asked] ?? asked) === actual) return;
  const message = `${path} holds one program, for ${actual}, and none for ${asked}`;
  throw new Failure("architecture_ambiguous", message, { path, candidates: [actual] });
}

async function analysisOf(context: Context, sample: Sample, request: OpenRequest): Promise<Analysis> {
  const { store, version, slots, workerScript } = context;
  const architecture = await chosenArchitecture(sample, request.architecture);
  const profile = context.profile(architecture);
  const closing = new AbortController();
  const job = { descriptor: sample.descriptor, path: sample.path, size: sample.size, sha256: sample.sha256 };
  const choice = architecture === undefined ? {} : { architecture };
  const parts = new PartSource({
    key: { sample, profile },
    store,
    version,
    make: (watch) =>
      slots.use(watch.signal, async () => {
        // Loaded when it is needed: a known sample starts no thread.
        const { runWorker } = await import("./worker-client.ts");
        return runWorker({ ...watch, job: { ...job, ...choice }, script: workerScript });
      }),
    closing: closing.signal,
  });
  const { origin, target } = await parts.open(request);
  if (architecture === undefined) expectArchitecture(request, target.architecture);
  return createEmbeddedAnalysis({
    target: { path: request.path, sha256: sample.sha256, ...target },
    binding: {
      provider: { id: profile.provider.id, version: profile.provider.version },
      selection_source: request.selectionSource,
      profile_digest: profile.digest,
    },
    parts,
    sample: {
      read: (offset, size) => sample.read(offset, size),
      close: async () => {
        closing.abort();
        await parts.settled();
        await sample.close();
      },
    },
    loadDisassembler,
    decompiling: { load: loadDecompiler, store },
    origin,
    warnings: parts.warnings,
  });
}
