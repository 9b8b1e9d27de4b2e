/** Locks between processes: flock(2), taken by util-linux `flock` on a descriptor that this process keeps. */
import { spawn } from "node:child_process";
import { closeSync, constants, openSync } from "node:fs";

export interface FileLock {
  release(): void;
}

/**
 * Waits for the exclusive lock of a file, which is made when missing. `undefined` on a host without `flock`. Rejects
 * with the signal's reason when aborted. The lock also ends with this process, however that ends.
 */
export async function lockFile(file: string, signal: AbortSignal): Promise<FileLock | undefined> {
  signal.throwIfAborted();
  const descriptor = openSync(file, constants.O_RDWR | constants.O_CREAT | constants.O_NOFOLLOW, 0o600);
  let held = false;
  try {
    held = await flock(descriptor, signal);
    return held ? { release: () => closeSync(descriptor) } : undefined;
  } finally {
    if (!held) closeSync(descriptor);
  }
}

/** The lock belongs to the open file, which the child shares: it stays when the child ends. */
function flock(descriptor: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const child = spawn("flock", ["--exclusive", "3"], { stdio: ["ignore", "ignore", "ignore", descriptor] });
    const stop = (): void => {
      child.kill("SIGKILL");
      reject(signal.reason);
    };
    signal.addEventListener("abort", stop, { once: true });
    child.on("error", () => resolve(false));
    child.on("close", (status) => {
      signal.removeEventListener("abort", stop);
      resolve(status === 0);
    });
  });
}
