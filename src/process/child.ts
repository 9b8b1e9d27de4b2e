/** One child process, owned from start to end: bounded in time, ended as a group, and never left behind. */
import { spawn, type ChildProcess } from "node:child_process";
import type { CapturedStreams } from "../contracts/ghidr/captured-stream.ts";
import { Capture } from "./capture.ts";
import { awaitGroupEnd, signalGroup } from "./group.ts";

export interface Command {
  readonly file: string;
  readonly arguments: readonly string[];
  /** The whole environment of the child. */
  readonly environment: Readonly<Record<string, string>>;
  readonly directory: string;
  /**
   * Whether the standard input is a pipe that stays open as long as this process lives, so that a child that reads it
   * learns of an end of this process that leaves no time for signals. Else there is no input.
   */
  readonly lifeline?: boolean;
}

export interface ChildOptions {
  /** Milliseconds until the child is ended. */
  readonly watchdog: number;
  /** Milliseconds between SIGTERM and SIGKILL. */
  readonly grace: number;
  /** Aborted to end the child as the watchdog does. */
  readonly signal: AbortSignal;
  /** Aborted to end the grace at once. */
  readonly escalation: AbortSignal;
  /** Where the captured streams are written. */
  readonly captureDirectory: string;
}

/** Graceful when the whole group was gone before SIGKILL was needed. */
export type Termination = "graceful" | "forced";

export type ChildEnd =
  | { readonly kind: "exited"; readonly status: number | null; readonly signal: NodeJS.Signals | null }
  | { readonly kind: "timeout"; readonly termination: Termination }
  | { readonly kind: "interrupted"; readonly termination: Termination }
  | { readonly kind: "not_started"; readonly reason: string };

export interface ChildResult {
  readonly end: ChildEnd;
  readonly streams: CapturedStreams;
  /** Whether the child printed this ASCII text, as far as that was kept. */
  readonly printed: (text: string) => boolean;
}

/**
 * Runs a command in a process group of its own. When the promise settles the group is gone:
 * processes that outlive their leader are killed. The order of events decides: an end that came by itself before the
 * watchdog or the abort counts as an exit.
 */
export async function runChild(command: Command, options: ChildOptions): Promise<ChildResult> {
  const child = spawn(command.file, command.arguments, {
    cwd: command.directory,
    env: command.environment,
    stdio: "pipe",
    // A session of its own: no terminal, and one group with everything the child starts.
    detached: true,
  });
  // The child may be gone before its input is.
  child.stdin.on("error", () => {});
  if (command.lifeline !== true) child.stdin.end();
  const stdout = new Capture(child.stdout);
  const stderr = new Capture(child.stderr);
  const end = await awaitEnd(child, options);
  child.stdin.destroy();
  child.stdout.destroy();
  child.stderr.destroy();
  const streams = {
    stdout: await stdout.save(options.captureDirectory, "stdout"),
    stderr: await stderr.save(options.captureDirectory, "stderr"),
  };
  return { end, streams, printed: (text) => stdout.includes(text) || stderr.includes(text) };
}

async function awaitEnd(child: ChildProcess, options: ChildOptions): Promise<ChildEnd> {
  const { pid } = child;
  const closed = new Promise<ChildEnd>((resolve) => {
    child.on("error", (error) => resolve({ kind: "not_started", reason: error.message }));
    child.on("exit", (status, signal) => resolve({ kind: "exited", status, signal }));
  });
  if (pid === undefined) return closed;
  // With the leader gone nobody writes any more but what it left behind, which is killed now.
  const drained = new Promise<void>((resolve) => child.on("close", resolve));
  const first = await firstOf(closed, options);
  if (typeof first !== "string") {
    await killRest(pid, drained);
    return first;
  }
  signalGroup(pid, "SIGTERM");
  const graceful = await awaitGroupEnd(pid, options.grace, options.escalation);
  if (!graceful) await killRest(pid, drained);
  else await Promise.race([drained, patience()]);
  return { kind: first, termination: graceful ? "graceful" : "forced" };
}

async function firstOf(
  closed: Promise<ChildEnd>,
  { watchdog, signal }: ChildOptions,
): Promise<ChildEnd | "timeout" | "interrupted"> {
  const listening = new AbortController();
  try {
    return await Promise.race([
      closed,
      new Promise<"interrupted">((resolve) => {
        if (signal.aborted) resolve("interrupted");
        else signal.addEventListener("abort", () => resolve("interrupted"), { signal: listening.signal });
      }),
      new Promise<"timeout">((resolve) => {
        const timer = setTimeout(() => resolve("timeout"), Math.min(watchdog, LONGEST_TIMER));
        listening.signal.addEventListener("abort", () => clearTimeout(timer));
      }),
    ]);
  } finally {
    listening.abort();
  }
}

/** Kills what is left of the group and waits for its end and for the last of its output. */
async function killRest(leader: number, drained: Promise<void>): Promise<void> {
  signalGroup(leader, "SIGKILL");
  await awaitGroupEnd(leader, KILL_PATIENCE);
  await Promise.race([drained, patience()]);
}

/** A process that left the group may hold the pipes; nobody waits for it. */
function patience(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, DRAIN_PATIENCE).unref());
}

/** Node's timers are of 32 bits; milliseconds. */
const LONGEST_TIMER = 2 ** 31 - 1;
/** A process in an uninterruptible wait dies late; milliseconds. */
const KILL_PATIENCE = 5000;
const DRAIN_PATIENCE = 1000;
