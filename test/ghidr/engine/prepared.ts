/** The Ghidra that tests start: found, extracted and compiled for once, for all of them. */
import { existsSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import path from "node:path";
import { createGhidra } from "../../../src/providers/ghidra/ghidra.ts";
import type { GhidraInstallation } from "../../../src/providers/ghidra/port.ts";
import { CACHE, ghidraJar } from "./downloads.ts";

/** A store that only holds engines. */
const STORE = path.join(CACHE, "test-engines");

/** The jar and a JDK 17, where both can be had; with `CI` set their absence is an error. */
export const GHIDRA_JAR = ghidraJar();
export const JAVA_17 = findJdk("17");
/** Absent where it is not installed, in CI too: no distribution packages it everywhere. */
export const JAVA_25 = findJdk("25");

export const CANNOT_RUN_GHIDRA = (GHIDRA_JAR === undefined || JAVA_17 === undefined) && process.env["CI"] === undefined;

/** The installation for a Ghidra, by default the jar, and a JDK; rejects with the failure when they do not work. */
export async function prepared(
  java: string | undefined = JAVA_17,
  location: string | undefined = GHIDRA_JAR,
): Promise<GhidraInstallation> {
  const {
    ghidra,
    java: found,
    installation,
  } = await createGhidra().find({
    ghidra: location ?? "/missing",
    java: java ?? "/missing",
    environment: {},
    store: STORE,
    progress: () => {},
    signal: new AbortController().signal,
  });
  if (installation === undefined) throw ghidra.failure ?? found.failure ?? new Error("there is no installation");
  return installation;
}

/** Lets a store of a test use the engine that is prepared already. */
export async function lendEngines(store: string): Promise<void> {
  await prepared();
  mkdirSync(store, { recursive: true, mode: 0o700 });
  symlinkSync(path.join(STORE, "engines"), path.join(store, "engines"));
}

/** Where distributions put JDKs. */
function findJdk(feature: string): string | undefined {
  const folder = "/usr/lib/jvm";
  const names = existsSync(folder) ? readdirSync(folder).sort() : [];
  return names
    .filter((name) => new RegExp(`(?:^|\\D)${feature}(?:\\D|$)`, "u").test(name))
    .map((name) => path.join(folder, name))
    .find((home) => existsSync(path.join(home, "bin", "javac")) && existsSync(path.join(home, "release")));
}
