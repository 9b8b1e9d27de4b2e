/** What the production launcher lets a worker reach, and what it leaves behind when this side is killed. */
import { execFileSync, spawn } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer, type AddressInfo, type Server } from "node:net";
import { networkInterfaces, tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { HOSTS, READ_ONLY_MARK } from "../../../src/providers/ghidra/adapter-files.ts";
import type { GhidraInstallation } from "../../../src/providers/ghidra/port.ts";
import { answer } from "./ask.ts";
import { CANNOT_RUN_GHIDRA, JAVA_17, prepared } from "./prepared.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");
const SAMPLE = path.join(ROOT, "test/corpus/bin/features-o2");

describe.skipIf(CANNOT_RUN_GHIDRA)("the launcher of the worker", () => {
  let folder: string;
  let installation: GhidraInstallation;
  let server: Server;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), "rea-launcher-"));
    installation = await prepared();
    server = createServer((socket) => socket.end("reached"));
    await new Promise<void>((resolve) => server.listen(0, "0.0.0.0", resolve));
  });

  afterAll(() => {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** The installation with a probe in the place of the adapter. */
  function probing(): GhidraInstallation {
    const adapter = path.join(folder, "probe");
    const classes = path.join(folder, "probe-classes");
    mkdirSync(adapter, { recursive: true });
    const tool = (name: string): string => path.join(JAVA_17 ?? "", "bin", name);
    const source = path.join(ROOT, "java/probe/rea/ghidra/Adapter.java");
    execFileSync(tool("javac"), ["-Xlint:all", "-Werror", "-d", classes, source]);
    execFileSync(tool("jar"), ["cf", path.join(adapter, "adapter.jar"), "-C", classes, "."]);
    for (const name of ["class-path", HOSTS, READ_ONLY_MARK]) {
      copyFileSync(path.join(installation.adapter, name), path.join(adapter, name));
    }
    return { ...installation, adapter };
  }

  test("lets a probe reach no listener outside, no file of the caller, and nothing it could change", async () => {
    const { port } = server.address() as AddressInfo;
    const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
    const listeners = addresses.filter(({ family }) => family === "IPv4").map(({ address }) => address);
    const secret = path.join(folder, "store", "analyses", "other");
    mkdirSync(path.dirname(secret), { recursive: true });
    writeFileSync(secret, "secret");
    const attempts = [
      ...listeners.map((address) => `/connect/${address}/${port}`),
      ...[secret, "/etc/passwd", "/etc/shadow", process.execPath, path.join(ROOT, "package.json")],
      path.join(installation.directory, "Ghidra", "unreadable"),
    ];
    const asked = (paths: string[]) => ({ operation: "doctor", arguments: { hidden_paths: paths } }) as const;

    const confined = await answer(probing(), folder, asked(attempts));
    // The same probe without the sandbox, on what the test owns, shows that it would have told.
    const free = await answer(probing(), folder, asked([`/connect/127.0.0.1/${port}`, secret]), { sandbox: "off" });

    expect(listeners).toContain("127.0.0.1");
    expect(confined.result.readable_paths).toEqual([]);
    expect(free.result.readable_paths).toEqual([
      `/connect/127.0.0.1/${port}`,
      `read ${secret}`,
      `write beside ${secret}`,
    ]);
  });

  test("tells of itself that it sees neither network nor caller", async () => {
    const hidden = [path.join(ROOT, "package.json"), ROOT, "/root", "/home", path.dirname(installation.adapter)];
    const question = { operation: "doctor", arguments: { hidden_paths: hidden } } as const;

    const { result } = await answer(installation, folder, question);

    expect(result).toEqual({
      ghidra_version: "10.3",
      java_version: "17",
      language: "x86:LE:64:default",
      readable_paths: [],
      network_interfaces: [],
    });
  });

  test.each([
    ["bubblewrap", "java"],
    ["bubblewrap", "decompile"],
    ["off", "java"],
  ])("in mode %s, a killed harness leaves no process behind, once %s runs", async (mode, program) => {
    const own = mkdtempSync(path.join(folder, "killed-"));
    const project = path.join(own, "project");
    const args = ["scripts/run.mjs", "test/ghidr/engine/harness.ts", mode, SAMPLE, project, own];
    const harness = spawn(process.execPath, args, { cwd: ROOT, stdio: "ignore" });
    const worker = (): number | undefined => processes().find(({ line }) => line.includes(own) && isJvm(line))?.pid;
    await expect.poll(worker, { timeout: 60_000, interval: 20 }).toBeDefined();
    const jvm = worker() ?? 0;
    const namespace = namespaceOf(jvm);
    const inside = (): string[] =>
      mode === "off"
        ? processes().flatMap(({ line }) => (line.includes(own) && isJvm(line) ? [line] : []))
        : processes().flatMap(({ pid, line }) => (namespaceOf(pid) === namespace ? [line] : []));
    const running = (): boolean => inside().some((line) => program === "java" || line.includes("/decompile"));
    await expect.poll(running, { timeout: 120_000, interval: 20 }).toBe(true);

    harness.kill("SIGKILL");

    await expect.poll(inside, { timeout: 10_000 }).toEqual([]);
    expect(existsSync(path.join(project, "analysis.gpr"))).toBe(false);
  });
});

interface Process {
  readonly pid: number;
  readonly line: string;
}

function processes(): Process[] {
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => Number.isInteger(pid))
    .flatMap((pid) => {
      try {
        return [{ pid, line: readFileSync(`/proc/${pid}/cmdline`, "latin1").replaceAll("\0", " ") }];
      } catch {
        return [];
      }
    })
    .filter(({ line }) => line !== "");
}

/** The launcher's own line names the JVM, too, but begins with another program. */
function isJvm(line: string): boolean {
  return /^\S*\/java /u.test(line);
}

function namespaceOf(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/ns/pid`);
  } catch {
    return undefined;
  }
}
