/** Where Ghidra lies: a directory of the official distribution, or the single jar, of which only the digest is known. */
import { createHash } from "node:crypto";
import { createReadStream, existsSync, statSync, type BigIntStats } from "node:fs";
import { readFile, readdir, rename, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { Failure } from "../../base/failure.ts";
import { sha256 } from "../../base/digest.ts";
import { isRecord } from "../../base/record.ts";
import { makeDirectories } from "../../process/directories.ts";
import { parseApplication, isAtLeast, OLDEST_VERSION, type GhidraApplication } from "./application.ts";
import { CLASSES, extractJar } from "./extraction.ts";
import type { FindOptions } from "./port.ts";

export interface GhidraDistribution {
  readonly directory: string;
  readonly layout: "distribution" | "jar";
  readonly application: GhidraApplication;
  /** `support/analyzeHeadless` of a distribution, or the jar. */
  readonly launcher: string;
  /** SHA-256 of the jar. */
  readonly digest?: string;
}

/** Finds the Ghidra that `--ghidra` or `GHIDRA_INSTALL_DIR` names; extracts the jar at its first use. */
export async function findDistribution(options: FindOptions, engines: string): Promise<GhidraDistribution | Failure> {
  const location = namedLocation(options);
  if (location === undefined) return missing("no Ghidra was named");
  const state = statSync(location, { throwIfNoEntry: false });
  if (state === undefined) return missing(`there is no ${location}`);
  return state.isDirectory() ? inDirectory(location) : inJar(location, engines, options);
}

/** Where a Ghidra is said to be, absolute; `undefined` when nobody says it. */
export function namedLocation({
  ghidra,
  environment,
}: Pick<FindOptions, "ghidra" | "environment">): string | undefined {
  const named = ghidra ?? environment["GHIDRA_INSTALL_DIR"] ?? "";
  return named === "" ? undefined : path.resolve(named);
}

/** The jars that hold the classes of Ghidra, in an order that is the same every time. */
export async function classPath({
  directory,
  layout,
}: Pick<GhidraDistribution, "directory" | "layout">): Promise<string[]> {
  if (layout === "jar") return [path.join(directory, CLASSES)];
  const jars: string[] = [];
  for (const group of ["Framework", "Features", "Debug", "Processors", "Configurations", "Extensions", "."]) {
    for (const module of await names(path.join(directory, "Ghidra", group))) {
      const library = path.join(directory, "Ghidra", group, module, "lib");
      jars.push(
        ...(await names(library)).filter((name) => name.endsWith(".jar")).map((name) => path.join(library, name)),
      );
    }
  }
  return jars;
}

async function inDirectory(directory: string): Promise<GhidraDistribution | Failure> {
  const application = await readApplication(directory);
  if (application instanceof Failure) return application;
  const launcher = path.join(directory, "support", "analyzeHeadless");
  if (!existsSync(launcher)) return incompatible(directory, `it has no ${path.relative(directory, launcher)}`);
  return { directory, layout: "distribution", application, launcher };
}

async function inJar(jar: string, engines: string, options: FindOptions): Promise<GhidraDistribution | Failure> {
  const digest = await digestOf(jar, engines, options);
  let directory: string;
  try {
    directory = await extractJar(jar, digest, { engines, progress: options.progress, signal: options.signal });
  } catch (error) {
    if (error instanceof RangeError) return incompatible(jar, error.message);
    throw error;
  }
  const application = await readApplication(directory);
  if (application instanceof Failure) return application;
  return { directory, layout: "jar", application, launcher: jar, digest };
}

async function readApplication(directory: string): Promise<GhidraApplication | Failure> {
  const file = path.join(directory, "Ghidra", "application.properties");
  const application = parseApplication(await readFile(file, "utf8").catch(() => ""));
  if (application === undefined) return incompatible(directory, "it has no application.properties of Ghidra");
  if (isAtLeast(application.version, OLDEST_VERSION)) return application;
  return incompatible(directory, `it is of version ${application.version}, older than ${OLDEST_VERSION}`);
}

function missing(reason: string): Failure {
  return new Failure("ghidra_missing", reason, { reason });
}

function incompatible(location: string, what: string): Failure {
  const reason = `${location} is not a Ghidra that can be used: ${what}`;
  return new Failure("ghidra_incompatible", reason, { reason });
}

/**
 * The digest of a jar that was hashed before is believed as long as the file is the same one with the same size and
 * time of change: hashing costs half as much as a question.
 */
async function digestOf(jar: string, engines: string, { progress, signal }: FindOptions): Promise<string> {
  const state = await stat(jar, { bigint: true });
  const memory = path.join(engines, "jars", `${sha256(jar)}.json`);
  const identity = identityOf(state);
  const known = await readFile(memory, "utf8").then(parseRecord, () => undefined);
  if (known?.["identity"] === identity && typeof known["digest"] === "string") return known["digest"];

  progress("hashing the jar of Ghidra");
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(jar, { signal })) hash.update(chunk as Buffer);
  const digest = hash.digest("hex");
  try {
    makeDirectories(path.dirname(memory), 0o700);
    const draft = `${memory}-${process.pid}`;
    await writeFile(draft, JSON.stringify({ identity, digest }), { mode: 0o600 });
    await rename(draft, memory);
  } catch {
    // It is hashed again the next time; what cannot be written is told when the jar is extracted.
  }
  return digest;
}

function identityOf({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return [dev, ino, size, mtimeNs, ctimeNs].join(":");
}

function parseRecord(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

async function names(directory: string): Promise<string[]> {
  return (await readdir(directory).catch(() => [])).sort((left, right) => (left < right ? -1 : 1));
}
