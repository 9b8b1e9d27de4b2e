/** The life of one worker, with a program in the place of Java that does what a test says. */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { WorkerOptions, WorkerOutcome } from "./port.ts";
import type { WorkerRequest } from "./worker-protocol.ts";
import { runWorker } from "./worker.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "rea-worker-"));
  for (const name of ["invocation", "capture", "adapter"]) mkdirSync(path.join(folder, name));
  writeFileSync(path.join(folder, "adapter", "class-path"), "/ghidra/a.jar\n/ghidra/b.jar\n");
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const REQUEST: WorkerRequest = {
  protocol_version: 1,
  invocation_id: "0123456789abcdef0123456789abcdef",
  ghidra: { directory: "/ghidra", layout: "distribution" },
  operation: "doctor",
  arguments: { hidden_paths: [] },
};

const RESULT = {
  ghidra_version: "10.3",
  java_version: "17",
  language: "x86:LE:64:default",
  readable_paths: [],
  network_interfaces: [],
};

/** The script of a worker that knows the response it should write. */
const PRELUDE = `
const fs = require("node:fs");
const [request, response] = process.argv.slice(-2);
const { protocol_version, invocation_id, operation } = JSON.parse(fs.readFileSync(request, "utf8"));
const head = { protocol_version, invocation_id, operation, analysis: null, extracts: null };
const good = { ...head, status: "ok", result: ${JSON.stringify(RESULT)} };
const respond = (document) => fs.writeFileSync(response, JSON.stringify(document));
`;

function run(script: string, more: Partial<WorkerOptions> = {}): Promise<WorkerOutcome> {
  const java = path.join(folder, "java");
  writeFileSync(java, `#!${process.execPath}\n${PRELUDE}\n${script}\n`);
  chmodSync(java, 0o755);
  const never = new AbortController().signal;
  return runWorker(REQUEST, {
    installation: {
      directory: "/ghidra",
      layout: "distribution",
      version: "10.3",
      javaHome: folder,
      javaVersion: "17",
      javaExecutable: java,
      launcher: java,
      verified: false,
      adapter: path.join(folder, "adapter"),
    },
    sandbox: "off",
    invocationDirectory: path.join(folder, "invocation"),
    captureDirectory: path.join(folder, "capture"),
    limits: { heapMib: 512, cpu: 3, watchdogSeconds: 20 },
    signal: never,
    secondInterrupt: never,
    ...more,
  });
}

test("a response that echoes the request is the outcome", async () => {
  const outcome = await run("respond(good)");

  expect(outcome).toMatchObject({ kind: "response", response: { status: "ok", operation: "doctor", result: RESULT } });
});

test("the worker is given the request in a private file, its limits, and nothing of the caller's environment", async () => {
  const script = `respond({ ...head, status: "ok", result: { ...good.result, readable_paths: process.argv.slice(2),
    network_interfaces: Object.keys(process.env).sort() } })`;

  const outcome = await run(script);

  if (outcome.kind !== "response" || outcome.response.status !== "ok") throw new Error("there is no response");
  const { readable_paths: args, network_interfaces: names } = outcome.response.result as typeof RESULT & {
    readable_paths: string[];
  };
  expect(names).toEqual(["HOME", "LANG", "PATH"]);
  expect(args).toEqual(
    expect.arrayContaining(["-Xmx512m", "-XX:ActiveProcessorCount=3", "-Dcpu.core.limit=3", "-classpath"]),
  );
  expect(args).toContain(`${folder}/adapter/adapter.jar:/ghidra/a.jar:/ghidra/b.jar`);
  expect(args.slice(-2)).toEqual(["request.json", "response.json"].map((name) => `${folder}/invocation/${name}`));
  expect(statSync(path.join(folder, "invocation", "request.json")).mode & 0o777).toBe(0o600);
  expect(JSON.parse(readFileSync(path.join(folder, "invocation", "request.json"), "utf8"))).toEqual(REQUEST);
});

test.each([
  ["none", ""],
  ["only a draft", "fs.writeFileSync(response + '.tmp', JSON.stringify(good))"],
  ["text that is no JSON", "fs.writeFileSync(response, 'done')"],
  ["bytes that are no UTF-8", "fs.writeFileSync(response, Buffer.from([0x22, 0xff, 0x22]))"],
  ["one of another invocation", "respond({ ...good, invocation_id: 'f'.repeat(32) })"],
  ["one of another operation", "respond({ ...good, operation: 'inspect' })"],
  ["one of another version", "respond({ ...good, protocol_version: 2 })"],
  ["one with an unknown field", "respond({ ...good, more: 1 })"],
  ["one without its result", "respond({ ...head, status: 'ok' })"],
  ["a link to one", "fs.writeFileSync(response + 'x', JSON.stringify(good)); fs.symlinkSync(response + 'x', response)"],
  ["a directory", "fs.mkdirSync(response)"],
  ["one over the limit", "fs.writeFileSync(response, ''); fs.truncateSync(response, 268435457)"],
])("a response that is %s is a protocol violation", async (_, script) => {
  expect(await run(script)).toMatchObject({ kind: "protocol_violation" });
});

test.each([
  ["console.log('Terminating due to java.lang.OutOfMemoryError: Java heap space'); process.exit(3)"],
  ["console.error('Too small maximum heap'); process.exit(1)"],
  ["respond(good); process.exit(3)"],
])("a heap that does not suffice is told apart: %s", async (script) => {
  expect(await run(script)).toMatchObject({ kind: "out_of_memory" });
});

test.each([["process.exit(1)"], ["respond(good); process.exit(7)"], ["process.kill(process.pid, 'SIGKILL')"]])(
  "a worker that crashes has failed, whatever it wrote: %s",
  async (script) => {
    expect(await run(script)).toMatchObject({ kind: "failed" });
  },
);

test("a request that the adapter refuses is a fault of the harness", async () => {
  const outcome = await run("console.error('protocol violation: x'); process.exit(2)");

  expect(outcome).toMatchObject({ kind: "protocol_violation", reason: "the adapter refused the request" });
});

test("a response that races with the watchdog is not believed", async () => {
  const script = "process.on('SIGTERM', () => { respond(good); process.exit(0); }); setInterval(() => {}, 1000)";

  const outcome = await run(script, { limits: { heapMib: 512, cpu: 1, watchdogSeconds: 1 } });

  expect(outcome).toMatchObject({ kind: "timeout", termination: "graceful" });
  expect(existsSync(path.join(folder, "invocation", "response.json"))).toBe(true);
});

test("an interrupt ends the worker, and what it printed is kept", async () => {
  const interrupt = new AbortController();
  const running = run("console.log('begun'); fs.writeFileSync(request + '.begun', ''); setInterval(() => {}, 1000)", {
    signal: interrupt.signal,
  });
  await expect.poll(() => existsSync(`${folder}/invocation/request.json.begun`), { timeout: 10_000 }).toBe(true);

  interrupt.abort();

  const { kind, streams } = await running;
  expect(kind).toBe("interrupted");
  expect(readFileSync(streams.stdout.segments[0]?.file ?? "", "utf8")).toBe("begun\n");
});

test("a request over its ceiling is refused before anything is written or started", async () => {
  const hidden = Array.from({ length: 16 }, () => `/${"x".repeat(70_000)}`);
  const large = { ...REQUEST, arguments: { hidden_paths: hidden } } as WorkerRequest;
  const never = new AbortController().signal;

  const outcome = runWorker(large, {
    installation: {} as WorkerOptions["installation"],
    sandbox: "off",
    invocationDirectory: path.join(folder, "invocation"),
    captureDirectory: path.join(folder, "capture"),
    limits: { heapMib: 512, cpu: 1, watchdogSeconds: 1 },
    signal: never,
    secondInterrupt: never,
  });

  await expect(outcome).rejects.toMatchObject({ code: "protocol_violation" });
  expect(existsSync(path.join(folder, "invocation", "request.json"))).toBe(false);
});
