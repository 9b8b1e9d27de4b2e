/**
 * The single jar of Ghidra, laid out once as files: data that is read as files, and one jar of classes. A start from
 * there costs less than a start from the jar, and the class path holds jars alone, which a class archive needs.
 *
 * `<engine>/Ghidra/` holds the modules, `<engine>/classes.jar` the classes and their resources.
 */
import { chmod, mkdir, readFile, rename, rm, stat, statfs, writeFile } from "node:fs/promises";
import path from "node:path";
import { sha256 } from "../../base/digest.ts";
import { Failure } from "../../base/failure.ts";
import { taggedPath } from "../../contracts/ghidr/tagged-path.ts";
import { makeDirectories } from "../../process/directories.ts";
import { lockFile } from "../../process/file-lock.ts";
import { READ_ONLY_MARK } from "./adapter-files.ts";
import { Archive, type ArchiveEntry } from "./archive.ts";
import { copyEntries } from "./archive-writer.ts";

export const CLASSES = "classes.jar";

export interface ExtractionOptions {
  /** Absolute path of the directory that holds a directory for each jar. */
  readonly engines: string;
  readonly progress: (message: string) => void;
  readonly signal: AbortSignal;
}

/**
 * Extracts the jar with this digest, unless that was done; answers the directory. One process extracts while others
 * wait, and a directory under its final name is complete. Rejects with a `RangeError` when the file is no such jar or
 * no longer the one that has the digest.
 */
export async function extractJar(jar: string, digest: string, options: ExtractionOptions): Promise<string> {
  const { engines, progress, signal } = options;
  const directory = path.join(engines, digest);
  if (await isDirectory(directory)) return directory;
  makeDirectories(engines, 0o700);
  const lock = await lockFile(path.join(engines, `${digest}.lock`), signal);
  try {
    if (await isDirectory(directory)) return directory;
    const staging = path.join(engines, `${digest}.partial`);
    // What a process left that was killed meanwhile.
    await rm(staging, { recursive: true, force: true });
    try {
      progress("reading the jar of Ghidra");
      await layOut(await readJar(jar, digest), staging, options);
      await rename(staging, directory);
    } catch (error) {
      await rm(staging, { recursive: true, force: true });
      throw error;
    }
    return directory;
  } finally {
    lock?.release();
  }
}

/** Where the jar keeps what a distribution has as files. */
const FILES = "_Root/";
/** Help texts, natives of the class libraries for other systems, and signatures of build tools. */
const UNUSED = /^help\/(?:topics|shared)\/|^(?:Windows|Mac)-|^META-INF\/maven\/|^OSGI-OPT\//u;
/** Natives for other systems. */
const FOREIGN = /\/os\/(?!linux_x86_64\/)/u;
const NATIVE = /\/os\/linux_x86_64\/[^/]+$/u;
/** Files that are unpacked at the same time. */
const CONCURRENCY = 4;

async function readJar(jar: string, digest: string): Promise<Archive> {
  const bytes = await readFile(jar);
  if (sha256(bytes) !== digest) throw new RangeError("the jar changed while it was read");
  return new Archive(bytes);
}

async function layOut(archive: Archive, directory: string, { progress, signal }: ExtractionOptions): Promise<void> {
  const plain = archive.entries.filter(({ name }) => !name.endsWith("/"));
  const files = plain.filter(({ name }) => name.startsWith(FILES) && !FOREIGN.test(name));
  const classes = plain.filter(({ name }) => !name.startsWith(FILES) && !UNUSED.test(name));
  if (files.length === 0) throw new RangeError("the jar does not hold the files of Ghidra");
  await mkdir(directory, { recursive: true, mode: 0o700 });
  await requireSpace(directory, files, classes);

  let [done, told] = [0, 0];
  const queue = files.values();
  const work = async (): Promise<void> => {
    for (const entry of queue) {
      signal.throwIfAborted();
      await extract(archive, entry, directory);
      const percent = Math.floor((++done / files.length) * 100);
      if (percent >= told + 10) progress(`extracting Ghidra: ${(told = percent)} %`);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  await writeFile(path.join(directory, READ_ONLY_MARK), "", { flag: "wx", mode: 0o600 });
  signal.throwIfAborted();
  progress("writing the classes of Ghidra");
  await copyEntries(archive, classes, path.join(directory, CLASSES));
}

/** Bytes that stay free beside what is extracted. */
const RESERVE = 64 * 1024 * 1024;

async function requireSpace(directory: string, files: readonly ArchiveEntry[], classes: readonly ArchiveEntry[]) {
  const unpacked = files.reduce((sum, { size }) => sum + size, 0);
  const required = classes.reduce((sum, { compressedSize }) => sum + compressedSize, unpacked + RESERVE);
  const { bavail, bsize } = await statfs(directory);
  if (bavail * bsize >= required) return;
  throw new Failure("insufficient_space", `Ghidra needs ${required} bytes of the store's filesystem`, {
    store: taggedPath(directory),
    required_bytes: required,
    available_bytes: bavail * bsize,
  });
}

async function extract(archive: Archive, entry: ArchiveEntry, directory: string): Promise<void> {
  const relative = path.posix.normalize(entry.name.slice(FILES.length));
  if (relative.startsWith("../") || path.posix.isAbsolute(relative))
    throw new RangeError(`${entry.name} leads outside`);
  const file = path.join(directory, relative);
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(file, await archive.read(entry), { flag: "wx", mode: 0o600 });
  // A jar does not keep which files are programs.
  if (NATIVE.test(entry.name)) await chmod(file, 0o700);
}

async function isDirectory(directory: string): Promise<boolean> {
  return stat(directory).then(
    (state) => state.isDirectory(),
    () => false,
  );
}
