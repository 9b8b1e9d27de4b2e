/** Runs one worker for one request: writes the request, confines the JVM, and believes only a complete response. */
import { randomBytes } from "node:crypto";
import { constants, existsSync, realpathSync } from "node:fs";
import { mkdir, open, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { Failure } from "../../base/failure.ts";
import { bubblewrapArguments, CONFINED_HOME, CONFINED_TEMPORARY, type Confinement } from "../../process/bubblewrap.ts";
import { runChild, type ChildResult, type Command } from "../../process/child.ts";
import { CLASS_PATH, HOSTS, READ_ONLY_MARK } from "./adapter-files.ts";
import { jvmArguments, OUT_OF_MEMORY_STATUS, OUT_OF_MEMORY_WORDS } from "./jvm.ts";
import type { WorkerOptions, WorkerOutcome } from "./port.ts";
import { checkSandbox, requireBubblewrap } from "./sandbox.ts";
import {
  decodeResponse,
  encodeRequest,
  LARGEST_RESPONSE,
  type WorkerRequest,
  type WorkerResponse,
} from "./worker-protocol.ts";

/** Milliseconds between SIGTERM and SIGKILL. */
export const GRACE = 10_000;

export async function runWorker(request: WorkerRequest, options: WorkerOptions): Promise<WorkerOutcome> {
  const bytes = encodeRequest(request);
  if (typeof bytes === "string") throw new Failure("protocol_violation", bytes, { reason: bytes });
  const command = await commandOf(options);
  await writeRequest(options.invocationDirectory, bytes);
  const result = await runChild(command, {
    watchdog: options.limits.watchdogSeconds * 1000,
    grace: GRACE,
    signal: options.signal,
    escalation: options.secondInterrupt,
    captureDirectory: options.captureDirectory,
  });
  const outcome = await outcomeOf(result, request, options.invocationDirectory);
  if (outcome.kind === "failed") await requireConfinement(options.sandbox);
  return outcome;
}

/** A worker that fails where nothing can be confined never began: that is no failure of Ghidra. */
async function requireConfinement(mode: WorkerOptions["sandbox"]): Promise<void> {
  const { failure } = await checkSandbox(mode);
  if (failure !== undefined) throw failure;
}

const REQUEST = "request.json";
const RESPONSE = "response.json";

async function commandOf(options: WorkerOptions): Promise<Command> {
  const { installation, invocationDirectory: directory, limits } = options;
  const confined = options.sandbox === "bubblewrap";
  const bubblewrap = confined ? requireBubblewrap() : undefined;
  const home = confined ? CONFINED_HOME : path.join(directory, "home");
  const temporary = confined ? CONFINED_TEMPORARY : path.join(directory, "tmp");
  if (!confined) for (const own of [home, temporary]) await mkdir(own, { recursive: true, mode: 0o700 });
  const jars = await readFile(path.join(installation.adapter, CLASS_PATH), "utf8");
  const jvm = jvmArguments({
    adapter: installation.adapter,
    jars: jars.split("\n").filter((line) => line !== ""),
    heapMib: limits.heapMib,
    cpu: limits.cpu,
    home,
    temporary,
  });
  const worker = [...jvm, path.join(directory, REQUEST), path.join(directory, RESPONSE)];
  const environment = { HOME: home, LANG: "C.UTF-8", PATH: "/usr/bin:/bin" };
  if (bubblewrap === undefined) {
    return { file: installation.javaExecutable, arguments: worker, environment, directory, lifeline: true };
  }
  const confinement = bubblewrapArguments(confinementOf(options), environment, directory);
  return {
    file: bubblewrap,
    arguments: [...confinement, installation.javaExecutable, ...worker],
    environment: {},
    directory,
    lifeline: true,
  };
}

function confinementOf({ installation, invocationDirectory, snapshot, project }: WorkerOptions): Confinement {
  const given = project === undefined ? [] : [project.directory];
  const writable = project?.writable === true;
  return {
    readable: [
      installation.directory,
      installation.adapter,
      ...javaDirectories(installation.javaHome),
      ...FONTS,
      ...(snapshot === undefined ? [] : [snapshot]),
      ...(writable ? [] : given),
    ],
    writable: [invocationDirectory, ...(writable ? given : [])],
    placed: [
      [path.join(installation.adapter, HOSTS), "/etc/hosts"],
      [path.join(installation.adapter, READ_ONLY_MARK), `/${READ_ONLY_MARK}`],
    ],
  };
}

/** An analyzer measures the text of a comment, for which Java wants a font. */
const FONTS = [
  "/etc/fonts",
  "/usr/share/fontconfig",
  "/usr/share/fonts",
  "/usr/local/share/fonts",
  "/var/cache/fontconfig",
];

/** Debian keeps the configuration of a JDK below /etc, behind links out of the JDK. */
const CONFIGURATION = ["conf/security/java.security", "conf/net.properties", "lib/jvm.cfg", "lib/security/cacerts"];

function javaDirectories(home: string): string[] {
  const linked = CONFIGURATION.map((file) => path.join(home, file))
    .filter((file) => existsSync(file))
    .map((file) => realpathSync(file))
    .filter((file) => file.startsWith("/etc/"))
    .map((file) => file.split("/").slice(0, 3).join("/"));
  return [...new Set([home, realpathSync(home), ...linked])];
}

/** Under its name the request is complete. */
async function writeRequest(directory: string, bytes: Uint8Array): Promise<void> {
  const draft = path.join(directory, `${REQUEST}-${randomBytes(8).toString("hex")}`);
  await writeFile(draft, bytes, { flag: "wx", mode: 0o600 });
  await rename(draft, path.join(directory, REQUEST));
}

async function outcomeOf(
  { end, streams, printed }: ChildResult,
  request: WorkerRequest,
  directory: string,
): Promise<WorkerOutcome> {
  switch (end.kind) {
    case "timeout":
    case "interrupted":
      return { kind: end.kind, termination: end.termination, streams };
    case "not_started":
      return { kind: "failed", reason: end.reason, streams };
    case "exited":
      break;
  }
  if (end.status === 0) {
    const response = await readResponse(path.join(directory, RESPONSE), request);
    if (typeof response !== "string") return { kind: "response", response, streams };
    return { kind: "protocol_violation", reason: response, streams };
  }
  if (end.status === OUT_OF_MEMORY_STATUS || OUT_OF_MEMORY_WORDS.some(printed)) {
    return { kind: "out_of_memory", streams };
  }
  if (end.status === REFUSED_STATUS && printed("protocol violation:")) {
    return { kind: "protocol_violation", reason: "the adapter refused the request", streams };
  }
  const how = end.signal === null ? `exit status ${end.status}` : `signal ${end.signal}`;
  return { kind: "failed", reason: `the worker ended with ${how}`, streams };
}

/** Exit status with which the adapter refuses a request. */
const REFUSED_STATUS = 2;

/** The response, or why there is none: only a regular file of the final name counts. */
async function readResponse(file: string, request: WorkerRequest): Promise<WorkerResponse | string> {
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(
    () => undefined,
  );
  if (handle === undefined) return "the worker left no response";
  try {
    const state = await handle.stat();
    if (!state.isFile()) return "the response is not a regular file";
    if (state.size > LARGEST_RESPONSE) return `the response is larger than ${LARGEST_RESPONSE} bytes`;
    return decodeResponse(await handle.readFile(), request);
  } finally {
    await handle.close();
  }
}
