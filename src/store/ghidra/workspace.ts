/** The private directory in which one command works before anything takes its place in the store. */
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import { tryLockDirectory, type FileLock } from "../../process/file-lock.ts";
import { findStoreDirectory, makeStoreDirectory, markLayout, onStore } from "../tree.ts";

/** 128 random bits: names of invocations and of cleanup transactions. */
export function newId(): string {
  return randomBytes(16).toString("hex");
}

export const ID = /^[0-9a-f]{32}$/u;

/** Owned by the command that opened it, whose process holds a lock on it for as long as it lives. */
export class Workspace {
  readonly id: string;
  readonly store: string;
  /** `<store>/staging/<id>`. */
  readonly directory: string;
  readonly #lock: FileLock;

  constructor(store: string, id: string, directory: string, lock: FileLock) {
    this.store = store;
    this.id = id;
    this.directory = directory;
    this.#lock = lock;
  }

  /** A directory of the workspace, made when it is not there. */
  folder(name: string): string {
    const directory = path.join(this.directory, name);
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    return directory;
  }

  /** The place of a file or directory that somebody else makes. */
  place(name: string): string {
    return path.join(this.directory, name);
  }

  /** Whether something lies at a place. */
  holds(name: string): boolean {
    return existsSync(path.join(this.directory, name));
  }

  /** Removes a directory of the workspace with all that is in it. */
  async discard(name: string): Promise<void> {
    await rm(path.join(this.directory, name), { recursive: true, force: true });
  }

  async close(): Promise<void> {
    try {
      await rm(this.directory, { recursive: true, force: true });
    } finally {
      this.#lock.release();
    }
  }
}

/** Opens a new workspace, after what dead commands left was removed. Rejects with `store_unwritable`. */
export async function openWorkspace(store: string): Promise<Workspace> {
  return onStore(store, async () => {
    makeStoreDirectory(store);
    markLayout(store);
    await removeAbandoned(store);
    for (;;) {
      const id = newId();
      const directory = makeStoreDirectory(store, "staging", id);
      // Whoever removes what is abandoned may have seen it before it was locked.
      const lock = await tryLockDirectory(directory);
      if (lock !== undefined) return new Workspace(store, id, directory, lock);
    }
  });
}

/** Removes the workspaces whose process is gone: those that nobody holds locked. */
export async function removeAbandoned(store: string): Promise<void> {
  const staging = findStoreDirectory(store, "staging");
  if (staging === undefined) return;
  for (const name of readdirSync(staging)) {
    if (!ID.test(name)) continue;
    const directory = path.join(staging, name);
    const lock = await tryLockDirectory(directory);
    if (lock === undefined) continue;
    try {
      await rm(directory, { recursive: true, force: true });
    } finally {
      lock.release();
    }
  }
}
