/** The embedded engine on a file, in this thread and without a store, for tests. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createDemangler } from "../src/formats/demangle/demangle.ts";
import { analyseSample } from "../src/providers/embedded/analyse-sample.ts";
import { createEmbeddedAnalysis } from "../src/providers/embedded/analysis.ts";
import { installedDecompiler } from "../src/providers/embedded/decompiler/installed.ts";
import { loadDisassembler } from "../src/providers/embedded/disassembler.ts";
import type { SampleBytes } from "../src/providers/embedded/mapped-bytes.ts";
import type { PartReader } from "../src/providers/embedded/part-reader.ts";
import { Parts } from "../src/providers/embedded/parts.ts";
import type { FinishedParts } from "../src/providers/embedded/worker-protocol.ts";
import type { Analysis } from "../src/providers/provider.ts";
import { decodeContainer, joinedPieces, type ContainerValue } from "../src/store/container.ts";

const require = createRequire(import.meta.url);
const demangle = createDemangler(readFileSync(require.resolve("gecko-profiler-demangle/index_bg.wasm")));

/** Throws when the file is of another kind, or of several architectures and none is named. */
export async function analyseFile(path: string, architecture?: string): Promise<Analysis> {
  const analysis = await analyseBytes(readFileSync(path), path, architecture);
  if (analysis === undefined) throw new Error(`${path} is of another kind`);
  return analysis;
}

/** `undefined` when the bytes are of another kind, or of several architectures and none is named. */
export async function analyseBytes(
  file: Uint8Array,
  path: string,
  architecture?: string,
): Promise<Analysis | undefined> {
  const analysed = partsOf(file, architecture);
  if (analysed === undefined) return undefined;
  return createEmbeddedAnalysis({
    target: { path, sha256: analysed.sha256, ...analysed.target },
    binding: { provider: { id: "embedded", version: "test" }, selection_source: "request", profile_digest: "" },
    parts: analysed.reader,
    sample: { read: analysed.read, close: async () => {} },
    loadDisassembler,
    decompiling: { load: installedDecompiler, store: undefined },
    origin: "engine",
    warnings: [],
  });
}

/** What is under the analysis: its parts and the bytes. Throws as `analyseFile`. */
export function analysedParts(path: string, architecture?: string): { parts: Parts; sample: SampleBytes } {
  const analysed = partsOf(readFileSync(path), architecture);
  if (analysed === undefined) throw new Error(`${path} is of another kind`);
  return { parts: new Parts(analysed.reader), sample: { read: analysed.read } };
}

interface Analysed {
  readonly sha256: string;
  readonly target: FinishedParts["target"];
  readonly reader: PartReader;
  readonly read: SampleBytes["read"];
}

function partsOf(file: Uint8Array, architecture: string | undefined): Analysed | undefined {
  const sha256 = createHash("sha256").update(file).digest("hex");
  const finished = analyseSample(file, { sha256, architecture, demangle, progress: () => {} });
  if (finished.kind !== "finished") return undefined;
  const parts = new Map(finished.parts.map(({ name, pieces }) => [name, joinedPieces(pieces)]));
  const read = async (name: string): Promise<ContainerValue> => {
    const value = decodeContainer(parts.get(name) ?? new Uint8Array());
    if (value === undefined) throw new Error(`there is no part ${name}`);
    return value;
  };
  return {
    sha256,
    target: finished.target,
    reader: { read },
    read: async (offset, size) => file.subarray(offset, offset + size),
  };
}
