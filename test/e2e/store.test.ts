/** The store behind the commands: shared by processes, damaged, out of reach, cleaned. */
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, existsSync, readdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { ended, type Run } from "../command-run.ts";
import { filesBelow, rea, REA, sample, startRea, temporaryFolder } from "./cli-runner.ts";

const PROGRAM = sample("features-o2");
/** About 95 MB: seconds of analysis. */
const LARGE = process.execPath;

function ask(store: string, file = PROGRAM, ...flags: readonly string[]): Run {
  return rea(["functions", file, "--json", "--limit", "5", ...flags], { variables: { REA_STORE: store } });
}

function answer({ status, stdout, stderr }: Run): { result: unknown; warnings: readonly { code: string }[] } {
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  // The envelope, whose shape other tests check.
  return JSON.parse(stdout) as { result: unknown; warnings: readonly { code: string }[] };
}

function partFile(store: string, part: string): string {
  const [file = ""] = filesBelow(store).filter((name) => name.endsWith(`/${part}.bin`) && name.includes("/analyses/"));
  return file;
}

test("a flipped byte in a stored part is noticed: the same answer, a warning, and then a whole store again", () => {
  const store = temporaryFolder();
  const before = answer(ask(store));
  const file = partFile(store, "functions");
  const bytes = readFileSync(file);
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 5) ^ 1, bytes.length - 5);
  writeFileSync(file, bytes);

  const during = answer(ask(store));
  const after = answer(ask(store));

  expect(during.result).toEqual(before.result);
  expect(during.warnings.map(({ code }) => code)).toEqual(["corrupt_analysis_rebuilt"]);
  expect(after).toEqual(before);
});

test("two processes that ask for the same sample at once both answer, and one analysis is kept", async () => {
  const store = temporaryFolder();
  const words = ["functions", PROGRAM, "--json"];

  const runs = await Promise.all([1, 2, 3].map(() => ended(startRea(words, { REA_STORE: store }))));

  expect(new Set(runs.map(({ stdout }) => stdout)).size).toBe(1);
  expect(runs.map(({ status }) => status)).toEqual([0, 0, 0]);
  expect(filesBelow(store).filter((file) => file.endsWith("manifest.json"))).toHaveLength(1);
  expect(readdirSync(path.join(store, "rea", "staging"))).toEqual([]);
});

test("the lock of a process that is killed in mid-analysis is free at once", async () => {
  const store = temporaryFolder();
  const child = startRea(["functions", LARGE, "--json", "--limit", "1"], { REA_STORE: store });
  const result = ended(child);
  await expect.poll(() => filesBelow(store).some(isLocked), { timeout: 20_000 }).toBe(true);

  child.kill("SIGKILL");
  await result;

  const left = filesBelow(store);
  expect(left).toEqual([expect.stringMatching(/\.lock$/u)]);
  expect(left.some(isLocked)).toBe(false);
});

function isLocked(file: string): boolean {
  return file.endsWith(".lock") && spawnSync("flock", ["--nonblock", file, "true"]).status === 1;
}

test("a store that this user cannot write to costs a warning, not the answer", () => {
  const store = temporaryFolder();
  chmodSync(store, 0o500);

  const run = asOrdinaryUser(["functions", PROGRAM, "--json", "--limit", "5"], { REA_STORE: store });

  expect(answer(run).warnings.map(({ code }) => code)).toEqual(["store_unwritable"]);
});

test("a file that this user cannot read is its own error", () => {
  const file = path.join(temporaryFolder(), "secret");
  copyFileSync(PROGRAM, file);
  chmodSync(file, 0o000);

  const { status, stderr } = asOrdinaryUser(["functions", file, "--json", "--no-cache"], {});

  expect(status).toBe(1);
  expect(JSON.parse(stderr)).toMatchObject({ error: { code: "sample_unreadable", category: "permission_required" } });
});

/** Root reads and writes everything, so the command is run as nobody from a folder that nobody can enter. */
function asOrdinaryUser(words: readonly string[], variables: Readonly<Record<string, string>>): Run {
  const options = {
    env: { PATH: process.env["PATH"] ?? "", HOME: "/nonexistent", ...variables },
    encoding: "utf8",
  } as const;
  if (process.getuid?.() !== 0) return spawnSync(process.execPath, [REA, ...words], options);
  const folder = temporaryFolder();
  execFileSync("cp", ["-r", path.dirname(REA), PROGRAM, folder]);
  execFileSync("chmod", ["-R", "a+rX", folder]);
  for (const file of words.filter((word) => path.isAbsolute(word))) chmodSync(path.dirname(file), 0o755);
  const script = path.join(folder, "dist", "rea.js");
  const moved = words.map((word) => (word === PROGRAM ? path.join(folder, path.basename(PROGRAM)) : word));
  if ("REA_STORE" in variables) chmodSync(variables["REA_STORE"], 0o755);
  return spawnSync("setpriv", ["--reuid=65534", "--clear-groups", process.execPath, script, ...moved], options);
}

test.each<[string, (folder: string) => string]>([
  ["sample_missing", (folder) => path.join(folder, "absent")],
  ["sample_not_regular", (folder) => folder],
  ["sample_not_regular", (folder) => made(folder, "fifo", (file) => execFileSync("mkfifo", [file]))],
  ["sample_empty", (folder) => made(folder, "empty", (file) => writeFileSync(file, ""))],
  [
    "sample_too_large",
    (folder) => made(folder, "sparse", (file) => (writeFileSync(file, ""), truncateSync(file, 5e9))),
  ],
])("%s is answered at once and touches no store", (code, make) => {
  const store = temporaryFolder();
  const started = performance.now();

  const { status, stdout, stderr } = ask(store, make(temporaryFolder()));

  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  expect(JSON.parse(stderr)).toMatchObject({ error: { code } });
  expect(filesBelow(store)).toEqual([]);
  expect(performance.now() - started).toBeLessThan(5000);
});

function made(folder: string, name: string, make: (file: string) => void): string {
  const file = path.join(folder, name);
  make(file);
  return file;
}

test("--no-cache neither reads nor writes a store, and a relative one is refused", () => {
  const store = temporaryFolder();

  answer(ask(store, PROGRAM, "--no-cache"));

  expect(readdirSync(store)).toEqual([]);
  expect(JSON.parse(ask("relative").stderr)).toMatchObject({ error: { code: "invalid_store_path" } });
});

test("clean removes what was kept and the next question makes it again", () => {
  const store = temporaryFolder();
  const before = answer(ask(store));

  const { status } = rea(["clean", "--all", "--yes"], { variables: { REA_STORE: store } });

  expect(status).toBe(0);
  expect(existsSync(partFile(store, "functions"))).toBe(false);
  expect(answer(ask(store))).toEqual(before);
});
