import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { sha256OfPieces } from "../base/digest.ts";
import { sealProfile } from "../contracts/profile.ts";
import { findAnalysis, quarantineAnalysis, readPart, saveAnalysis, type FinishedAnalysis } from "./analyses.ts";
import { writeArtifact } from "./artifacts.ts";
import { cleanStore } from "./clean.ts";
import { containerPieces } from "./container.ts";
import type { AnalysisKey } from "./manifest.ts";
import { saveText } from "./texts.ts";

let folder: string;
let store: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "rea-store-"));
  store = path.join(folder, "store");
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const SAMPLE = "a".repeat(64);

function keyOf(sample = SAMPLE, version = "1"): AnalysisKey {
  const profile = sealProfile({
    schema_version: 1,
    provider: { id: "embedded", version },
    provider_profile_schema_version: 1,
    parameters: {},
  });
  return { sample: { sha256: sample, size: 10 }, profile };
}

function finished(text = "hello"): FinishedAnalysis {
  const parts = { summary: { text }, functions: { rva: new Uint32Array([1, 2, 3]) } };
  return {
    target: { format: "elf", architecture: "x86_64", image_base: "0x400000" },
    parts: Object.entries(parts).map(([name, value]) => {
      const pieces = containerPieces(value);
      return { name, pieces, sha256: sha256OfPieces(pieces) };
    }),
    version: "1.2.3",
  };
}

function complete(key = keyOf()) {
  const found = findAnalysis(store, key);
  if (found.state !== "complete") throw new Error(`the analysis is ${found.state}`);
  return found.analysis;
}

function analysisDirectory(key = keyOf()): string {
  return path.join(store, "rea", "analyses", key.sample.sha256, key.profile.digest);
}

function files(): readonly string[] {
  return execFileSync("find", [store, "-type", "f", "-printf", "%P\n"], { encoding: "utf8" })
    .split("\n")
    .sort()
    .slice(1);
}

test("a saved analysis is found by sample and profile, part by part", async () => {
  expect(findAnalysis(store, keyOf())).toEqual({ state: "absent" });

  await saveAnalysis(store, keyOf(), finished());

  const analysis = complete();
  expect(analysis.manifest.target).toEqual(finished().target);
  expect(await readPart(analysis, "summary")).toEqual({ text: "hello" });
  expect(await readPart(analysis, "functions")).toEqual({ rva: new Uint32Array([1, 2, 3]) });
  expect(await readPart(analysis, "no-such-part")).toBeUndefined();
  expect(findAnalysis(store, keyOf("b".repeat(64)))).toEqual({ state: "absent" });
  expect(findAnalysis(store, keyOf(SAMPLE, "2"))).toEqual({ state: "absent" });
});

test("only the owner can look into what the tool makes, and no draft stays", async () => {
  await saveAnalysis(store, keyOf(), finished());

  const listed = execFileSync("find", [store, "-printf", "%y %m\n"], { encoding: "utf8" }).trim().split("\n");
  expect([...new Set(listed)].sort()).toEqual(["d 700", "f 600"]);
  expect(readdirSync(path.join(store, "rea", "staging"))).toEqual([]);
  expect(JSON.parse(readFileSync(path.join(store, "store.json"), "utf8"))).toEqual({ store_layout_version: 1 });
});

test("a flipped bit in a part makes that part unreadable", async () => {
  await saveAnalysis(store, keyOf(), finished());
  const file = path.join(analysisDirectory(), "functions.bin");
  const bytes = readFileSync(file);
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
  writeFileSync(file, bytes);

  const analysis = complete();

  expect(await readPart(analysis, "functions")).toBeUndefined();
  expect(await readPart(analysis, "summary")).toEqual({ text: "hello" });
});

test.each<[string, (directory: string) => void]>([
  ["a missing part", (directory) => rmSync(path.join(directory, "summary.bin"))],
  ["a stray file", (directory) => writeFileSync(path.join(directory, "notes.txt"), "")],
  ["a part that is a link", (directory) => replaceByLink(path.join(directory, "summary.bin"))],
  ["a missing manifest", (directory) => rmSync(path.join(directory, "manifest.json"))],
  ["a manifest that is a link", (directory) => replaceByLink(path.join(directory, "manifest.json"))],
  ["a manifest cut in half", (directory) => edit(directory, (text) => text.slice(0, text.length / 2))],
  ["another image base in the manifest", (directory) => edit(directory, (text) => text.replace("0x400000", "0x0"))],
])("%s makes the analysis damaged", async (_, damage) => {
  await saveAnalysis(store, keyOf(), finished());

  damage(analysisDirectory());

  expect(findAnalysis(store, keyOf())).toMatchObject({ state: "damaged" });
});

function replaceByLink(file: string): void {
  const copy = path.join(folder, "elsewhere");
  writeFileSync(copy, readFileSync(file));
  rmSync(file);
  symlinkSync(copy, file);
}

function edit(directory: string, change: (text: string) => string): void {
  const file = path.join(directory, "manifest.json");
  writeFileSync(file, change(readFileSync(file, "utf8")));
}

test("the manifest of another profile in the place of this one is damaged", async () => {
  await saveAnalysis(store, keyOf(), finished());
  await saveAnalysis(store, keyOf(SAMPLE, "2"), finished("other"));

  writeFileSync(
    path.join(analysisDirectory(), "manifest.json"),
    readFileSync(path.join(analysisDirectory(keyOf(SAMPLE, "2")), "manifest.json")),
  );

  expect(findAnalysis(store, keyOf())).toMatchObject({ state: "damaged" });
});

test("the first of two equal analyses stays", async () => {
  await Promise.all([saveAnalysis(store, keyOf(), finished()), saveAnalysis(store, keyOf(), finished())]);
  const before = statSync(analysisDirectory()).ino;

  await saveAnalysis(store, keyOf(), finished());

  expect(statSync(analysisDirectory()).ino).toBe(before);
  expect(await readPart(complete(), "summary")).toEqual({ text: "hello" });
});

test("a quarantined analysis is kept but never found", async () => {
  await saveAnalysis(store, keyOf(), finished());

  await quarantineAnalysis(store, keyOf());
  await quarantineAnalysis(store, keyOf());

  expect(findAnalysis(store, keyOf())).toEqual({ state: "absent" });
  expect(files().filter((file) => file.startsWith("rea/quarantine/"))).toHaveLength(3);
});

test("a directory of the tree that is a link is not followed, neither to read nor to write", async () => {
  await saveAnalysis(store, keyOf(), finished());
  const outside = path.join(folder, "outside");
  execFileSync("mv", [path.join(store, "rea", "analyses"), outside]);
  symlinkSync(outside, path.join(store, "rea", "analyses"));

  expect(findAnalysis(store, keyOf())).toEqual({ state: "absent" });
  await expect(saveAnalysis(store, keyOf(SAMPLE, "2"), finished())).rejects.toMatchObject({ code: "store_unwritable" });
  expect(readdirSync(path.join(outside, SAMPLE))).toHaveLength(1);
});

test("a store of another layout is not written to", async () => {
  mkdirSync(store);
  writeFileSync(path.join(store, "store.json"), '{"store_layout_version": 2}');

  await expect(saveAnalysis(store, keyOf(), finished())).rejects.toMatchObject({ code: "store_unwritable" });
  expect(readdirSync(store)).toEqual(["store.json"]);
});

test("a store that this user may not write to is store_unwritable and has nothing", async () => {
  mkdirSync(store, { mode: 0o500 });
  chmodSync(folder, 0o755);

  await asOrdinaryUser(async () => {
    expect(findAnalysis(store, keyOf())).toEqual({ state: "absent" });
    await expect(saveAnalysis(store, keyOf(), finished())).rejects.toMatchObject({ code: "store_unwritable" });
  });
});

test.runIf(process.geteuid?.() === 0)(
  "what another user has put into a store is neither believed nor added to",
  async () => {
    await saveAnalysis(store, keyOf(), finished());
    execFileSync("chmod", ["-R", "a+rwX", folder]);

    await asOrdinaryUser(async () => {
      expect(findAnalysis(store, keyOf())).toEqual({ state: "absent" });
      await expect(saveAnalysis(store, keyOf(), finished())).rejects.toMatchObject({ code: "store_unwritable" });
    });
  },
);

/** Root writes everywhere, so the work is done as nobody. */
async function asOrdinaryUser(work: () => Promise<void>): Promise<void> {
  const root = process.geteuid?.() === 0;
  if (root) process.seteuid?.(65_534);
  try {
    await work();
  } finally {
    if (root) process.seteuid?.(0);
  }
}

test("the next writer removes what a dead process left in staging, not what a live one has there", async () => {
  await saveAnalysis(store, keyOf(), finished());
  const staging = path.join(store, "rea", "staging");
  const start =
    readFileSync("/proc/1/stat", "latin1")
      .replace(/^.*\) /su, "")
      .split(" ")[19] ?? "";
  const dead = ["p1-3-000000000000", "p4194304999-5-000000000000"];
  const live = `p1-${start}-000000000000`;
  for (const name of [...dead, live, "not-ours"]) mkdirSync(path.join(staging, name));

  await writeArtifact(store, SAMPLE, SAMPLE, Buffer.from("{}"));

  expect(readdirSync(staging).sort()).toEqual(["not-ours", live].sort());
});

test("an artifact is named by its bytes and written once", async () => {
  const bytes = Buffer.from('{"answer": 42}\n');

  const first = await writeArtifact(store, SAMPLE, "b".repeat(64), bytes);
  const second = await writeArtifact(store, SAMPLE, "b".repeat(64), bytes);

  const digest = execFileSync("sha256sum", [first.path], { encoding: "utf8" }).slice(0, 64);
  expect(first).toEqual({
    path: path.join(store, "rea", "artifacts", SAMPLE, "b".repeat(64), `${digest}.json`),
    bytes: 15,
    sha256: digest,
  });
  expect(second).toEqual(first);
});

test("cleaning everything removes what the tool made and leaves what it did not", async () => {
  await saveAnalysis(store, keyOf(), finished());
  await saveAnalysis(store, keyOf("b".repeat(64)), finished());
  await quarantineAnalysis(store, keyOf());
  await writeArtifact(store, SAMPLE, SAMPLE, Buffer.from("{}"));
  await saveText(store, { sample: SAMPLE, making: SAMPLE }, 0x401120n, { text: "int main(void)" });
  const size = files().reduce((sum, file) => sum + statSync(path.join(store, file)).size, 0);
  const theirs = ["analyses/theirs", `rea/analyses/${"b".repeat(64)}/notes.txt`, "rea/analyses/notes.txt"];
  mkdirSync(path.join(store, "analyses"));
  for (const file of theirs) writeFileSync(path.join(store, file), "theirs");

  const report = await cleanStore({ store, all: true });

  const kept = statSync(path.join(store, "store.json")).size;
  expect(report).toEqual({
    store,
    analyses: 1,
    artifacts: 1,
    texts: 1,
    locks: 0,
    staging: 0,
    quarantined: 1,
    bytes: size - kept,
  });
  expect(files()).toEqual([...theirs, "store.json"].sort());
  expect(await cleanStore({ store, all: true })).toMatchObject({ analyses: 0, artifacts: 0, bytes: 0 });
});

test("cleaning removes locks, of older builds in folders of their samples too", async () => {
  const [other, profile] = ["b".repeat(64), "d".repeat(64)];
  const locks = path.join(store, "rea", "locks");
  for (const sample of [SAMPLE, other]) mkdirSync(path.join(locks, sample), { recursive: true });
  const files = [`${SAMPLE}.${profile}.lock`, `${SAMPLE}/${profile}.lock`, `${other}.${profile}.lock`];
  const theirs = [`${SAMPLE}.lock`, `${SAMPLE}.${profile}.lock.old`, "notes.txt"];
  for (const file of [...files, ...theirs]) writeFileSync(path.join(locks, file), "");

  expect(await cleanStore({ store, sample: SAMPLE })).toMatchObject({ locks: 2 });
  expect(readdirSync(locks).sort()).toEqual([...theirs, other, `${other}.${profile}.lock`].sort());
  expect(await cleanStore({ store, all: true })).toMatchObject({ locks: 1 });
  expect(readdirSync(locks).sort()).toEqual(theirs.sort());
});

test("cleaning one sample keeps the others", async () => {
  await saveAnalysis(store, keyOf(), finished());
  await saveAnalysis(store, keyOf("b".repeat(64)), finished());

  expect(await cleanStore({ store, sample: SAMPLE })).toMatchObject({ analyses: 1 });

  expect(findAnalysis(store, keyOf())).toEqual({ state: "absent" });
  expect(findAnalysis(store, keyOf("b".repeat(64)))).toMatchObject({ state: "complete" });
});

test("cleaning follows no link", async () => {
  const outside = path.join(folder, "outside");
  mkdirSync(path.join(outside, "c".repeat(64)), { recursive: true });
  writeFileSync(path.join(outside, "c".repeat(64), "manifest.json"), "theirs");
  await saveAnalysis(store, keyOf(), finished());
  symlinkSync(outside, path.join(store, "rea", "analyses", "d".repeat(64)));
  symlinkSync(outside, path.join(store, "rea", "quarantine"));

  await cleanStore({ store, all: true });

  expect(existsSync(path.join(outside, "c".repeat(64), "manifest.json"))).toBe(true);
});

test("cleaning needs to be told what, and a store that does not exist is clean", async () => {
  await expect(cleanStore({ store })).rejects.toMatchObject({ code: "invalid_arguments" });
  await expect(cleanStore({ store, sample: "../.." })).rejects.toMatchObject({ code: "invalid_arguments" });
  expect(await cleanStore({ store, all: true })).toMatchObject({ analyses: 0, bytes: 0 });
});
