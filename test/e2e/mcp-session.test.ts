/** What lasts longer than one call: several targets, long analyses, cancellation, the end of the connection. */
import { spawn } from "node:child_process";
import { copyFileSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "@modelcontextprotocol/client";
import { expect, onTestFinished, test } from "vitest";
import { isRecord } from "../../src/base/record.ts";
import {
  connect,
  documentOf,
  errorCodeOf,
  filesIn,
  isRunning,
  itemsOf,
  REA,
  resultOf,
  temporaryFolder,
  textOf,
  until,
} from "./mcp-client.ts";

const LS = "/bin/ls";
const CAT = "/bin/cat";
/** About 95 MB. */
const LARGE = process.execPath;

test("two targets are open at once, and a document selects one", async () => {
  const { client } = await connect();
  await open(client, LS);
  await open(client, CAT);

  const ofLs = await client.callTool({ name: "list_procedures", arguments: { document: "ls", limit: 1 } });
  const ofCurrent = await client.callTool({ name: "list_procedures", arguments: { limit: 1 } });
  const session = await client.callTool({ name: "binary_session" });
  const missing = await client.callTool({ name: "list_procedures", arguments: { document: "dog" } });

  expect(documentOf(ofLs)).toMatchObject({ target: { path: LS } });
  expect(documentOf(ofCurrent)).toMatchObject({ target: { path: CAT } });
  expect(resultOf(session)).toMatchObject({ open: true, documents: [{ name: "ls" }, { name: "cat" }] });
  expect(errorCodeOf(missing)).toBe("target_not_open");
});

test("a name that two open files share is refused with both as candidates", async () => {
  const [one, two] = [path.join(temporaryFolder(), "same"), path.join(temporaryFolder(), "same")];
  copyFileSync(LS, one);
  copyFileSync(CAT, two);
  const { client } = await connect();
  await open(client, one);
  await open(client, two);

  const answer = await client.callTool({ name: "list_procedures", arguments: { document: "same" } });

  expect(errorCodeOf(answer)).toBe("target_ambiguous");
  expect(textOf(answer)).toContain(one);
  expect(textOf(answer)).toContain(two);
});

test("the same bytes under another name keep their binding", async () => {
  const copy = path.join(temporaryFolder(), "copy");
  copyFileSync(LS, copy);
  const { client } = await connect();
  await open(client, LS);

  const again = await open(client, copy);

  expect(again).toMatchObject({ already_open: true, document: { name: "ls" } });
});

test("an analysis longer than patience goes on; later calls wait for it, and closing cancels it", async () => {
  const { client } = await connect({ flags: ["--timeout", "0.5", "--no-cache"] });

  const opened = await open(client, LARGE);
  const session = resultOf(await client.callTool({ name: "binary_session" }));
  const early = await client.callTool({ name: "list_procedures", arguments: { limit: 1 } });

  expect(opened).toMatchObject({ contents: null, document: { status: "analyzing" } });
  expect(session).toMatchObject({ documents: [{ status: "analyzing", name: path.basename(LARGE) }] });
  expect(errorCodeOf(early)).toBe("target_analyzing");
  const closed = await client.callTool({ name: "close_binary" });
  expect(resultOf(closed)).toMatchObject({ closed: { name: path.basename(LARGE) }, current: null });
});

test("a background analysis ends by itself and then answers", async () => {
  const { client } = await connect({ flags: ["--timeout", "2"] });
  const opened = await open(client, LARGE);
  expect(opened).toMatchObject({ document: { status: "analyzing" } });

  let answer = await client.callTool({ name: "list_procedures", arguments: { limit: 1 } });
  for (let round = 0; round < 40 && answer.isError === true; round++) {
    expect(errorCodeOf(answer)).toBe("target_analyzing");
    answer = await client.callTool({ name: "list_procedures", arguments: { limit: 1 } });
  }

  expect(itemsOf(answer)).toHaveLength(1);
});

test("cancelling an analysis in the middle stops its worker within a moment, and the server goes on", async () => {
  const { client, pid, store } = await connect();
  await open(client, LS);
  await client.callTool({ name: "close_binary" });
  const idle = threadsOf(pid);
  const caller = new AbortController();
  const opening = client
    .callTool({ name: "open_binary", arguments: { path: LARGE } }, { signal: caller.signal })
    .catch((error: unknown) => error);
  await until("the worker's start", () => threadsOf(pid) > idle, 10_000);
  await sleep(700);

  const begun = performance.now();
  caller.abort();
  expect(await opening).toBeInstanceOf(Error);
  await until("the worker's end", () => threadsOf(pid) <= idle, 2_000);
  const took = performance.now() - begun;

  // The worker ends within a moment; what the system needs to give its memory back comes on top.
  expect(took).toBeLessThan(2_000);
  const session = await client.callTool({ name: "binary_session" });
  expect(resultOf(session)).toMatchObject({ open: false, documents: [] });
  expect(filesIn(store, "staging")).toEqual([]);
  expect(filesIn(store, "locks")).toEqual([]);
  expect(await open(client, LS)).toMatchObject({ document: { status: "ready" } });
});

test("while a large file is analysed, ping and questions about another target are answered at once", async () => {
  const { client } = await connect();
  await open(client, LS);
  const caller = new AbortController();
  const opening = client
    .callTool({ name: "open_binary", arguments: { path: LARGE } }, { signal: caller.signal })
    .catch((error: unknown) => error);
  await sleep(300);

  const times: number[] = [];
  for (let round = 0; round < 10; round++) {
    const begun = performance.now();
    await client.ping();
    const answer = await client.callTool({ name: "list_procedures", arguments: { document: "ls", limit: 5 } });
    times.push(performance.now() - begun);
    expect(itemsOf(answer)).toHaveLength(5);
    await sleep(50);
  }
  caller.abort();
  await opening;

  expect(Math.max(...times)).toBeLessThan(1_000);
});

test("progress is reported while a large file is analysed, and never falls", async () => {
  const { client } = await connect();
  const seen: { readonly at: number; readonly progress: number; readonly message: string | undefined }[] = [];
  const begun = Date.now();

  await client.callTool(
    { name: "open_binary", arguments: { path: LARGE } },
    { onprogress: ({ progress, message }) => seen.push({ at: Date.now(), progress, message }), timeout: 120_000 },
  );

  expect(seen.length).toBeGreaterThan(2);
  expect(seen.map(({ progress }) => progress)).toEqual(seen.map(({ progress }) => progress).sort((a, b) => a - b));
  const moments = [begun, ...seen.map(({ at }) => at), Date.now()];
  const gaps = moments.slice(1).map((moment, index) => moment - (moments[index] ?? moment));
  expect(Math.max(...gaps)).toBeLessThan(5_000);
  expect(new Set(seen.map(({ message }) => message)).size).toBeGreaterThan(1);
});

test("fifty calls at once are all answered, each about its own target", async () => {
  const { client } = await connect();
  await Promise.all([open(client, LS), open(client, CAT)]);

  const calls = Array.from({ length: 50 }, (_, index) => {
    const document = index % 2 === 0 ? "ls" : "cat";
    return client.callTool({ name: "list_procedures", arguments: { document, offset: index, limit: 1 } });
  });
  const answers = await Promise.all(calls);

  for (const [index, answer] of answers.entries()) {
    expect(documentOf(answer)).toMatchObject({
      target: { path: index % 2 === 0 ? LS : CAT },
      page: { offset: index, returned: 1 },
    });
  }
});

test.each(["SIGKILL of the client", "end of its output", "SIGTERM to the server", "SIGINT to the server"])(
  "%s in mid-analysis ends the server and leaves nothing behind",
  async (how) => {
    const { pid, store, end } = await serverInAnalysis(how);
    const children = childrenOf(pid);

    end();

    await until("the end of the server", () => !isRunning(pid), 10_000);
    expect(children.filter(isRunning)).toEqual([]);
    expect(filesIn(store, ".")).toEqual(["locks"]);
  },
);

test.each(["2024-11-05", "2025-06-18"])("a client of protocol revision %s is served", async (revision) => {
  const messages = await exchange([
    initialize(revision),
    { jsonrpc: "2.0", method: "notifications/initialized" },
    { jsonrpc: "2.0", id: 2, method: "tools/list" },
    { jsonrpc: "2.0", id: 3, method: "tools/call", params: { name: "open_binary", arguments: { path: LS } } },
  ]);

  expect(messages.find(({ id }) => id === 1)).toMatchObject({ result: { protocolVersion: revision } });
  const texts = JSON.stringify(messages.find(({ id }) => id === 3));
  expect(texts).toContain("open_binary");
  // Before 2025-06-18 there is no structured content: the document is a text.
  expect(texts.includes('{\\"schema_version\\":1')).toBe(revision < "2025-06-18");
});

test("a client of revision 2026-07-28 is served as one", async () => {
  const { client } = await connect({ version: { mode: { pin: "2026-07-28" } } });

  const { tools } = await client.listTools();
  const opened = await open(client, LS);

  expect(client.getNegotiatedProtocolVersion()).toBe("2026-07-28");
  expect(tools.length).toBeGreaterThan(3);
  expect(opened).toMatchObject({ document: { status: "ready" } });
});

test("bytes that are no protocol message neither end the server nor reach its output", async () => {
  const messages = await exchange(["this is not JSON", '{"jsonrpc": "2.0"', initialize("2025-06-18")]);

  expect(messages.find(({ id }) => id === 1)).toMatchObject({ result: { serverInfo: { name: "rea" } } });
});

test("a message longer than the server reads is answered with an error, and the next one as ever", async () => {
  const { client } = await connect();

  const long = client.callTool({ name: "search_strings", arguments: { pattern: "x".repeat(11_000_000) } });
  await expect(long).rejects.toThrow("more than the 10485760 bytes");

  expect((await client.listTools()).tools.length).toBeGreaterThan(10);
});

async function open(client: Client, file: string): Promise<Record<string, unknown>> {
  return resultOf(await client.callTool({ name: "open_binary", arguments: { path: file } }));
}

/** Threads of a process: an analysis worker is one or more of them. */
function threadsOf(pid: number): number {
  return readdirSync(`/proc/${pid}/task`).length;
}

function childrenOf(pid: number): readonly number[] {
  const tasks = readdirSync(`/proc/${pid}/task`);
  const lists = tasks.map((task) => readFileSync(`/proc/${pid}/task/${task}/children`, "utf8"));
  return lists.flatMap((list) => list.split(" ").filter(Boolean).map(Number));
}

function initialize(revision: string) {
  const params = { protocolVersion: revision, capabilities: {}, clientInfo: { name: "test", version: "1" } };
  return { jsonrpc: "2.0", id: 1, method: "initialize", params };
}

const OPEN_LARGE = {
  jsonrpc: "2.0",
  id: 2,
  method: "tools/call",
  params: { name: "open_binary", arguments: { path: LARGE } },
};

/** Of a server without a worker: main, platform, inspector and file system threads. */
const MOST_IDLE_THREADS = 11;

/** Starts a server, under a client of its own where that is to be killed, and waits until it analyses. */
async function serverInAnalysis(how: string) {
  const store = temporaryFolder();
  const env = { PATH: process.env["PATH"], HOME: store, REA_STORE: store };
  const direct = how !== "SIGKILL of the client";
  const child = direct
    ? spawn(process.execPath, [REA, "mcp"], { env, stdio: ["pipe", "ignore", "ignore"] })
    : spawn(process.execPath, ["-e", CLIENT, REA], { env, stdio: ["pipe", "pipe", "ignore"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const pid = direct ? (child.pid ?? 0) : await firstNumber(child.stdout);
  for (const message of [initialize("2025-06-18"), OPEN_LARGE]) child.stdin.write(`${JSON.stringify(message)}\n`);
  await until("the start of the analysis", () => isRunning(pid) && threadsOf(pid) > MOST_IDLE_THREADS, 10_000);
  await sleep(300);
  const end = (): void => {
    if (how === "end of its output") child.stdin.end();
    else child.kill(how.startsWith("SIGTERM") ? "SIGTERM" : how.startsWith("SIGINT") ? "SIGINT" : "SIGKILL");
  };
  return { pid, store, end };
}

/** A client that only starts a server and passes on what it is told. */
const CLIENT = `
  const server = require("node:child_process").spawn(process.execPath, [process.argv[1], "mcp"], { stdio: ["pipe", "ignore", "ignore"] });
  process.stdin.pipe(server.stdin);
  console.log(server.pid);
`;

async function firstNumber(stream: NodeJS.ReadableStream | null): Promise<number> {
  for await (const chunk of stream ?? []) return Number(String(chunk));
  throw new Error("the client ended before it started a server");
}

/** Sends lines to a server and gives back every message of its output until each request with an id is answered. */
async function exchange(messages: readonly (string | Readonly<Record<string, unknown>>)[]) {
  const store = temporaryFolder();
  const env = { PATH: process.env["PATH"], HOME: store, REA_STORE: store };
  const child = spawn(process.execPath, [REA, "mcp"], { env, stdio: ["pipe", "pipe", "ignore"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  for (const message of messages) {
    child.stdin.write(`${typeof message === "string" ? message : JSON.stringify(message)}\n`);
  }
  const expected = messages.filter((message) => typeof message !== "string" && "id" in message).length;
  const answers: Record<string, unknown>[] = [];
  let text = "";
  for await (const chunk of child.stdout) {
    text += String(chunk);
    const lines = text.split("\n");
    text = lines.pop() ?? "";
    answers.push(...lines.map((line): unknown => JSON.parse(line)).filter(isRecord));
    if (answers.filter(({ id }) => id !== undefined).length >= expected) break;
  }
  child.stdin.end();
  return answers;
}
