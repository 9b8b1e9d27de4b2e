/** A process group: a child that leads a session of its own, and everything it started. */

import { readFileSync, readdirSync } from "node:fs";

/** Sends a signal to every process of the group; whoever is gone already is no error. */
export function signalGroup(leader: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-leader, signal);
  } catch (error) {
    if (!isGone(error)) throw error;
  }
}

/** Whether a process of the group still runs; one that only waits to be reaped does not. */
export function groupExists(leader: number): boolean {
  if (!receives(-leader)) return false;
  // What a leader left behind is reaped by the system's first process, late, and in some containers never.
  return runs(leader) || members(leader).some(runs);
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

function receives(target: number): boolean {
  try {
    process.kill(target, 0);
    return true;
  } catch (error) {
    return !isGone(error);
  }
}

function members(leader: number): number[] {
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && statOf(pid)?.group === leader);
}

function runs(pid: number): boolean {
  const state = statOf(pid)?.state;
  return state !== undefined && state !== "Z" && state !== "X";
}

/** Fields of proc_pid_stat(5); what follows the name, which may hold anything, begins after the last parenthesis. */
function statOf(pid: number): { readonly state: string; readonly group: number } | undefined {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, "latin1");
  } catch {
    return undefined;
  }
  const [state = "", , group] = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return { state, group: Number(group) };
}

function isGone(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ESRCH";
}
