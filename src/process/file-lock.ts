/** Locks between processes: flock(2), taken by util-linux `flock` on a descriptor that this process keeps. */
import { closeSync, constants, fstatSync, ftruncateSync, openSync, statSync, unlinkSync, writeSync } from "node:fs";
import { Failure } from "../base/failure.ts";

export interface FileLock {
  release(): void;
}

/**
 * Waits for the exclusive lock of a file, which is there only while somebody holds or awaits it. `undefined` on a host
 * without `flock`. Rejects with the signal's reason when aborted. The lock also ends with this process, however that
 * ends; the file of a process that is killed stays for the next holder to remove.
 */
export async function lockFile(file: string, signal: AbortSignal): Promise<FileLock | undefined> {
  for (;;) {
    signal.throwIfAborted();
    const descriptor = openSync(file, constants.O_RDWR | constants.O_CREAT | constants.O_NOFOLLOW, 0o600);
    let isLocked: boolean | undefined;
    try {
      isLocked = await flock(descriptor, ["--exclusive"], signal);
    } finally {
      if (isLocked !== true) await leave(file, descriptor);
    }
    if (isLocked !== true) return undefined;
    if (isAt(file, descriptor)) return heldUntilExit(file, descriptor);
    // The holder before removed the file while this process waited for it: a lock on it keeps nobody out.
    closed(descriptor);
  }
}

/** A lock that was had at once. */
export interface HeldLock extends FileLock {
  /** Leaves a word in the file for those who find it locked; gone with the lock when that is exclusive. */
  note(text: string): void;
}

/**
 * The lock of a file when nobody has one that excludes it, else `undefined`, at once. An exclusive lock takes its file
 * away with it, a shared one leaves it. Rejects with `store_unwritable` on a host without `flock`.
 */
export async function tryLockFile(file: string, mode: "shared" | "exclusive"): Promise<HeldLock | undefined> {
  for (;;) {
    const descriptor = openSync(file, constants.O_RDWR | constants.O_CREAT | constants.O_NOFOLLOW, 0o600);
    if (!(await flockAtOnce(descriptor, mode))) return closed(descriptor);
    if (isAt(file, descriptor)) return held(file, descriptor, mode);
    closed(descriptor);
  }
}

/** The exclusive lock of a directory, or `undefined` when somebody has it or the directory is gone. */
export async function tryLockDirectory(directory: string): Promise<FileLock | undefined> {
  let descriptor: number;
  try {
    descriptor = openSync(directory, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  } catch {
    return undefined;
  }
  if (!(await flockAtOnce(descriptor, "exclusive")) || !isAt(directory, descriptor)) return closed(descriptor);
  return { release: () => closed(descriptor) };
}

/** A lock whose file goes even when `process.exit` leaves no time for the release. */
function heldUntilExit(file: string, descriptor: number): FileLock {
  const release = (): void => {
    process.off("exit", release);
    process.setMaxListeners(process.getMaxListeners() - 1);
    remove(file, descriptor);
  };
  process.setMaxListeners(process.getMaxListeners() + 1);
  process.on("exit", release);
  return { release };
}

/** Gives the waiting up; the file goes unless somebody holds it, whose it is to remove. */
async function leave(file: string, descriptor: number): Promise<void> {
  const isFree = (await flock(descriptor, ["--nonblock", "--exclusive"])) !== false;
  if (isFree) remove(file, descriptor);
  else closed(descriptor);
}

function held(file: string, descriptor: number, mode: "shared" | "exclusive"): HeldLock {
  return {
    release: () => (mode === "exclusive" ? remove(file, descriptor) : closed(descriptor)),
    note(text) {
      ftruncateSync(descriptor);
      writeSync(descriptor, Buffer.from(text), 0, undefined, 0);
    },
  };
}

async function flockAtOnce(descriptor: number, mode: "shared" | "exclusive"): Promise<boolean> {
  const isLocked = await flock(descriptor, ["--nonblock", `--${mode}`]);
  if (isLocked !== undefined) return isLocked;
  closed(descriptor);
  const reason = "the command flock of util-linux cannot be started";
  throw new Failure("store_unwritable", `nothing can be locked: ${reason}`, { reason });
}

function closed(descriptor: number): undefined {
  closeSync(descriptor);
}

function isAt(file: string, descriptor: number): boolean {
  const there = statSync(file, { throwIfNoEntry: false });
  const held = fstatSync(descriptor);
  return there?.ino === held.ino && there.dev === held.dev;
}

/**
 * Removed while it is held, so that nobody can hold it by then, and only where no other file has taken its place; one
 * that cannot be removed harms nobody.
 */
function remove(file: string, descriptor: number): void {
  try {
    if (isAt(file, descriptor)) unlinkSync(file);
  } catch {
    // Somebody else has cleaned up, or may.
  }
  closeSync(descriptor);
}

/**
 * Whether util-linux `flock` had the lock; `undefined` when it cannot be started. The lock belongs to the open file,
 * which the child shares: it stays when the child ends.
 */
async function flock(descriptor: number, words: readonly string[], signal?: AbortSignal): Promise<boolean | undefined> {
  // Loaded when it is needed: most commands never lock.
  const { spawn } = await import("node:child_process");
  signal?.throwIfAborted();
  return new Promise((resolve, reject) => {
    const child = spawn("flock", [...words, "3"], { stdio: ["ignore", "ignore", "ignore", descriptor] });
    const stop = (): void => {
      child.kill("SIGKILL");
      reject(signal?.reason);
    };
    signal?.addEventListener("abort", stop, { once: true });
    child.on("error", () => resolve(undefined));
    child.on("close", (status) => {
      signal?.removeEventListener("abort", stop);
      resolve(status === 0);
    });
  });
}
