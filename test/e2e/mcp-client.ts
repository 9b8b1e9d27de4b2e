/** The official client on a server of its own, with a store of its own. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Client, type CallToolResult, type ClientOptions } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { onTestFinished } from "vitest";
import { isRecord } from "../../src/base/record.ts";

/** Another build can be tested by naming its folder. */
export const REA = path.resolve(process.env["REA_TEST_DIST"] ?? "dist", "rea.js");

export interface Connection {
  readonly client: Client;
  readonly transport: StdioClientTransport;
  /** Of the server. */
  readonly pid: number;
  readonly store: string;
  /** What the server wrote on standard error. */
  readonly log: () => string;
}

interface Wish {
  /** Flags after `rea mcp`. */
  readonly flags?: readonly string[];
  /** A store that exists already. */
  readonly store?: string;
  readonly version?: NonNullable<ClientOptions["versionNegotiation"]>;
}

/** Starts a server and connects; both end with the test. */
export async function connect({ flags = [], store = temporaryFolder(), version }: Wish = {}): Promise<Connection> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [REA, "mcp", ...flags],
    env: { PATH: process.env["PATH"] ?? "", HOME: store, REA_STORE: store },
    stderr: "pipe",
  });
  let log = "";
  transport.stderr?.on("data", (chunk: Buffer) => (log += chunk.toString()));
  const options = version === undefined ? {} : { versionNegotiation: version };
  const client = new Client({ name: "test", version: "1" }, options);
  await client.connect(transport);
  onTestFinished(async () => await client.close());
  return { client, transport, pid: transport.pid ?? 0, store, log: () => log };
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "rea-mcp-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Structured content of a tool result, as plain records all the way. */
export function documentOf(result: CallToolResult): Record<string, unknown> {
  const { structuredContent } = result;
  if (!isRecord(structuredContent)) throw new Error(`no structured content: ${textOf(result)}`);
  return { ...structuredContent };
}

export function resultOf(result: CallToolResult): Record<string, unknown> {
  const { result: value } = documentOf(result);
  if (!isRecord(value)) throw new Error(`no result: ${textOf(result)}`);
  return { ...value };
}

export function itemsOf(result: CallToolResult): readonly Record<string, unknown>[] {
  const { items } = resultOf(result);
  return Array.isArray(items) ? items.filter(isRecord) : [];
}

export function textOf(result: CallToolResult): string {
  const [first] = result.content;
  return first?.type === "text" ? first.text : "";
}

export function errorCodeOf(result: CallToolResult): unknown {
  const { error } = documentOf(result);
  return isRecord(error) ? error["code"] : undefined;
}

/** Whether a process with this id is there and has not ended; one that waits to be reaped has. */
export function isRunning(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) [ZX]/su.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

export async function until(what: string, condition: () => boolean, withinMs: number): Promise<void> {
  const end = Date.now() + withinMs;
  while (!condition()) {
    if (Date.now() > end) throw new Error(`${what} did not happen within ${withinMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Files under `<store>/rea/<part>`, by relative path. */
export function filesIn(store: string, part: string): readonly string[] {
  try {
    return readdirSync(path.join(store, "rea", part), { recursive: true })
      .map(String)
      .sort();
  } catch {
    return [];
  }
}
