/** The decompiler that came with the build, when one did. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import path from "node:path";
import { Failure } from "../../../base/failure.ts";
import { besideBundle } from "../bundled-file.ts";
import { compileModule, type CompiledModule } from "./compiled-module.ts";
import { openPool } from "./pool.ts";
import type { InstalledDecompiler } from "./pseudocode.ts";

/** What the build writes beside the module. */
export interface DecompilerDescription {
  readonly name: string;
  readonly version: string;
  /** SHA-256 over the module and the script of its threads. */
  readonly digest: string;
}

/** Threads of one program at most: each holds about 200 MB. */
const MOST_THREADS = 4;

/** Reads the description alone; the module is compiled for the first program that is opened. Rejects with `decompiler_missing`. */
export async function installedDecompiler(): Promise<InstalledDecompiler> {
  const [description, module, script] = FILES.map(installedFile);
  if (description === undefined || module === undefined || script === undefined) {
    throw new Failure("decompiler_missing", "this build has no decompiler, because Rust was missing when it was built");
  }
  let compiled: Promise<CompiledModule> | undefined;
  const compile = (): Promise<CompiledModule> => (compiled ??= readFile(module).then(compileModule));
  const threads = Math.min(availableParallelism(), MOST_THREADS);
  return {
    ...readDescription(await readFile(description, "utf8")),
    open: (feed) => openPool(feed, { module: compile(), script, threads }),
  };
}

const FILES = ["decompiler.json", "decompiler.wasm", "decompiler-worker.cjs"];

/** Beside the bundle, or in dist/ when this runs from the sources. */
function installedFile(name: string): string | undefined {
  const built = path.resolve(import.meta.dirname, "..", "..", "..", "..", "dist", name);
  return besideBundle(name) ?? (existsSync(built) ? built : undefined);
}

/** The build has written it. */
function readDescription(text: string): DecompilerDescription {
  const { name, version, digest } = JSON.parse(text) as DecompilerDescription;
  return { name, version, digest };
}
