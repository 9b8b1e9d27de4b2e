/** A process group: a child that leads a session of its own, and everything it started. */

/** Sends a signal to every process of the group; whoever is gone already is no error. */
export function signalGroup(leader: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-leader, signal);
  } catch (error) {
    if (!isGone(error)) throw error;
  }
}

/** Whether a process of the group is left, be it one that waits to be reaped. */
export function groupExists(leader: number): boolean {
  try {
    process.kill(-leader, 0);
    return true;
  } catch (error) {
    return !isGone(error);
  }
}

/** Waits until no process of the group is left; false when one is after `limit` ms, or once the signal aborts. */
export async function awaitGroupEnd(leader: number, limit: number, signal?: AbortSignal): Promise<boolean> {
  const deadline = performance.now() + limit;
  while (groupExists(leader)) {
    if (performance.now() >= deadline || signal?.aborted === true) return false;
    await pause(POLL_INTERVAL);
  }
  return true;
}

/** The end of a process that is not a child is not announced, only seen. Milliseconds. */
const POLL_INTERVAL = 20;

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function isGone(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ESRCH";
}
