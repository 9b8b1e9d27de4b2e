/** The flags of every command: what help prints and the parser accepts. */
import { DEFAULT_INLINE_BYTES } from "../../contracts/ghidr/envelope.ts";
import { DEFAULTS } from "../../operations/ghidr/policy.ts";
import type { OperationName } from "../../operations/ghidr/table.ts";

export interface Flag {
  readonly name: string;
  /** Placeholder of its value; absent for a switch. */
  readonly value?: string;
  readonly help: string;
}

const INLINE: Flag = {
  name: "--max-inline-bytes",
  value: "BYTES",
  help: `largest response on stdout (default ${DEFAULT_INLINE_BYTES}); a larger one becomes an Artifact`,
};

/** Flags of every command. */
export const COMMON: readonly Flag[] = [
  { name: "--format", value: "json|human", help: "how the response looks (default json)" },
  { name: "--store", value: "PATH", help: "absolute path of the Analysis Store (default GHIDR_STORE, then the cache)" },
  INLINE,
];

const WORKER: readonly Flag[] = [
  { name: "--ghidra", value: "PATH", help: "Ghidra's directory or its single jar (default GHIDRA_INSTALL_DIR)" },
  { name: "--java", value: "PATH", help: "directory of a JDK (default JAVA_HOME)" },
  {
    name: "--sandbox",
    value: "bubblewrap|external|off",
    help: "how Ghidra is confined (default bubblewrap)",
  },
  { name: "--max-heap-mib", value: "MIB", help: `limit of the Java heap (default ${DEFAULTS.maxHeapMib})` },
  { name: "--max-cpu", value: "COUNT", help: `processors that Ghidra uses (default ${DEFAULTS.maxCpu})` },
];

const SIZE: Flag = {
  name: "--max-sample-bytes",
  value: "BYTES",
  help: `largest sample (default ${DEFAULTS.maxSampleBytes})`,
};

const SAMPLE: readonly Flag[] = [
  ...WORKER,
  SIZE,
  {
    name: "--analysis-timeout-seconds",
    value: "SECONDS",
    help: `time for the analysis of a new sample (default ${DEFAULTS.analysisTimeoutSeconds})`,
  },
];

/** Flags that choose a page of a list. */
const WINDOW: readonly Flag[] = [
  { name: "--limit", value: "COUNT", help: `most items to list (default ${DEFAULTS.limit})` },
  { name: "--offset", value: "COUNT", help: "items to skip (default 0)" },
  { name: "--all", help: "list every item" },
];

/** Flags that choose one function. */
const SELECTOR: readonly Flag[] = [
  { name: "--name", value: "NAME", help: "exact name of the function, alone or with its namespaces" },
  { name: "--address", value: "SPACE:0xOFFSET", help: "entry of the function" },
];

const PAGE_USAGE = "[--limit COUNT] [--offset COUNT] | [--all]";

export interface Command {
  /** What stands after the name in the usage line. */
  readonly usage: string;
  /** Whether it takes a path: always, never, or unless a flag stands for it. */
  readonly sample: "required" | "none" | "optional";
  readonly flags: readonly Flag[];
}

export const COMMANDS: Readonly<Record<OperationName, Command>> = {
  doctor: { usage: "", sample: "none", flags: WORKER },
  inspect: { usage: "<SAMPLE>", sample: "required", flags: SAMPLE },
  functions: {
    usage: `<SAMPLE> ${PAGE_USAGE}`,
    sample: "required",
    flags: [...WINDOW, ...SAMPLE],
  },
  function: {
    usage: "<SAMPLE> --name NAME | --address SPACE:0xOFFSET",
    sample: "required",
    flags: [...SELECTOR, ...SAMPLE],
  },
  strings: {
    usage: `<SAMPLE> ${PAGE_USAGE}`,
    sample: "required",
    flags: [...WINDOW, ...SAMPLE],
  },
  xrefs: {
    usage: `<SAMPLE> --to ADDRESS | --from ADDRESS | --name FUNCTION ${PAGE_USAGE}`,
    sample: "required",
    flags: [
      { name: "--to", value: "SPACE:0xOFFSET", help: "references to this address" },
      { name: "--from", value: "SPACE:0xOFFSET", help: "references from this address" },
      { name: "--name", value: "FUNCTION", help: "references to the entry and from the body of this function" },
      ...WINDOW,
      ...SAMPLE,
    ],
  },
  calls: {
    usage: `<SAMPLE> [--name NAME | --address SPACE:0xOFFSET [--direction WHICH]] ${PAGE_USAGE}`,
    sample: "required",
    flags: [
      ...SELECTOR,
      {
        name: "--direction",
        value: "callers|callees|both",
        help: "which calls of the function (default both)",
      },
      ...WINDOW,
      ...SAMPLE,
    ],
  },
  decompile: {
    usage: "<SAMPLE> --name NAME | --address SPACE:0xOFFSET",
    sample: "required",
    flags: [
      ...SELECTOR,
      {
        name: "--decompile-timeout-seconds",
        value: "SECONDS",
        help: `time for the decompiler (default ${DEFAULTS.decompileTimeoutSeconds})`,
      },
      ...SAMPLE,
    ],
  },
  disassemble: {
    usage: `<SAMPLE> --name NAME | --address SPACE:0xOFFSET | --range FROM..TO ${PAGE_USAGE}`,
    sample: "required",
    flags: [
      ...SELECTOR,
      {
        name: "--range",
        value: "SPACE:0xA..SPACE:0xB",
        help: "instructions that begin from A to B, both included; at most 1 MiB",
      },
      ...WINDOW,
      ...SAMPLE,
    ],
  },
  clean: {
    usage: "<SAMPLE> | --digest SHA256 | --all",
    sample: "optional",
    flags: [
      { name: "--digest", value: "SHA256", help: "remove the data of the sample with this digest" },
      { name: "--all", help: "remove the data of every sample" },
      { name: "--dry-run", help: "report what would be removed" },
      { name: "--yes", help: "confirm --all" },
      SIZE,
    ],
  },
};
