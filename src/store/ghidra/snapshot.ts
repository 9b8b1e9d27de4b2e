/** The staged copy of a sample: what Ghidra reads instead of the caller's file. */
import { createHash } from "node:crypto";
import { statfsSync, type BigIntStats } from "node:fs";
import { open, type FileHandle } from "node:fs/promises";
import { Failure } from "../../base/failure.ts";
import { isSame, kindOf, openForReading } from "../sample.ts";
import type { Workspace } from "./workspace.ts";

/** Bytes that stay free on the filesystem of the store after a sample was copied there. */
export const RESERVE_BYTES = 1_073_741_824;

export interface Snapshot {
  /** Absolute; mode 0400. */
  readonly path: string;
  readonly sha256: string;
  /** Bytes. */
  readonly size: number;
}

export interface SnapshotOptions {
  /** Exact bytes of the caller's path. */
  readonly source: Uint8Array;
  /** The path for messages. */
  readonly shown: string;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

/**
 * Copies a regular file into the workspace while hashing it. Rejects with `sample_missing`, `sample_unreadable`,
 * `sample_not_regular`, `sample_too_large`, `sample_changed`, `insufficient_space`, or the signal's reason.
 */
export async function takeSnapshot(workspace: Workspace, options: SnapshotOptions): Promise<Snapshot> {
  const source = await openForReading(Buffer.from(options.source), options.shown);
  try {
    const before = await source.stat({ bigint: true });
    checkSource(before, options);
    checkSpace(workspace.store, Number(before.size));
    const place = workspace.place("sample");
    const copy = await open(place, "wx", 0o400);
    try {
      const { sha256, size } = await transfer(source, copy, options);
      const after = await source.stat({ bigint: true });
      if (!isSame(before, after) || BigInt(size) !== after.size) throw changed(options);
      return { path: place, sha256, size };
    } finally {
      await copy.close();
    }
  } finally {
    await source.close();
  }
}

const CHUNK_BYTES = 0x10_0000;

async function transfer(
  source: FileHandle,
  copy: FileHandle,
  options: SnapshotOptions,
): Promise<{ sha256: string; size: number }> {
  const digest = createHash("sha256");
  const chunk = new Uint8Array(CHUNK_BYTES);
  for (let size = 0; ;) {
    options.signal.throwIfAborted();
    const { bytesRead } = await source.read(chunk, 0, chunk.length, size).catch((error: unknown) => {
      throw unreadable(options, error);
    });
    if (bytesRead === 0) return { sha256: digest.digest("hex"), size };
    size += bytesRead;
    if (size > options.maxBytes) throw tooLarge(options, size);
    const bytes = chunk.subarray(0, bytesRead);
    digest.update(bytes);
    await copy.writeFile(bytes);
  }
}

function checkSource(state: BigIntStats, options: SnapshotOptions): void {
  if (!state.isFile()) {
    const found = kindOf(state);
    throw new Failure("sample_not_regular", `${options.shown} is a ${found}, not a regular file`, { found });
  }
  if (Number(state.size) > options.maxBytes) throw tooLarge(options, Number(state.size));
}

/** The space that is free, bytes, for users without privileges. */
export function availableBytes(directory: string): number {
  const { bavail, bsize } = statfsSync(directory);
  return bavail * bsize;
}

function checkSpace(store: string, size: number): void {
  const available = availableBytes(store);
  const required = size + RESERVE_BYTES;
  if (available >= required) return;
  const message = `the filesystem of ${store} has ${available} bytes free, ${required} are needed`;
  throw new Failure("insufficient_space", message, {
    store,
    required_bytes: required,
    available_bytes: available,
  });
}

function tooLarge({ shown, maxBytes }: SnapshotOptions, size: number): Failure {
  const message = `${shown} has more than the ${maxBytes} bytes that --max-sample-bytes allows`;
  return new Failure("sample_too_large", message, { observed_at_least_bytes: size, limit_bytes: maxBytes });
}

function unreadable({ shown }: SnapshotOptions, cause: unknown): Failure {
  const reason = cause instanceof Error && "code" in cause ? String(cause.code) : "unknown";
  return new Failure("sample_unreadable", `${shown} cannot be read (${reason})`, { reason }, cause);
}

function changed({ shown }: SnapshotOptions): Failure {
  return new Failure("sample_changed", `${shown} changed while it was copied`);
}
