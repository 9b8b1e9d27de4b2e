/** Names of what belongs to one piece of work, from which everybody can tell whether its process still lives. */
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";

export const INVOCATION_ID = /^p[0-9]+-[0-9]+-[0-9a-f]{12}$/u;

/** A new id: process, its start in clock ticks since boot, and chance. */
export function newInvocationId(): string {
  return `p${process.pid}-${startOf(process.pid) ?? 0}-${randomBytes(6).toString("hex")}`;
}

/** Whether the process that made the id is still there; a later process of the same number is another. */
export function isAlive(invocationId: string): boolean {
  const [pid = "0", start] = invocationId.slice(1).split("-");
  const found = startOf(Number(pid));
  return found !== undefined && (start === "0" || String(found) === start);
}

/** Field 22 of proc(5) stat; 0 where there is no such file but the process answers. */
function startOf(pid: number): number | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "latin1");
    const afterName = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return Number(afterName[19]);
  } catch {
    return process.platform !== "linux" && answers(pid) ? 0 : undefined;
  }
}

function answers(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
