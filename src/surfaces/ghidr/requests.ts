/** What each command is asked to do, from the words of its command line. */
import { DEFAULT_INLINE_BYTES } from "../../contracts/ghidr/envelope.ts";
import type { FunctionSelector } from "../../contracts/ghidr/functions.ts";
import type { Window } from "../../contracts/ghidr/page.ts";
import type { CallsRequest } from "../../operations/ghidr/calls.ts";
import type { CleanupTarget } from "../../operations/ghidr/clean.ts";
import type { CodeSelector } from "../../operations/ghidr/disassemble.ts";
import type { InstallationChoice } from "../../operations/ghidr/operation.ts";
import { DEFAULTS, type WorkerPolicy } from "../../operations/ghidr/policy.ts";
import type { SampleRequest } from "../../operations/ghidr/sample-answer.ts";
import type { OperationName } from "../../operations/ghidr/table.ts";
import type { ReferenceTarget } from "../../operations/ghidr/xrefs.ts";
import { Flags } from "./flags.ts";
import { COMMANDS } from "./grammar.ts";
import { aroundOf, codeSelectorOf, referenceTargetOf, selectorOf } from "./selectors.ts";
import { invalid, shorten, type Words } from "./words.ts";

/** Flags that every command has. */
export interface CommonRequest {
  readonly format: "json" | "human";
  /** Exact bytes of the value of `--store`. */
  readonly store: Buffer | undefined;
  /** Bytes. */
  readonly budget: number;
}

/** What each command is asked to do. */
interface Asked {
  readonly doctor: { readonly installation: InstallationChoice; readonly policy: WorkerPolicy };
  readonly inspect: { readonly sample: SampleRequest };
  readonly functions: { readonly sample: SampleRequest; readonly window: Window };
  readonly function: { readonly sample: SampleRequest; readonly selector: FunctionSelector };
  readonly strings: { readonly sample: SampleRequest; readonly window: Window };
  readonly xrefs: { readonly sample: SampleRequest; readonly target: ReferenceTarget; readonly window: Window };
  readonly calls: {
    readonly sample: SampleRequest;
    readonly around: CallsRequest["around"];
    readonly window: Window;
  };
  readonly disassemble: { readonly sample: SampleRequest; readonly selector: CodeSelector; readonly window: Window };
  readonly decompile: {
    readonly sample: SampleRequest;
    readonly selector: FunctionSelector;
    /** Seconds. */
    readonly decompileTimeout: number;
  };
  readonly clean: { readonly target: CleanupTarget; readonly dryRun: boolean; readonly yes: boolean };
}

export type Request = {
  readonly [K in OperationName]: CommonRequest & { readonly command: K } & Asked[K];
}[OperationName];

/** Reads the values of flags; throws `invalid_arguments` that names the flag. */
export function readRequest(words: Extract<Words, { readonly kind: "command" }>): Request {
  const flags = new Flags(words.flags);
  const common: CommonRequest = {
    format: flags.choice("--format", ["json", "human"]) ?? "json",
    store: flags.bytes("--store"),
    budget: flags.count("--max-inline-bytes") ?? DEFAULT_INLINE_BYTES,
  };
  const { command } = words;
  const asked = READERS[command](flags, onlyOperand(command, words.operands));
  // Each reader answers for the command that it is listed under.
  return { ...common, command, ...asked } as Request;
}

const READERS: { readonly [K in OperationName]: (flags: Flags, operand: Buffer | undefined) => Asked[K] } = {
  doctor: (flags) => ({ installation: installationOf(flags), policy: policyOf(flags, null) }),
  inspect: (flags, operand) => ({ sample: sampleOf(flags, operand) }),
  functions: (flags, operand) => ({ sample: sampleOf(flags, operand), window: windowOf(flags) }),
  function: (flags, operand) => ({ sample: sampleOf(flags, operand), selector: selectorOf(flags) }),
  strings: (flags, operand) => ({ sample: sampleOf(flags, operand), window: windowOf(flags) }),
  xrefs: (flags, operand) => ({
    sample: sampleOf(flags, operand),
    target: referenceTargetOf(flags),
    window: windowOf(flags),
  }),
  calls: (flags, operand) => ({
    sample: sampleOf(flags, operand),
    around: aroundOf(flags),
    window: windowOf(flags),
  }),
  disassemble: (flags, operand) => ({
    sample: sampleOf(flags, operand),
    selector: codeSelectorOf(flags),
    window: windowOf(flags),
  }),
  decompile: (flags, operand) => {
    const decompileTimeout =
      flags.count("--decompile-timeout-seconds", 1, MOST_UNITS) ?? DEFAULTS.decompileTimeoutSeconds;
    return { sample: sampleOf(flags, operand, decompileTimeout), selector: selectorOf(flags), decompileTimeout };
  },
  clean: (flags, operand) => ({
    target: targetOf(flags, operand),
    dryRun: flags.isSet("--dry-run"),
    yes: flags.isSet("--yes"),
  }),
};

/** A Java heap, a number of processors and a timer hold no more. */
const MOST_UNITS = 1_000_000;

function installationOf(flags: Flags): InstallationChoice {
  const ghidra = flags.text("--ghidra");
  const java = flags.text("--java");
  return {
    ...(ghidra === undefined ? {} : { ghidra }),
    ...(java === undefined ? {} : { java }),
    sandbox: flags.choice("--sandbox", ["bubblewrap", "external", "off"]) ?? "bubblewrap",
  };
}

function policyOf(flags: Flags, decompileTimeoutSeconds: number | null): WorkerPolicy {
  return {
    maxHeapMib: flags.count("--max-heap-mib", 1, MOST_UNITS) ?? DEFAULTS.maxHeapMib,
    maxCpu: flags.count("--max-cpu", 1, 1024) ?? DEFAULTS.maxCpu,
    analysisTimeoutSeconds: flags.count("--analysis-timeout-seconds", 1, MOST_UNITS) ?? DEFAULTS.analysisTimeoutSeconds,
    decompileTimeoutSeconds,
  };
}

function sampleOf(flags: Flags, operand: Buffer | undefined, decompileTimeout: number | null = null): SampleRequest {
  if (operand === undefined) throw invalid("SAMPLE", "no sample is given");
  return {
    source: operand,
    maxSampleBytes: flags.count("--max-sample-bytes") ?? DEFAULTS.maxSampleBytes,
    installation: installationOf(flags),
    policy: policyOf(flags, decompileTimeout),
  };
}

function windowOf(flags: Flags): Window {
  const limit = flags.count("--limit");
  const offset = flags.count("--offset", 0);
  if (!flags.isSet("--all")) return { offset: offset ?? 0, limit: limit ?? DEFAULTS.limit };
  if (limit !== undefined) throw invalid("--all", "--all and --limit exclude each other");
  if (offset !== undefined) throw invalid("--all", "--all and --offset exclude each other");
  return { offset: 0, limit: null };
}

function targetOf(flags: Flags, operand: Buffer | undefined): CleanupTarget {
  const digest = flags.text("--digest");
  const all = flags.isSet("--all");
  const named = [operand !== undefined, digest !== undefined, all].filter(Boolean).length;
  if (named !== 1) throw invalid("target", "give exactly one of SAMPLE, --digest and --all");
  if (all) return { kind: "all" };
  if (digest !== undefined) {
    if (!/^[0-9a-fA-F]{64}$/u.test(digest)) throw invalid("--digest", "--digest takes 64 hexadecimal digits");
    return { kind: "digest", sha256: digest.toLowerCase() };
  }
  const maxSampleBytes = flags.count("--max-sample-bytes") ?? DEFAULTS.maxSampleBytes;
  return { kind: "sample", source: operand ?? Buffer.alloc(0), maxSampleBytes };
}

function onlyOperand(command: OperationName, operands: readonly Buffer[]): Buffer | undefined {
  const [first, second] = operands;
  const allowed = COMMANDS[command].sample === "none" ? 0 : 1;
  const extra = allowed === 0 ? first : second;
  if (extra !== undefined) throw invalid("SAMPLE", `ghidr ${command} does not take ${shorten(extra.toString())}`);
  if (first?.length === 0) throw invalid("SAMPLE", "the path of the sample is empty");
  return first;
}
