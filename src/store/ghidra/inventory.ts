/** Every file of a project directory with its digest: what an Analysis is compared with before and after each use. */
import { createHash, type Hash } from "node:crypto";
import { closeSync, lstatSync, readdirSync, readSync } from "node:fs";
import path from "node:path";
import { setImmediate } from "node:timers/promises";
import type { ProjectFile } from "../../contracts/ghidr/manifest.ts";
import { openRegularFile } from "../tree.ts";

/** A project of one program has a dozen files. */
const MOST_FILES = 10_000;
const MOST_LEVELS = 32;

/**
 * The regular files below a directory by the bytes of their path, or what else lies there. No link is followed.
 * Rejects with the signal's reason.
 */
export async function takeInventory(directory: string, signal: AbortSignal): Promise<ProjectFile[] | string> {
  const files: ProjectFile[] = [];
  const fault = await visit(directory, "", 0, files, signal);
  return fault ?? files.sort((left, right) => Buffer.compare(Buffer.from(left.path), Buffer.from(right.path)));
}

/** How a directory differs from its inventory; `undefined` when it does not. Rejects with the signal's reason. */
export async function inventoryFault(
  directory: string,
  expected: readonly ProjectFile[],
  signal: AbortSignal,
): Promise<string | undefined> {
  const found = await takeInventory(directory, signal);
  if (typeof found === "string") return found;
  const known = new Map(expected.map((file) => [file.path, file]));
  for (const file of found) {
    const record = known.get(file.path);
    if (record === undefined) return "the project holds a file that the manifest does not list";
    if (record.size_bytes !== file.size_bytes) return "a file of the project has another size";
    if (record.sha256 !== file.sha256) return "a file of the project has another digest";
  }
  return found.length === expected.length ? undefined : "a file of the project is missing";
}

async function visit(
  root: string,
  below: string,
  level: number,
  files: ProjectFile[],
  signal: AbortSignal,
): Promise<string | undefined> {
  if (level > MOST_LEVELS) return "the project is nested too deeply";
  let entries;
  try {
    if (!lstatSync(path.join(root, below)).isDirectory()) return "the project is not a directory";
    entries = readdirSync(path.join(root, below), { withFileTypes: true });
  } catch {
    return "the project cannot be listed";
  }
  for (const entry of entries) {
    const name = below === "" ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) {
      const fault = await visit(root, name, level + 1, files, signal);
      if (fault !== undefined) return fault;
      continue;
    }
    if (!entry.isFile()) return "the project holds a link or a special file";
    if (files.length >= MOST_FILES) return "the project holds too many files";
    const file = await describe(path.join(root, name), signal);
    if (file === undefined) return "a file of the project cannot be read";
    files.push({ path: name, ...file });
  }
  return undefined;
}

/** Filled and hashed without a pause between: one serves all. */
const CHUNK = new Uint8Array(0x4_0000);

async function describe(
  file: string,
  signal: AbortSignal,
): Promise<{ size_bytes: number; sha256: string } | undefined> {
  const descriptor = openRegularFile(file);
  if (descriptor === undefined) return undefined;
  try {
    const digest = createHash("sha256");
    const size = await hashInto(digest, descriptor, signal);
    return { size_bytes: size, sha256: digest.digest("hex") };
  } finally {
    closeSync(descriptor);
  }
}

async function hashInto(digest: Hash, descriptor: number, signal: AbortSignal): Promise<number> {
  for (let size = 0; ;) {
    const count = readSync(descriptor, CHUNK, 0, CHUNK.length, size);
    if (count === 0) return size;
    digest.update(CHUNK.subarray(0, count));
    size += count;
    if (count === CHUNK.length) await setImmediate();
    signal.throwIfAborted();
  }
}
