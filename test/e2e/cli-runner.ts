/** Runs the built command, each time with a store of its own unless one is given. */
import { spawnSync, type ChildProcess } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";
import { builtCommand, startScript, type Run } from "../command-run.ts";

export const REA = builtCommand("rea");

interface Setting {
  readonly variables?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** A committed sample. */
export function sample(name: string): string {
  return path.resolve("test/corpus/bin", name);
}

/** A folder that goes with the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "rea-cli-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Standard streams are pipes. */
export function rea(words: readonly string[], { variables = {}, cwd }: Setting = {}): Run {
  const options = { env: environment(variables), encoding: "utf8", maxBuffer: 2 ** 28, cwd } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [REA, ...words], options);
  return { status, stdout, stderr };
}

/** Standard streams are a terminal of 80 columns, by util-linux `script`; stdout holds both streams. */
export function reaOnTerminal(words: readonly string[], { variables = {} }: Setting = {}): Run {
  const command = [process.execPath, REA, ...words].map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
  const line = `stty cols 80 rows 24; ${command}`;
  const env = environment({ TERM: "xterm", SHELL: "/bin/sh", ...variables });
  const { status, stdout } = spawnSync("script", ["-qec", line, "/dev/null"], { env, encoding: "utf8", stdio: "pipe" });
  return { status, stdout: stdout.replaceAll("\r\n", "\n"), stderr: "" };
}

/** A shell line in which `rea` is the command. */
export function shell(line: string, { variables = {} }: Setting = {}): Run {
  const script = `rea() { '${process.execPath}' '${REA}' "$@"; }\n${line}`;
  const options = { env: environment(variables), encoding: "utf8" } as const;
  const { status, stdout, stderr } = spawnSync("bash", ["-c", script], options);
  return { status, stdout, stderr };
}

/** A command that goes on while the test does something. */
export function startRea(words: readonly string[], variables: Readonly<Record<string, string>>): ChildProcess {
  return startScript(REA, words, environment(variables));
}

/** Files below a folder, relative to it. */
export function filesBelow(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
}

function environment(variables: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const store = variables["REA_STORE"] ?? temporaryFolder();
  return { PATH: process.env["PATH"] ?? "", HOME: store, REA_STORE: store, ...variables };
}
