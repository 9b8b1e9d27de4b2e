/** A Ghidra that does what a test says, behind the port of the real one. */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { CapturedStreams } from "../../src/contracts/ghidr/captured-stream.ts";
import type { InstructionItem } from "../../src/contracts/ghidr/disassembly.ts";
import type { GhidraInstallation, GhidraPort, WorkerOptions, WorkerOutcome } from "../../src/providers/ghidra/port.ts";
import type {
  AnalysisFacts,
  WorkerError,
  WorkerRequest,
  WorkerResponse,
} from "../../src/providers/ghidra/worker-protocol.ts";
import { MAIN, reference, writeExtracts } from "./fake-extracts.ts";

export { MAIN } from "./fake-extracts.ts";

export const INSTALLATION: GhidraInstallation = {
  directory: "/opt/ghidra",
  layout: "distribution",
  version: "10.3",
  javaHome: "/opt/jdk",
  javaVersion: "17",
  javaExecutable: "/opt/jdk/bin/java",
  launcher: "/opt/ghidra/support/analyzeHeadless",
  adapter: "/opt/adapter",
  verified: true,
};

export const FACTS: AnalysisFacts = {
  target: {
    loader: "Executable and Linking Format (ELF)",
    format: "Executable and Linking Format (ELF)",
    processor_language: "x86:LE:64:default",
    compiler_specification: "gcc",
  },
  loader_options: [{ name: "Apply Processor Defined Labels", type: "boolean", value: true }],
  analyzer_options: [
    { name: "ASCII Strings", type: "boolean", value: true },
    { name: "Stack", type: "boolean", value: true },
  ],
  loader_messages: [],
};

/** What a test lets a worker do: the outcome, after whatever it did to the files it was given. */
export type Behaviour = (
  request: WorkerRequest,
  options: WorkerOptions,
) => Promise<Partial<WorkerOutcome>> | Partial<WorkerOutcome>;

export interface FakeGhidra extends GhidraPort {
  /** Every request, in order. */
  readonly requests: WorkerRequest[];
  readonly options: WorkerOptions[];
}

/** Workers that behave as given, the last behaviour again and again. */
export function fakeGhidra(...behaviours: readonly Behaviour[]): FakeGhidra {
  const requests: WorkerRequest[] = [];
  const options: WorkerOptions[] = [];
  const ready = { status: "ready", version: null, path: null } as const;
  return {
    requests,
    options,
    find: async () => ({
      ghidra: { status: "ready", version: "10.3", path: INSTALLATION.launcher },
      java: { status: "ready", version: "17", path: INSTALLATION.javaExecutable },
      installation: INSTALLATION,
    }),
    checkSandbox: async () => ready,
    async run(request, given) {
      requests.push(request);
      options.push(given);
      const behave = behaviours[Math.min(requests.length, behaviours.length) - 1] ?? works;
      const streams = capture(given.captureDirectory, "", "");
      return { kind: "failed", reason: "no outcome", streams, ...(await behave(request, given)) } as WorkerOutcome;
    },
  };
}

/** Analyses or opens, and answers, with what it found out about the target. */
export function worksOn(facts: AnalysisFacts): Behaviour {
  return (request, options) => {
    if (options.project?.writable === true) saveProject(options.project.directory);
    return { kind: "response", response: { ...answerTo(request, options), analysis: facts } };
  };
}

export const works = worksOn(FACTS);

/** Analyses or opens, and fails to answer the question. */
export function refuses(error: WorkerError): Behaviour {
  return (request, options) => {
    if (options.project?.writable === true) saveProject(options.project.directory);
    const extracts = extractsOf(request, options);
    return {
      kind: "response",
      response: { operation: request.operation, status: "error", error, analysis: FACTS, extracts },
    };
  };
}

/** Fails before there is an Analysis. */
export function fails(error: WorkerError): Behaviour {
  return (request) => ({
    kind: "response",
    response: { operation: request.operation, status: "error", error, analysis: null, extracts: null },
  });
}

/** Ends another way, having written something. */
export function ends(outcome: Partial<WorkerOutcome>, stderr = "java.lang.Error"): Behaviour {
  return (_request, options) => {
    if (options.project?.writable === true) saveProject(options.project.directory);
    return { ...outcome, streams: capture(options.captureDirectory, "INFO", stderr) };
  };
}

/** The files that Ghidra makes of a project, as far as their names matter. */
export function saveProject(directory: string): void {
  mkdirSync(path.join(directory, "analysis.rep", "idata", "00"), { recursive: true });
  writeFileSync(path.join(directory, "analysis.gpr"), "");
  writeFileSync(path.join(directory, "analysis.rep", "project.prp"), "<FILE_INFO/>");
  writeFileSync(path.join(directory, "analysis.rep", "idata", "00", "00000000.prp"), "program");
}

export function capture(directory: string, stdout: string, stderr: string): CapturedStreams {
  const stream = (name: string, text: string) => {
    const file = path.join(directory, `${name}.log`);
    writeFileSync(file, text, { mode: 0o600 });
    return { totalBytes: text.length, segments: [{ file, offset: 0, length: text.length }] };
  };
  return { stdout: stream("stdout", stdout), stderr: stream("stderr", stderr) };
}

function extractsOf(request: WorkerRequest, { invocationDirectory }: WorkerOptions) {
  return "analysis" in request && request.analysis.extract ? writeExtracts(invocationDirectory) : null;
}

/** Does what the request wants: extracts, and an answer. */
function answerTo(request: WorkerRequest, options: WorkerOptions): WorkerResponse {
  if (request.operation === "doctor") {
    const result = {
      ghidra_version: "10.3",
      java_version: "17",
      language: "x86:LE:64:default",
      readable_paths: [],
      network_interfaces: [],
    };
    return { status: "ok", operation: "doctor", result, analysis: null, extracts: null };
  }
  const about = {
    analysis: FACTS,
    extracts: extractsOf(request, options),
  };
  const chosen = reference(MAIN);
  switch (request.operation) {
    case "extract":
      return { status: "ok", operation: "extract", result: {}, ...about };
    case "decompile": {
      const result = { function: chosen, text: "int main(void) {}\n", warnings: [] };
      return { status: "ok", operation: "decompile", result, ...about };
    }
    case "disassemble":
      return { status: "ok", operation: "disassemble", result: { function: chosen, items: [RETURN] }, ...about };
  }
}

const RETURN: InstructionItem = {
  address: MAIN.entry,
  bytes: "c3",
  mnemonic: "RET",
  operands: [],
  flow: { type: "TERMINATOR", fall_through: null, targets: [] },
  references: { items: [], total: 0 },
};
