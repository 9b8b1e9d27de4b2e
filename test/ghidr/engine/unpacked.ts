/** The single jar in the form of an official distribution: a jar of classes in every module, and no lists of classes. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { copyEntries } from "../../../src/providers/ghidra/archive-writer.ts";
import { Archive, type ArchiveEntry } from "../../../src/providers/ghidra/archive.ts";
import { CACHE } from "./downloads.ts";
import { prepared } from "./prepared.ts";

/** Files that only the jar has: what a distribution finds out by scanning its jars. */
const ONLY_IN_JAR = ["EXTENSION_POINT_CLASSES", "classModuleTree", "MODULE_LIST"];

/** Directory of the distribution, made at first use out of the engine that the tests share. */
export async function unpackedDistribution(): Promise<string> {
  const { directory: engine, digest } = await prepared();
  const directory = path.join(CACHE, `test-distribution-${(digest ?? "").slice(0, 16)}`);
  if (existsSync(directory)) return directory;
  const draft = `${directory}.partial`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(path.join(draft, "support"), { recursive: true });
  writeFileSync(path.join(draft, "support", "analyzeHeadless"), "");
  // Links to the same files: nothing is copied, and a sandbox that binds the directory sees them.
  execFileSync("cp", ["-al", path.join(engine, "Ghidra"), path.join(draft, "Ghidra")]);
  for (const name of ONLY_IN_JAR) rmSync(path.join(draft, "Ghidra", name));
  await writeModules(engine, draft);
  renameSync(draft, directory);
  return directory;
}

async function writeModules(engine: string, directory: string): Promise<void> {
  const archive = new Archive(readFileSync(path.join(engine, "classes.jar")));
  const places = new Map(lines(engine, "MODULE_LIST").map((place) => [path.basename(place), place]));
  const modules = new Map(lines(engine, "classModuleTree").map((line) => line.split(" ") as [string, string]));
  const entries = new Map<string, ArchiveEntry[]>();
  for (const entry of archive.entries) {
    const place = places.get(moduleOf(entry.name, modules)) ?? "Features/Base";
    const own = entries.get(place);
    if (own === undefined) entries.set(place, [entry]);
    else own.push(entry);
  }
  for (const [place, own] of entries) {
    const library = path.join(directory, "Ghidra", place, "lib");
    mkdirSync(library, { recursive: true });
    await copyEntries(archive, own, path.join(library, `${path.basename(place)}.jar`));
  }
}

/** The module of the class itself, or of the innermost package that has one. */
function moduleOf(name: string, modules: ReadonlyMap<string, string>): string {
  for (let key = name; key !== "."; key = path.posix.dirname(key)) {
    const module = modules.get(key);
    if (module !== undefined && module !== "null") return module;
  }
  return "Base";
}

function lines(engine: string, name: string): string[] {
  const text = readFileSync(path.join(engine, "Ghidra", name), "utf8");
  return text.split("\n").filter((line) => line !== "");
}
