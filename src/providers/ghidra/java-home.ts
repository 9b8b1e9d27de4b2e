/** The JDK that compiles the adapter and runs Ghidra. */
import { existsSync, realpathSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { Failure } from "../../base/failure.ts";
import { findProgram, isExecutable } from "../../process/programs.ts";
import type { GhidraApplication } from "./application.ts";
import type { ComponentReport, FindOptions } from "./port.ts";

export interface JavaHome {
  readonly directory: string;
  readonly executable: string;
  readonly compiler: string;
  /** Feature release: 17. */
  readonly feature: number;
  /** Exact version: `17.0.15`; a compiled adapter and a class archive belong to one. */
  readonly version: string;
}

/** Finds the JDK that `--java`, `JAVA_HOME` or the search path names, the first of them that is there counts. */
export async function findJava(options: Pick<FindOptions, "java" | "environment">): Promise<JavaHome | Failure> {
  const named = options.java ?? nonEmpty(options.environment["JAVA_HOME"]);
  const directory = named === undefined ? onSearchPath(options.environment["PATH"]) : path.resolve(named);
  if (directory === undefined) return refusal("java_missing", "no JDK was named, and no java is on the PATH");
  const executable = path.join(directory, "bin", "java");
  if (!isExecutable(executable)) return refusal("java_missing", `there is no JDK in ${directory}`);
  const compiler = path.join(directory, "bin", "javac");
  if (!isExecutable(compiler)) {
    return refusal("java_incompatible", `${directory} is a runtime without javac; a JDK is needed`);
  }
  const version = await readVersion(directory);
  const feature = Number(/^(?:1\.)?(\d+)/u.exec(version ?? "")?.[1]);
  if (version === undefined || !Number.isInteger(feature)) {
    return refusal("java_incompatible", `${directory}/release does not name a version`);
  }
  return { directory, executable, compiler, feature, version };
}

/** Why this JDK cannot run that Ghidra, or `undefined` when it can. */
export function refuseJava(java: JavaHome, ghidra: GhidraApplication): Failure | undefined {
  const { leastJava, latestJava = Infinity } = ghidra;
  if (java.feature >= leastJava && java.feature <= latestJava) return undefined;
  const range = latestJava === Infinity ? `JDK ${leastJava} or later` : `JDK ${leastJava} to ${latestJava}`;
  return refusal("java_incompatible", `Ghidra ${ghidra.version} needs ${range}, found ${java.version}`);
}

export function describeJava(java: JavaHome | Failure, refusal: Failure | undefined): ComponentReport {
  if (java instanceof Failure) {
    const status = java.code === "java_missing" ? "missing" : "incompatible";
    return { status, version: null, path: null, failure: java };
  }
  const found = { version: String(java.feature), path: java.executable };
  return refusal === undefined ? { status: "ready", ...found } : { status: "incompatible", ...found, failure: refusal };
}

/** `<home>/bin/java`, which is usually reached over links. */
function onSearchPath(searchPath: string | undefined): string | undefined {
  const java = findProgram("java", searchPath);
  return java === undefined ? undefined : path.dirname(path.dirname(realpathSync(java)));
}

/** Every JDK since 9 has this file: `JAVA_VERSION="17.0.15"`. */
async function readVersion(directory: string): Promise<string | undefined> {
  const file = path.join(directory, "release");
  if (!existsSync(file)) return undefined;
  return /^JAVA_VERSION="([^"]+)"/mu.exec(await readFile(file, "utf8"))?.[1];
}

function nonEmpty(text: string | undefined): string | undefined {
  return text === "" ? undefined : text;
}

function refusal(code: "java_missing" | "java_incompatible", reason: string): Failure {
  return new Failure(code, reason, { reason });
}
