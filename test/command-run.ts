/** What tests of the built commands have in common: where those lie, and one that goes on while a test does something. */
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { onTestFinished } from "vitest";

/** The script of a command, built when it is missing. Another build can be tested by naming its folder. */
export function builtCommand(name: "rea" | "ghidr"): string {
  const script = path.resolve(process.env["REA_TEST_DIST"] ?? "dist", `${name}.js`);
  if (!existsSync(script)) execFileSync("npm", ["run", "build"], { stdio: "inherit" });
  return script;
}

export interface Run {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts a script of Node with pipes for standard streams; it is gone when the test is. */
export function startScript(script: string, words: readonly string[], env: NodeJS.ProcessEnv): ChildProcess {
  const child = spawn(process.execPath, [script, ...words], { env, stdio: "pipe" });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

/** Exit status and what was written, once the command has ended. */
export async function ended(child: ChildProcess): Promise<Run> {
  let [stdout, stderr] = ["", ""];
  child.stdout?.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr?.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  const status = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { status, stdout, stderr };
}
