/** What lies in the directory of a compiled adapter. */

/** The compiled adapter. */
export const ADAPTER_JAR = "adapter.jar";
/** One path a line: the jars of Ghidra. */
export const CLASS_PATH = "class-path";
/** Classes as the JVM lays them out in memory; missing while that is prepared, empty where it failed. */
export const CLASS_ARCHIVE = "classes.jsa";

export const MAIN_CLASS = "rea.ghidra.Adapter";
