/** Cost of starting the MCP server and listing its tools, as a client meets it. */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import type { Cost } from "./measure.ts";

const TICKS_A_SECOND = 100;
const REQUESTS = [
  {
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "bench", version: "1" } },
  },
  { jsonrpc: "2.0", method: "notifications/initialized" },
  { jsonrpc: "2.0", id: 2, method: "tools/list" },
];

/** Median CPU of the server from its start to the answer of `tools/list`. */
export async function mcpStart(
  runs: number,
  command: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<Cost> {
  const costs: Cost[] = [];
  for (let index = 0; index < runs; index++) costs.push(await once(command, environment));
  return costs.toSorted((left, right) => left.cpu - right.cpu)[runs >> 1] ?? { cpu: 0, rss: 0, wall: 0 };
}

async function once(command: readonly string[], environment: Readonly<Record<string, string>>): Promise<Cost> {
  const [file = "", ...args] = command;
  const started = performance.now();
  const child = spawn(file, args, { stdio: ["pipe", "pipe", "inherit"], env: { ...process.env, ...environment } });
  for (const request of REQUESTS) child.stdin.write(`${JSON.stringify(request)}\n`);
  let text = "";
  for await (const chunk of child.stdout) {
    text += String(chunk);
    if (text.includes('"id":2')) break;
  }
  const cost = { cpu: cpuOf(child.pid ?? 0), rss: rssOf(child.pid ?? 0), wall: (performance.now() - started) / 1000 };
  child.kill();
  return cost;
}

/** User and system time of a live process, from /proc (proc(5), fields 14 and 15 of stat). */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
}

function rssOf(pid: number): number {
  const match = /VmHWM:\s+(\d+)/u.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
  return Number(match?.[1] ?? 0) / 1000;
}
