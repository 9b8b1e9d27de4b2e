/**
 * Classes of Ghidra as the JVM lays them out in memory, written once and mapped by every later start: a third of the
 * CPU time of a question about a known sample. The rehearsal that tells which classes are needed analyses a program
 * that nobody else provides, the launcher of the JDK itself.
 */
import { existsSync, realpathSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { sha256 } from "../../base/digest.ts";
import { runChild } from "../../process/child.ts";
import { CLASS_ARCHIVE, CLASS_PATH } from "./adapter-files.ts";
import type { GhidraDistribution } from "./distribution.ts";
import type { JavaHome } from "./java-home.ts";
import { jvmArguments } from "./jvm.ts";
import { encodeRequest, PROTOCOL_VERSION } from "./worker-protocol.ts";

/** Milliseconds. */
const PATIENCE = 300_000;
const HEAP_MIB = 2048;

/**
 * Writes the archive of an adapter that has none. Where the rehearsal fails an empty file says so, and starts cost what
 * they cost without; only an abort rejects.
 */
export async function archiveClasses(
  adapter: string,
  ghidra: GhidraDistribution,
  java: JavaHome,
  signal: AbortSignal,
): Promise<void> {
  const archive = path.join(adapter, CLASS_ARCHIVE);
  if (existsSync(archive)) return;
  const work = await mkdtemp(path.join(adapter, "rehearsal-"));
  try {
    const draft = path.join(work, CLASS_ARCHIVE);
    await rehearse(work, draft, { adapter, ghidra, java, signal });
    signal.throwIfAborted();
    if (!(await isNonEmpty(draft))) await writeFile(draft, "", { mode: 0o600 });
    await rename(draft, archive);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

interface Rehearsal {
  readonly adapter: string;
  readonly ghidra: GhidraDistribution;
  readonly java: JavaHome;
  readonly signal: AbortSignal;
}

async function rehearse(work: string, draft: string, { adapter, ghidra, java, signal }: Rehearsal): Promise<void> {
  const [home, temporary, project] = ["home", "tmp", "project"].map((name) => path.join(work, name)) as [
    string,
    string,
    string,
  ];
  for (const directory of [home, temporary, project]) await mkdir(directory, { mode: 0o700 });
  const request = path.join(work, "request.json");
  await writeFile(request, await requestFor(ghidra, realpathSync(java.executable), project), { mode: 0o600 });
  const jars = (await readFile(path.join(adapter, CLASS_PATH), "utf8")).split("\n").filter((line) => line !== "");
  const options = { adapter, jars, heapMib: HEAP_MIB, cpu: 2, home, temporary };
  const extra = [`-XX:ArchiveClassesAtExit=${draft}`];
  await runChild(
    {
      file: java.executable,
      arguments: [...jvmArguments({ ...options, extra }), request, path.join(work, "response.json")],
      environment: { HOME: home, LANG: "C.UTF-8", PATH: "/usr/bin:/bin" },
      directory: work,
      lifeline: true,
    },
    { watchdog: PATIENCE, grace: 1000, signal, escalation: signal, captureDirectory: work },
  );
}

async function requestFor(ghidra: GhidraDistribution, program: string, project: string): Promise<Uint8Array> {
  const bytes = await readFile(program);
  const request = encodeRequest({
    protocol_version: PROTOCOL_VERSION,
    invocation_id: "0".repeat(32),
    ghidra: { directory: ghidra.directory, layout: ghidra.layout },
    operation: "decompile",
    analysis: {
      mode: "create",
      project_directory: project,
      sample: { path: program, sha256: sha256(bytes), size_bytes: bytes.length },
      analysis_timeout_seconds: PATIENCE / 1000,
      extract: true,
      max_cpu: 2,
    },
    arguments: { selector: { kind: "name", value: "main" }, decompile_timeout_seconds: 60 },
  });
  if (typeof request === "string") throw new Error(request);
  return request;
}

async function isNonEmpty(file: string): Promise<boolean> {
  return stat(file).then(
    ({ size }) => size > 0,
    () => false,
  );
}
