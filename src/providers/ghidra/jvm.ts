/** The command line of the JVM that runs the adapter, the same for every sandbox. */
import { statSync } from "node:fs";
import path from "node:path";
import { ADAPTER_JAR, CLASS_ARCHIVE, MAIN_CLASS } from "./adapter-files.ts";

export interface JvmOptions {
  /** Directory of the compiled adapter. */
  readonly adapter: string;
  /** The jars of Ghidra. */
  readonly jars: readonly string[];
  readonly heapMib: number;
  readonly cpu: number;
  /** Private directories of this run, as the worker sees them. */
  readonly home: string;
  readonly temporary: string;
  /** Further options of the JVM. */
  readonly extra?: readonly string[];
}

/** The JVM's options, class path and main class; the arguments of the adapter follow. */
export function jvmArguments(options: JvmOptions): string[] {
  const archive = path.join(options.adapter, CLASS_ARCHIVE);
  return [
    // The optimising compiler costs more than it saves in runs of this length: half of all CPU time.
    ...["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"],
    ...[`-Xmx${options.heapMib}m`, "-XX:+ExitOnOutOfMemoryError"],
    ...[`-XX:ActiveProcessorCount=${options.cpu}`, `-Dcpu.core.limit=${options.cpu}`],
    ...["-XX:-UsePerfData", "-XX:+DisableAttachMechanism", "-XX:+ErrorFileToStderr", "-XX:-CreateCoredumpOnCrash"],
    ...["-Djava.awt.headless=true", "-Dfile.encoding=UTF-8", "-Duser.language=en", "-Duser.country=US"],
    ...["-Duser.timezone=UTC", "-Duser.name=ghidr", "-Drea.lifeline=true"],
    ...[`-Duser.home=${options.home}`, `-Djava.io.tmpdir=${options.temporary}`],
    ...(isNonEmpty(archive) ? [`-XX:SharedArchiveFile=${archive}`] : []),
    ...(options.extra ?? []),
    ...["-classpath", [path.join(options.adapter, ADAPTER_JAR), ...options.jars].join(":"), MAIN_CLASS],
  ];
}

/** Exit status of a JVM that `ExitOnOutOfMemoryError` ended. */
export const OUT_OF_MEMORY_STATUS = 3;

/** What the JVM prints when the heap is exhausted, or too small to start with. */
export const OUT_OF_MEMORY_WORDS = [
  "Terminating due to java.lang.OutOfMemoryError",
  "Too small maximum heap",
  "Too small initial heap",
  "Could not reserve enough space",
  "There is insufficient memory for the Java Runtime Environment to continue",
];

function isNonEmpty(file: string): boolean {
  return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0;
}
