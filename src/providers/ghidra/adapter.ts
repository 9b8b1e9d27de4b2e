/** The Java adapter: compiled once for each Ghidra and JDK, and kept beside the engines. */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, readdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { canonicalJson } from "../../base/canonical.ts";
import { sha256 } from "../../base/digest.ts";
import { Failure } from "../../base/failure.ts";
import { CONFINED_HOST } from "../../process/bubblewrap.ts";
import { makeDirectories } from "../../process/directories.ts";
import { lockFile } from "../../process/file-lock.ts";
import { archiveClasses } from "./class-archive.ts";
import { classPath, type GhidraDistribution } from "./distribution.ts";
import { ADAPTER_JAR, CLASS_ARCHIVE, CLASS_PATH, HOSTS, READ_ONLY_MARK } from "./adapter-files.ts";
import type { JavaHome } from "./java-home.ts";
import type { FindOptions } from "./port.ts";

/**
 * The directory of the adapter for this pair, compiled at its first use. What the compiler refuses is
 * `ghidra_incompatible`, with its words in the reason.
 */
export async function compiledAdapter(
  ghidra: GhidraDistribution,
  java: JavaHome,
  engines: string,
  { progress, signal }: Pick<FindOptions, "progress" | "signal">,
): Promise<string | Failure> {
  const sources = await readSources();
  const key = sha256(
    canonicalJson({
      // The class path of the adapter names the directory: a store that was moved needs another.
      ghidra: [ghidra.directory, ghidra.digest ?? "", ghidra.application.version, ghidra.application.build],
      java: [java.directory, java.version],
      adapter: sources.map(({ name, text }) => [name, sha256(text)]),
    }),
  );
  const directory = path.join(engines, "adapters", key);
  if (existsSync(path.join(directory, CLASS_ARCHIVE))) return directory;
  makeDirectories(path.dirname(directory), 0o700);
  const lock = await lockFile(`${directory}.lock`, signal);
  try {
    if (!existsSync(directory)) {
      progress(`compiling the adapter for Ghidra ${ghidra.application.version} and JDK ${java.feature}`);
      const refusal = await compile(sources, await classPath(ghidra), java, directory, signal);
      if (refusal !== undefined) return refusal;
    }
    progress("preparing a fast start of Ghidra");
    await archiveClasses(directory, ghidra, java, signal);
    return directory;
  } finally {
    lock?.release();
  }
}

interface SourceFile {
  readonly name: string;
  readonly text: string;
}

/** Where the build puts the sources, relative to the bundle's chunks and to the bundle, and where they are kept. */
const SOURCE_FOLDERS = ["java", "../java", "../../../java/adapter"];

async function readSources(): Promise<SourceFile[]> {
  const folders = SOURCE_FOLDERS.map((folder) => path.join(import.meta.dirname, folder, "rea", "ghidra"));
  const folder = folders.find((candidate) => existsSync(candidate));
  if (folder === undefined) throw new Error("the sources of the Java adapter are missing from this installation");
  const names = (await readdir(folder)).filter((name) => name.endsWith(".java")).sort();
  return Promise.all(
    names.map(async (name) => ({ name: `rea/ghidra/${name}`, text: await readFile(path.join(folder, name), "utf8") })),
  );
}

async function compile(
  sources: readonly SourceFile[],
  jars: readonly string[],
  java: JavaHome,
  directory: string,
  signal: AbortSignal,
): Promise<Failure | undefined> {
  const staging = `${directory}.partial`;
  await rm(staging, { recursive: true, force: true });
  try {
    const files = await Promise.all(sources.map(async (source) => write(path.join(staging, "sources"), source)));
    await writeFile(path.join(staging, CLASS_PATH), `${jars.join("\n")}\n`, { mode: 0o600 });
    await writeFile(path.join(staging, HOSTS), `127.0.0.1 localhost ${CONFINED_HOST}\n`, { mode: 0o600 });
    await writeFile(path.join(staging, READ_ONLY_MARK), "", { mode: 0o600 });
    const classes = path.join(staging, "classes");
    const refusal = await runTool(
      java.compiler,
      ["-J-XX:TieredStopAtLevel=1", "-proc:none", "-nowarn", "-encoding", "UTF-8"].concat(
        ["-classpath", jars.join(":"), "-d", classes],
        files,
      ),
      signal,
    );
    if (refusal !== undefined) return refused(refusal);
    const jarTool = path.join(java.directory, "bin", "jar");
    const unpacked = await runTool(jarTool, ["cf", path.join(staging, ADAPTER_JAR), "-C", classes, "."], signal);
    if (unpacked !== undefined) return refused(unpacked);
    await rename(staging, directory);
    return undefined;
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

async function write(folder: string, { name, text }: SourceFile): Promise<string> {
  const file = path.join(folder, name);
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(file, text, { mode: 0o600 });
  return file;
}

const run = promisify(execFile);

/** Characters of what a compiler says that a failure repeats. */
const LONGEST_WORDS = 8000;

/** `undefined` when the tool succeeds, else what it says. */
async function runTool(file: string, args: readonly string[], signal: AbortSignal): Promise<string | undefined> {
  try {
    await run(file, args, { signal, encoding: "utf8", maxBuffer: 16 * 1024 * 1024 });
    return undefined;
  } catch (error) {
    signal.throwIfAborted();
    const words = error instanceof Error && "stderr" in error ? String(error.stderr) : String(error);
    return words.slice(0, LONGEST_WORDS);
  }
}

function refused(words: string): Failure {
  const reason = `the adapter does not compile against this Ghidra: ${words}`;
  return new Failure("ghidra_incompatible", "the adapter does not compile against this Ghidra", { reason });
}
