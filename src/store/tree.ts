/**
 * Files of this tool's own tree in a store: `<store>/rea/`. Directories are 0700 and files 0600 of the user who runs it,
 * nothing in the tree is reached through a link, and every error of the file system is one `store_unwritable`.
 */
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  type Stats,
} from "node:fs";
import { open, type FileHandle } from "node:fs/promises";
import path from "node:path";
import { Failure } from "../base/failure.ts";
import { makeDirectories } from "../process/directories.ts";

/** Folder of a store that is this tool's. */
export const TREE = "rea";

/** Mode of every directory. */
const OWN_DIRECTORY = 0o700;

/** The directory below the tree, made with what leads to it; refused in a store of another layout. */
export function makeDirectory(store: string, ...names: readonly string[]): string {
  return makeStoreDirectory(store, TREE, ...names);
}

/** The directory below the store itself, made like one of the tree: where the Analyses of Ghidra lie. */
export function makeStoreDirectory(store: string, ...names: readonly string[]): string {
  makeDirectories(store, OWN_DIRECTORY);
  checkLayout(store);
  let directory = store;
  for (const name of names) {
    directory = path.join(directory, name);
    makeOwnDirectory(directory);
  }
  return directory;
}

/** The directory below the tree, or `undefined` when a part of the way is missing, a link, another user's or out of reach. */
export function findDirectory(store: string, ...names: readonly string[]): string | undefined {
  return findStoreDirectory(store, TREE, ...names);
}

/** As `findDirectory`, below the store itself. */
export function findStoreDirectory(store: string, ...names: readonly string[]): string | undefined {
  let directory = store;
  for (const name of names) {
    directory = path.join(directory, name);
    if (!isWithinReach(directory)) return undefined;
  }
  return directory;
}

/** Writes a file that does not exist yet, its bytes given in pieces. */
export async function createFile(file: string, ...pieces: readonly Uint8Array[]): Promise<void> {
  const handle = await open(file, "wx", 0o600);
  try {
    await writePieces(handle, pieces);
  } finally {
    await handle.close();
  }
}

/** One call to the system for all pieces, as long as it takes them all. */
async function writePieces(handle: FileHandle, pieces: readonly Uint8Array[]): Promise<void> {
  let rest = pieces.filter((piece) => piece.length > 0);
  while (rest.length > 0) {
    const { bytesWritten } = await handle.writev(rest.slice(0, MOST_PIECES));
    rest = withoutFirst(rest, bytesWritten);
  }
}

/** What writev(2) takes at once on every system. */
const MOST_PIECES = 1024;

/** What remains of pieces when their first `count` bytes are gone. */
function withoutFirst(pieces: readonly Uint8Array[], count: number): Uint8Array[] {
  let gone = 0;
  return pieces.flatMap((piece) => {
    const start = Math.min(piece.length, Math.max(0, count - gone));
    gone += piece.length;
    return start === piece.length ? [] : [piece.subarray(start)];
  });
}

/** The bytes of a regular file of exactly `size` bytes, in a buffer of their own; `undefined` when it is not that. */
export async function readExactly(file: string, size: number): Promise<Uint8Array | undefined> {
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(
    () => undefined,
  );
  if (handle === undefined) return undefined;
  try {
    const state = await handle.stat();
    if (!state.isFile() || state.size !== size) return undefined;
    // Every byte is read, or the whole is thrown away.
    const bytes = new Uint8Array(Buffer.allocUnsafeSlow(size).buffer);
    const { bytesRead } = await handle.read(bytes, 0, size, 0);
    return bytesRead === size ? bytes : undefined;
  } finally {
    await handle.close();
  }
}

/** The text of a small regular file, or `undefined` when it is missing, a link or larger than `limit` bytes. */
export function readSmall(file: string, limit: number): string | undefined {
  const descriptor = openRegularFile(file);
  if (descriptor === undefined) return undefined;
  try {
    return fstatSync(descriptor).size <= limit ? readFileSync(descriptor, "utf8") : undefined;
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Opens a file for reading without waiting for a peer and without following a link; `undefined` when it is missing, out
 * of reach or not regular. The caller closes it.
 */
export function openRegularFile(file: string): number | undefined {
  let descriptor: number;
  try {
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch {
    return undefined;
  }
  if (fstatSync(descriptor).isFile()) return descriptor;
  closeSync(descriptor);
  return undefined;
}

/** Does work on a store; an error of the system becomes `store_unwritable`, a fault of this program stays one. */
export async function onStore<T>(store: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw unwritable(store, error);
  }
}

function unwritable(store: string, error: unknown): unknown {
  if (!(error instanceof Error) || !("syscall" in error) || !("code" in error)) return error;
  return refusal(store, `${String(error.syscall)} failed with ${String(error.code)}`, error);
}

function refusal(store: string, reason: string, cause?: unknown): Failure {
  return new Failure("store_unwritable", `the store ${store} cannot be used: ${reason}`, { store, reason }, cause);
}

function makeOwnDirectory(directory: string): void {
  const state = lstatSync(directory, { throwIfNoEntry: false });
  if (state === undefined) makeDirectories(directory, OWN_DIRECTORY);
  else if (!isOwnDirectory(state)) throw refusal(directory, "there is something else than a directory of this user");
}

/** What another user put there could be made to look like an analysis. */
function isOwnDirectory(state: Stats): boolean {
  return state.isDirectory() && (process.geteuid === undefined || state.uid === process.geteuid());
}

function isWithinReach(directory: string): boolean {
  try {
    return isOwnDirectory(lstatSync(directory));
  } catch {
    return false;
  }
}

const LAYOUT_FILE = "store.json";
const LAYOUT_VERSION = 1;

/** Marks a store with its layout, before the first thing is kept in it. */
export function markLayout(store: string): void {
  const file = path.join(store, LAYOUT_FILE);
  if (lstatSync(file, { throwIfNoEntry: false }) !== undefined) return;
  const draft = `${file}-${process.pid}`;
  writeFileSync(draft, `${JSON.stringify({ store_layout_version: LAYOUT_VERSION })}\n`, { mode: 0o600 });
  renameSync(draft, file);
}

/** Throws `store_unwritable` for a store of another layout; a store that is not marked yet may become one of this. */
export function checkLayout(store: string): void {
  const file = path.join(store, LAYOUT_FILE);
  if (lstatSync(file, { throwIfNoEntry: false }) === undefined) return;
  if (layoutOf(readSmall(file, 4096)) === LAYOUT_VERSION) return;
  throw refusal(store, `${LAYOUT_FILE} does not say layout version ${LAYOUT_VERSION}`);
}

function layoutOf(text: string | undefined): unknown {
  try {
    const parsed: unknown = JSON.parse(text ?? "null");
    return typeof parsed === "object" && parsed !== null && "store_layout_version" in parsed
      ? parsed.store_layout_version
      : undefined;
  } catch {
    return undefined;
  }
}
