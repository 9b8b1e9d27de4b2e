/** An opened sample: one regular file, read-only, named by the SHA-256 of its bytes. */
import { createHash } from "node:crypto";
import { constants, readSync, type BigIntStats } from "node:fs";
import { open, type FileHandle } from "node:fs/promises";
import { setImmediate } from "node:timers/promises";
import { Failure, type FailureCode } from "../base/failure.ts";

/** Bytes, 1 GiB. */
export const DEFAULT_MAX_SAMPLE_BYTES = 1_073_741_824;

export interface OpenSampleOptions {
  /** Exact bytes of a path that text does not hold; `path` then only names it in messages. */
  readonly place?: Buffer;
  /** Whether a file without bytes is a sample. */
  readonly empty?: boolean;
  /** Largest file that is read; defaults to `DEFAULT_MAX_SAMPLE_BYTES`. */
  readonly maxBytes?: number;
  /** Its reason is what the promise rejects with. */
  readonly signal?: AbortSignal;
  /** Share of the file that is hashed, 0 to 1. */
  readonly progress?: (fraction: number) => void;
}

/**
 * Opens and hashes a file without ever waiting for a peer (FIFO) and without reading what is not a regular file.
 * Rejects with `sample_missing`, `sample_unreadable`, `sample_not_regular`, `sample_empty`, `sample_too_large` or
 * `sample_changed`.
 */
export async function openSample(path: string, options: OpenSampleOptions = {}): Promise<Sample> {
  options.signal?.throwIfAborted();
  const handle = await openForReading(options.place ?? path, path);
  try {
    const identity = await handle.stat({ bigint: true });
    checkIdentity(path, identity, options);
    const sha256 = await hash(handle, path, Number(identity.size), options);
    if (!isSame(identity, await handle.stat({ bigint: true }))) throw changed(path);
    return new Sample(handle, path, identity, sha256);
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Owned by whoever opened it, who closes it. */
export class Sample {
  /** As the caller gave it: where the bytes were found, not what they are. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  readonly sha256: string;
  readonly #handle: FileHandle;
  #identity: BigIntStats;

  /** For `openSample`, which knows that the digest is that of the file. */
  constructor(handle: FileHandle, path: string, identity: BigIntStats, sha256: string) {
    this.#handle = handle;
    this.#identity = identity;
    this.path = path;
    this.size = Number(identity.size);
    this.sha256 = sha256;
  }

  /** Descriptor for a worker thread, which reads at positions of its own; valid until `close`. */
  get descriptor(): number {
    return this.#handle.fd;
  }

  /** The bytes of `[offset, offset + size)` that the file holds; rejects with `sample_changed`. */
  async read(offset: number, size: number): Promise<Uint8Array<ArrayBuffer>> {
    await this.verifyUnchanged();
    const start = Math.min(Math.max(offset, 0), this.size);
    const end = Math.min(Math.max(offset + size, start), this.size);
    const bytes = new Uint8Array(end - start);
    if (!(await fill(this.#handle, bytes, start))) throw changed(this.path);
    return bytes;
  }

  /**
   * Rejects with `sample_changed` when the file no longer holds the bytes that were hashed. A file that only got
   * another name, owner or date is hashed again and accepted.
   */
  async verifyUnchanged(): Promise<void> {
    const identity = await this.#handle.stat({ bigint: true });
    if (isSame(identity, this.#identity)) return;
    if (Number(identity.size) !== this.size) throw changed(this.path);
    if ((await hash(this.#handle, this.path, this.size, {})) !== this.sha256) throw changed(this.path);
    this.#identity = identity;
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }
}

/** The whole file behind a sample's descriptor, in a buffer of its own; throws `sample_changed` when it got shorter. */
export function readWholeSample(descriptor: number, path: string, size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  let filled = 0;
  while (filled < size) {
    const count = readSync(descriptor, bytes, filled, Math.min(size - filled, LARGEST_READ), filled);
    if (count === 0) throw changed(path);
    filled += count;
  }
  return bytes;
}

/** One read call takes less than 2 GiB. */
const LARGEST_READ = 0x4000_0000;
const CHUNK_SIZE = 0x2_0000;
const TURN_SIZE = 0x20_0000;

/**
 * Opens without waiting for a peer. Rejects with `sample_missing`, `sample_unreadable` or `sample_not_regular`; `path`
 * names the file in their words.
 */
export async function openForReading(place: string | Buffer, path: string): Promise<FileHandle> {
  try {
    return await open(place, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? String(error.code) : "unknown";
    throw new Failure(OPEN_FAILURES[reason] ?? "sample_unreadable", openMessage(path, reason), { path, reason }, error);
  }
}

/** What the errors of open(2) say about the path; others mean that it cannot be read. */
const OPEN_FAILURES: Readonly<Record<string, FailureCode>> = {
  ENOENT: "sample_missing",
  ENOTDIR: "sample_missing",
  ENAMETOOLONG: "sample_missing",
  ELOOP: "sample_missing",
  ERR_INVALID_ARG_VALUE: "sample_missing",
  ENXIO: "sample_not_regular",
  ENODEV: "sample_not_regular",
};

function openMessage(path: string, reason: string): string {
  switch (OPEN_FAILURES[reason]) {
    case "sample_missing":
      return path === "" ? "an empty path names no file" : `there is no file ${path} (${reason})`;
    case "sample_not_regular":
      return `${path} is a socket or a device, not a regular file`;
    default:
      return `${path} cannot be opened for reading (${reason})`;
  }
}

function checkIdentity(path: string, identity: BigIntStats, options: OpenSampleOptions): void {
  const { maxBytes = DEFAULT_MAX_SAMPLE_BYTES, empty = false } = options;
  const size = Number(identity.size);
  if (!identity.isFile()) {
    const found = kindOf(identity);
    throw new Failure("sample_not_regular", `${path} is a ${found}, not a regular file`, { path, found });
  }
  if (size === 0 && !empty) throw new Failure("sample_empty", `${path} is empty`, { path });
  if (size > maxBytes) {
    const message = `${path} has ${size} bytes, more than the ${maxBytes} that --max-sample-bytes allows`;
    throw new Failure("sample_too_large", message, { path, size, max_sample_bytes: maxBytes });
  }
}

/** What a file that is not regular is, in words. */
export function kindOf(identity: BigIntStats): string {
  if (identity.isDirectory()) return "directory";
  if (identity.isFIFO()) return "FIFO";
  if (identity.isSocket()) return "socket";
  return identity.isBlockDevice() ? "block device" : "character device";
}

/**
 * Hashes `size` bytes. Synchronous reads into a buffer that stays in the processor's cache take half the time of others;
 * the thread is left to others every `TURN_SIZE`.
 */
async function hash(handle: FileHandle, path: string, size: number, options: OpenSampleOptions): Promise<string> {
  const digest = createHash("sha256");
  const chunk = new Uint8Array(Math.min(size, CHUNK_SIZE));
  for (let offset = 0, turn = TURN_SIZE; offset < size;) {
    const count = readSync(handle.fd, chunk, 0, Math.min(chunk.length, size - offset), offset);
    if (count === 0) throw changed(path);
    digest.update(count === chunk.length ? chunk : chunk.subarray(0, count));
    offset += count;
    if (offset < turn && offset < size) continue;
    turn = offset + TURN_SIZE;
    options.progress?.(offset / size);
    if (offset < size) await setImmediate();
    options.signal?.throwIfAborted();
  }
  return digest.digest("hex");
}

/** Fills `bytes` from `position`; false when the file ends before. */
async function fill(handle: FileHandle, bytes: Uint8Array, position: number): Promise<boolean> {
  let filled = 0;
  while (filled < bytes.length) {
    const length = Math.min(bytes.length - filled, LARGEST_READ);
    const { bytesRead } = await handle.read(bytes, filled, length, position + filled);
    if (bytesRead === 0) return false;
    filled += bytesRead;
  }
  return true;
}

/** Whether a file is the same and was not written to in between. */
export function isSame(left: BigIntStats, right: BigIntStats): boolean {
  return (
    left.dev === right.dev &&
    left.ino === right.ino &&
    left.size === right.size &&
    left.mtimeNs === right.mtimeNs &&
    left.ctimeNs === right.ctimeNs
  );
}

function changed(path: string): Failure {
  return new Failure("sample_changed", `${path} changed while it was read`, { path });
}
