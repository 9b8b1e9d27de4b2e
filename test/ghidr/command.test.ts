import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { RESPONSES } from "../../src/contracts/ghidr/envelope.ts";
import { errorDocumentSchema } from "../../src/contracts/ghidr/errors.ts";
import { OPERATIONS } from "../../src/operations/ghidr/table.ts";
import { ended } from "../command-run.ts";
import { failed, GHIDR, ghidr, shell, start, succeeded, type Variables } from "./command.ts";
import { fakeInstallation, type FakeInstallation } from "./fake-installation.ts";
import { World } from "./world.ts";

let world: World;
let installation: FakeInstallation;
let variables: Variables;
beforeEach(() => {
  world = new World();
  installation = fakeInstallation(world.folder);
  variables = { GHIDR_STORE: world.store };
});
afterEach(() => world.close());

const run = (...words: string[]) => ghidr([...words, ...installation.flags], variables);
const begin = (...words: string[]) => start([...words, ...installation.flags], variables);

/** Waits for the worker to say that it has come so far. */
async function workerAt(phase: string): Promise<number> {
  const file = path.join(installation.trace, "worker");
  await expect
    .poll(() => existsSync(file) && readFileSync(file, "utf8").endsWith(phase), { timeout: 30_000 })
    .toBe(true);
  return Number(readFileSync(file, "utf8").split(" ")[0]);
}

function isAlive(pid: number): boolean {
  try {
    // A zombie is not alive, and only its parent can wait for it.
    return !/^State:\s+[ZX]/mu.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

/** Ends a process unless it has ended by itself. */
function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It was faster.
  }
}

/** What a command that failed may leave in a store: logs and empty folders. */
function expectClean(): void {
  expect(world.below("staging")).toEqual([]);
  expect(world.below("analyses").filter((name) => name.endsWith("manifest.json"))).toEqual([]);
}

test("help and version are plain text and touch nothing", () => {
  const lines = [["--version"], ["--help"], ...OPERATIONS.map(({ name }) => [name, "--help"])];
  for (const words of lines) {
    const { status, stdout, stderr } = ghidr(words, { GHIDR_STORE: "not absolute", GHIDRA_INSTALL_DIR: "/nothing" });
    expect({ words, status, stderr }).toEqual({ words, status: 0, stderr: "" });
    expect(stdout).toMatch(/^ghidr/u);
  }
  expect(existsSync(world.store)).toBe(false);
});

test.each<[string, string[], Variables]>([
  ["invalid_arguments", [], {}],
  ["invalid_arguments", ["frobnicate"], {}],
  ["invalid_arguments", ["inspect", "s", "--limit", "1"], {}],
  ["invalid_arguments", ["functions", "s", "--all", "--limit", "1"], {}],
  ["invalid_arguments", ["clean"], {}],
  ["invalid_store_path", ["inspect", "s", "--store", "relative"], {}],
  ["invalid_store_path", ["doctor"], { GHIDR_STORE: "/has/.hidden/part" }],
])("%s of %j is one document on standard error and status 2", (code, words, environment) => {
  const error = failed(ghidr(words, environment), 2);

  expect(error.code).toBe(code);
  expect(error.retryable).toBe(false);
});

test("human output of a wrong command line is text", () => {
  const { status, stdout, stderr } = ghidr(["inspect", "--format", "human"]);

  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr).toBe("ghidr: no sample is given\nRun `ghidr <COMMAND> --help` to see what it takes.\n");
});

test("a person is shown the whole report of an installation that is not ready", () => {
  const { status, stdout, stderr } = ghidr(["doctor", "--format", "human", "--sandbox", "off"], variables);

  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  expect(stderr).toMatch(/^Ghidra: missing\n/u);
  expect(stderr).toContain("Analysis store: writable\n");
  expect(stderr).toContain(`${world.store} (environment)`);
  expect(stderr).toMatch(/\nghidr: ghidra is missing/u);
});

test("each command answers with one document of its schema", () => {
  const source = world.sample().toString();
  const lines = {
    doctor: ["doctor"],
    inspection: ["inspect", source],
    functions: ["functions", source],
    decompilation: ["decompile", source, "--name", "main"],
  } as const;

  for (const [kind, words] of Object.entries(lines)) {
    expect(RESPONSES[kind as keyof typeof lines].parse(succeeded(run(...words)))).toMatchObject({ kind });
  }
  const cleaned = RESPONSES.cleanup.parse(succeeded(ghidr(["clean", source], variables)));
  expect(cleaned.kind).toBe("cleanup");
});

test("each component that is missing or does not fit is told by its code, and nothing is left in the store", () => {
  const source = world.sample().toString();
  const [, ghidra = "", , jdk = ""] = installation.flags;
  const old = path.join(world.folder, "old");
  mkdirSync(path.join(old, "Ghidra"), { recursive: true });
  const properties = "application.name=Ghidra\napplication.version=9.2\n";
  writeFileSync(path.join(old, "Ghidra", "application.properties"), properties);
  const runtime = path.join(world.folder, "runtime");
  mkdirSync(path.join(runtime, "bin"), { recursive: true });
  symlinkSync(path.join(jdk, "bin", "java"), path.join(runtime, "bin", "java"));
  const codes = [
    [],
    ["--ghidra", path.join(world.folder, "nowhere"), "--java", jdk],
    ["--ghidra", old, "--java", jdk],
    ["--ghidra", ghidra, "--java", path.join(world.folder, "nowhere")],
    ["--ghidra", ghidra, "--java", runtime],
  ].map((flags) => failed(ghidr(["inspect", source, ...flags], variables), 1).code);

  expect(codes).toEqual([
    "ghidra_missing",
    "ghidra_missing",
    "ghidra_incompatible",
    "java_missing",
    "java_incompatible",
  ]);
  expectClean();
});

test("where nothing can be confined there is no worker, and the error says how to install bubblewrap", () => {
  const tools = path.join(world.folder, "tools");
  mkdirSync(tools);
  for (const name of ["flock", "mkdir"]) symlinkSync(`/usr/bin/${name}`, path.join(tools, name));
  const confined = installation.flags.map((flag) => (flag === "off" ? "bubblewrap" : flag));

  const error = failed(ghidr(["inspect", world.sample().toString(), ...confined], { ...variables, PATH: tools }), 1);

  expect(error.code).toBe("sandbox_unavailable");
  expect(Object.keys(error.details["install"] as object).sort()).toEqual(["arch", "debian", "fedora", "nix"]);

  writeFileSync(path.join(tools, "bwrap"), "#!/bin/sh\necho 'bwrap: No permissions' >&2\nexit 1\n", { mode: 0o755 });
  const refused = failed(ghidr(["inspect", world.sample().toString(), ...confined], { ...variables, PATH: tools }), 1);
  expect(refused.code).toBe("sandbox_unavailable");
  expect(refused.details["reason"]).toContain("No permissions");
  expect(existsSync(path.join(installation.trace, "worker"))).toBe(false);
  expectClean();
});

test("a page far beyond the end is empty, whatever its numbers", () => {
  const most = String(Number.MAX_SAFE_INTEGER);

  const answer = succeeded(run("functions", world.sample().toString(), "--offset", most, "--limit", most));

  expect(answer["data"]).toMatchObject({ page: { offset: Number(most), limit: Number(most), has_more: false } });
});

test("a path and a store keep bytes that are no UTF-8", () => {
  const odd = Buffer.concat([Buffer.from(`${world.folder}/`), Buffer.from([0x73, 0xff, 0xfe])]);
  writeFileSync(odd, "odd");
  const flags = installation.flags.map((flag) => `'${flag}'`).join(" ");

  const inspected = shell(`exec "$NODE" "$GHIDR" inspect "$FOLDER"/s$'\\xff\\xfe' ${flags}`, {
    ...variables,
    FOLDER: world.folder,
  });
  const provenance = succeeded(inspected)["provenance"] as { source_path: unknown };
  expect(provenance.source_path).toEqual({ encoding: "unix_bytes_base64", value: odd.toString("base64") });

  for (const line of [
    `exec "$NODE" "$GHIDR" doctor --store /tmp/s$'\\xff'`,
    `GHIDR_STORE=/tmp/s$'\\xff' exec "$NODE" "$GHIDR" doctor`,
  ]) {
    const error = failed(shell(line), 2);
    expect(error).toMatchObject({
      code: "invalid_store_path",
      details: { path: { encoding: "unix_bytes_base64", value: "L3RtcC9z/w==" } },
    });
  }
});

test("a relative path stays as it was given", () => {
  world.sample("relative");
  const flags = installation.flags.map((flag) => `'${flag}'`).join(" ");

  const answer = shell(`cd "$FOLDER" && exec "$NODE" "$GHIDR" inspect ./relative ${flags}`, {
    ...variables,
    FOLDER: world.folder,
  });

  expect(succeeded(answer)["provenance"]).toMatchObject({ source_path: { encoding: "utf8", value: "./relative" } });
});

test.each<[string, "no_response" | "only_temporary" | "garbage" | "other_invocation"]>([
  ["missing", "no_response"],
  ["merely temporary", "only_temporary"],
  ["malformed", "garbage"],
  ["mismatched", "other_invocation"],
])("a %s response is a protocol violation", (_, mode) => {
  installation.control({ mode });

  const error = failed(run("inspect", world.sample().toString()), 1);

  expect(error.code).toBe("protocol_violation");
  errorDocumentSchema.parse({ schema_version: 1, kind: "error", error });
  expectClean();
});

test.each(["start", "saved", "answered"])(
  "a worker that somebody kills at the phase %s leaves no Analysis behind",
  async (phase) => {
    installation.control({ mode: "works", delay: 1500 });
    const command = begin("inspect", world.sample().toString());
    const done = ended(command);

    kill(await workerAt(phase));

    const { status } = await done;
    // A worker that has answered may be killed and still have answered.
    if (phase === "answered") expect([0, 1]).toContain(status);
    else expect(failed(await done, 1)).toMatchObject({ code: "analysis_failed", retryable: false });
    if (status !== 0) expectClean();
  },
);

test("what a worker prints never reaches the streams, and a crash keeps 8 MiB of each in two segments", () => {
  installation.control({ mode: "crash", prints: 9_000_000 });

  const error = failed(run("inspect", world.sample().toString()), 1);

  expect(error.code).toBe("analysis_failed");
  const log = error.details["diagnostic_log"] as { path: { value: string }; truncated: boolean };
  expect(log.truncated).toBe(true);
  const folder = path.dirname(log.path.value);
  const sizes = execFileSync("sh", ["-c", "stat -c '%n %s %a' *.log"], { cwd: folder, encoding: "utf8" });
  const segment = 4 * 1024 * 1024;
  expect(sizes.trim().split("\n")).toEqual(
    ["stderr.head", "stderr.tail", "stdout.head", "stdout.tail"].map((name) => `${name}.log ${segment} 600`),
  );
  expectClean();
});

test("a worker that prints much and succeeds succeeds, and its log is gone", () => {
  installation.control({ mode: "works", prints: 9_000_000 });

  succeeded(run("inspect", world.sample().toString()));

  expect(world.below("diagnostics")).toEqual([]);
});

test("an interrupt ends the worker's whole group in order and exits with 130", async () => {
  installation.control({ mode: "hang", child: true });
  const command = begin("inspect", world.sample().toString());
  const worker = await workerAt("hanging");

  command.kill("SIGINT");

  const error = failed(await ended(command), 130);
  expect(error).toMatchObject({ code: "interrupted", retryable: true, details: { termination: "graceful" } });
  expect(isAlive(worker)).toBe(false);
  expect(isAlive(Number(readFileSync(path.join(installation.trace, "child.pid"), "utf8")))).toBe(false);
  expectClean();
});

test("a second interrupt does not wait for a worker that ignores the first", async () => {
  installation.control({ mode: "ignore" });
  const command = begin("inspect", world.sample().toString());
  const worker = await workerAt("hanging");
  const done = ended(command);

  command.kill("SIGINT");
  await setTimeout(500);
  const since = performance.now();
  command.kill("SIGINT");

  const error = failed(await done, 130);
  expect(error.details["termination"]).toBe("forced");
  expect(performance.now() - since).toBeLessThan(8000);
  expect(isAlive(worker)).toBe(false);
  expectClean();
});

test("a store in which nothing can be made fails a doctor and a question at once", () => {
  const store = ["--store", "/proc/no-such-store"];

  const report = failed(run("doctor", ...store), 1);
  const refusal = failed(run("inspect", world.sample().toString(), ...store), 1);

  expect(report).toMatchObject({ code: "doctor_failed", details: { report: { ready: false } } });
  expect(refusal.code).toBe("store_unwritable");
});

test("two commands at once: one works, the other is told to come back", async () => {
  installation.control({ mode: "works", delay: 6000 });
  const source = world.sample().toString();
  const first = begin("inspect", source);
  const done = ended(first);
  await workerAt("saved");
  // The first command sees the resolved profile when it looks the next time.
  await setTimeout(1000);

  const error = failed(run("functions", source), 1);

  expect(error).toMatchObject({ code: "analysis_busy", retryable: true });
  expect(error.details["analysis_profile_sha256"]).toMatch(/^[0-9a-f]{64}$/u);
  expect(succeeded(await done)["data"]).toMatchObject({ analysis: { disposition: "created" } });
  expect(succeeded(run("inspect", source))["data"]).toMatchObject({ analysis: { disposition: "reused" } });
});

test("a command killed at any moment leaves nothing that looks complete, and the next one cleans up and works", async () => {
  installation.control({ mode: "works", delay: 100 });
  const source = world.sample().toString();
  // The adapter of this installation is there from now on.
  succeeded(ghidr(["doctor", ...installation.flags], variables));
  for (let round = 0; round < 50; round++) {
    const command = begin("inspect", source);
    const done = ended(command);
    await setTimeout(Math.random() * 900);
    command.kill("SIGKILL");
    await done;
  }
  const manifests = world.below("analyses").filter((name) => name.endsWith("manifest.json"));
  expect(manifests.length).toBeLessThanOrEqual(1);

  const answer = succeeded(run("inspect", source));

  expect(answer["warnings"]).toEqual([expect.objectContaining({ code: "sandbox_disabled" })]);
  expect(world.below("staging")).toEqual([]);
  expect(world.analyses()).toHaveLength(1);
});

test("a filesystem that fills up during the analysis fails it, and leaves no Analysis", ({ skip }) => {
  const disk = path.join(world.folder, "disk");
  mkdirSync(disk);
  skip(!mounted(disk, "1100m"), "a filesystem of its own cannot be mounted here");
  try {
    installation.control({ mode: "works", project: 2 ** 31 - 1 });
    variables = { GHIDR_STORE: path.join(disk, "store") };

    const error = failed(run("inspect", world.sample().toString()), 1);

    expect(error.code).toBe("analysis_failed");
    expect(Number(error.details["available_bytes"])).toBeLessThan(64 * 1024 * 1024);
    const left = execFileSync("find", [disk, "-name", "manifest.json", "-path", "*analyses*"], { encoding: "utf8" });
    expect(left).toBe("");
  } finally {
    execFileSync("umount", [disk]);
  }
});

/** A filesystem of its own: 1,100 MiB have room for the reserve, not for much beside it. */
function mounted(directory: string, size: string): boolean {
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${size}`, "tmpfs", directory], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

test("a store without the reserve is refused before anything is copied", ({ skip }) => {
  const disk = path.join(world.folder, "disk");
  mkdirSync(disk);
  skip(!mounted(disk, "10m"), "a filesystem of its own cannot be mounted here");
  try {
    const error = failed(ghidr(["inspect", world.sample().toString(), "--store", path.join(disk, "store")]), 1);

    expect(error).toMatchObject({ code: "insufficient_space", retryable: true });
    expect(error.details).toMatchObject({ required_bytes: 1_073_741_824 + 17 });
  } finally {
    execFileSync("umount", [disk]);
  }
});

test("a cleanup of everything asks nobody in JSON, and nobody without a terminal", () => {
  succeeded(run("inspect", world.sample().toString()));

  const refused = failed(ghidr(["clean", "--all"], variables), 1);
  expect(refused).toMatchObject({ code: "confirmation_required", details: { matched: { analyses: 1 } } });
  const human = ghidr(["clean", "--all", "--format", "human"], variables);
  expect(human).toMatchObject({ status: 1, stdout: "" });
  expect(succeeded(ghidr(["clean", "--all", "--dry-run"], variables))["data"]).toMatchObject({ removed: null });
  expect(succeeded(ghidr(["clean", "--all", "--yes"], variables))["data"]).toMatchObject({ removed: { analyses: 1 } });
});

test("a person at a terminal is asked, and only a yes removes", () => {
  succeeded(run("inspect", world.sample().toString()));
  const ask = (said: string) => {
    const command = `(sleep 1; printf '${said}'; sleep 2) | script -qec "$NODE $GHIDR clean --all --format human" /dev/null`;
    return shell(command, { ...variables, TERM: "xterm" });
  };

  expect(ask("n\\n").stdout).toContain("Remove 1 Analyses");
  expect(ask("\\003")).toMatchObject({ status: 130, stdout: expect.stringContaining("stopped by SIGINT") });
  expect(world.analyses()).toHaveLength(1);
  expect(ask("y\\n").stdout).toContain("Removed 1 Analyses");
  expect(world.analyses()).toHaveLength(0);
});

test("a store below a link works, and so does a sample behind one", () => {
  const real = path.join(world.folder, "real");
  mkdirSync(real);
  symlinkSync(real, path.join(world.folder, "via"));
  variables = { GHIDR_STORE: path.join(world.folder, "via", "store") };

  succeeded(run("inspect", world.sample().toString()));

  expect(existsSync(path.join(real, "store", "store.json"))).toBe(true);
});

test("the command line and the protocol offer no remote destination", () => {
  const text = [readFileSync(GHIDR, "utf8"), ...OPERATIONS.map(({ name }) => ghidr([name, "--help"]).stdout)].join(
    "\n",
  );

  expect(text).not.toMatch(/\b(?:url|proxy|telemetry|endpoint|upload|https?:)/iu);
  const flags = [...text.matchAll(/^ +(--[a-z-]+)/gmu)].map((match) => match[1]);
  expect([...new Set(flags)].filter((flag) => /host|port|server|remote|address$/u.test(flag ?? ""))).toEqual([
    "--address",
  ]);
});
