/** A Ghidra that does what a test says, behind the port of the real one. */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { CapturedStreams } from "../../src/contracts/ghidr/captured-stream.ts";
import type { FunctionItem } from "../../src/contracts/ghidr/functions.ts";
import type { GhidraInstallation, GhidraPort, WorkerOptions, WorkerOutcome } from "../../src/providers/ghidra/port.ts";
import type {
  AnalysisFacts,
  WorkerError,
  WorkerRequest,
  WorkerResponse,
} from "../../src/providers/ghidra/worker-protocol.ts";

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

/** Analyses or opens, and answers. */
export const works: Behaviour = (request, options) => {
  if (options.project?.writable === true) saveProject(options.project.directory);
  return { kind: "response", response: answerTo(request) };
};

/** Analyses or opens, and fails to answer the question. */
export function refuses(error: WorkerError): Behaviour {
  return (request, options) => {
    if (options.project?.writable === true) saveProject(options.project.directory);
    return {
      kind: "response",
      response: { operation: request.operation, status: "error", error, analysis: FACTS },
    };
  };
}

/** Fails before there is an Analysis. */
export function fails(error: WorkerError): Behaviour {
  return (request) => ({
    kind: "response",
    response: { operation: request.operation, status: "error", error, analysis: null },
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

const ram = (offset: string) => ({ space: "ram", offset });

export const MAIN: FunctionItem = {
  name: "main",
  qualified_name: "main",
  entry: ram("0x0000000000401120"),
  body_address_count: 40,
  location: "memory",
  is_external: false,
  is_thunk: false,
  thunk_target_entry: null,
  decompilable: true,
};

function answerTo(request: WorkerRequest): WorkerResponse {
  switch (request.operation) {
    case "doctor": {
      const result = {
        ghidra_version: "10.3",
        java_version: "17",
        language: "x86:LE:64:default",
        readable_paths: [],
        network_interfaces: [],
      };
      return { status: "ok", operation: "doctor", result, analysis: null };
    }
    case "inspect": {
      const image = ram("0x0000000000400000");
      const result = { image_base: image, minimum_address: image, maximum_address: image, function_count: 1 };
      return { status: "ok", operation: "inspect", result, analysis: FACTS };
    }
    case "functions":
      return { status: "ok", operation: "functions", result: { total: 1, items: [MAIN] }, analysis: FACTS };
    case "decompile": {
      const { name, qualified_name, entry } = MAIN;
      const result = { function: { name, qualified_name, entry }, text: "int main(void) {}\n", warnings: [] };
      return { status: "ok", operation: "decompile", result, analysis: FACTS };
    }
  }
}
