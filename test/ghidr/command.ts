/** Runs the built command `ghidr`. */
import { spawnSync, type ChildProcess } from "node:child_process";
import { expect } from "vitest";
import type { ErrorDocument } from "../../src/contracts/ghidr/errors.ts";
import { builtCommand, startScript, type Run } from "../command-run.ts";

export const GHIDR = builtCommand("ghidr");

export type Variables = Readonly<Record<string, string>>;

/** Standard streams are pipes; nothing of the caller's environment is seen but PATH. */
export function ghidr(words: readonly string[], variables: Variables = {}): Run {
  const options = { env: environment(variables), encoding: "utf8", maxBuffer: 2 ** 28 } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [GHIDR, ...words], options);
  return { status, stdout, stderr };
}

/** A shell line in which "$NODE" "$GHIDR" is the command: for words that are no text. */
export function shell(line: string, variables: Variables = {}): Run {
  const env = { ...environment(variables), NODE: process.execPath, GHIDR };
  const { status, stdout, stderr } = spawnSync("bash", ["-c", line], { env, encoding: "utf8" });
  return { status, stdout, stderr };
}

export function start(words: readonly string[], variables: Variables = {}): ChildProcess {
  return startScript(GHIDR, words, environment(variables));
}

/** The one document on standard output; standard error is empty. */
export function succeeded({ status, stdout, stderr }: Run): Record<string, unknown> {
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(stdout.indexOf("\n")).toBe(stdout.length - 1);
  return JSON.parse(stdout) as Record<string, unknown>;
}

/** The one document on standard error; standard output is empty. */
export function failed({ status, stdout, stderr }: Run, expected: number): ErrorDocument["error"] {
  expect({ status, stdout, stderr }).toMatchObject({ status: expected, stdout: "" });
  expect(stderr.indexOf("\n")).toBe(stderr.length - 1);
  return (JSON.parse(stderr) as ErrorDocument).error;
}

function environment(variables: Variables): NodeJS.ProcessEnv {
  return { PATH: process.env["PATH"] ?? "", HOME: "/nonexistent", ...variables };
}
