/** What lies in the directory of a compiled adapter. */

/** The compiled adapter. */
export const ADAPTER_JAR = "adapter.jar";
/** One path a line: the jars of Ghidra. */
export const CLASS_PATH = "class-path";
/** Classes as the JVM lays them out in memory; missing while that is prepared, empty where it failed. */
export const CLASS_ARCHIVE = "classes.jsa";

export const MAIN_CLASS = "rea.ghidra.Adapter";

/** An `/etc/hosts` for the sandbox. */
export const HOSTS = "hosts";

/**
 * Ghidra locks its own archives of types before it reads them, and goes on without them where it cannot write, unless
 * a file of this name lies in a directory above.
 */
export const READ_ONLY_MARK = ".dbDirLock";
