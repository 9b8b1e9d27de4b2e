import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Failure } from "../../base/failure.ts";
import { RESPONSES } from "../../contracts/ghidr/envelope.ts";
import { ERROR_DETAILS, type GhidrErrorCode } from "../../contracts/ghidr/errors.ts";
import { ends, fakeGhidra, works, type Behaviour } from "../../../test/ghidr/fake-ghidra.ts";
import { rejection, World } from "../../../test/ghidr/world.ts";
import { tryLockFile } from "../../process/file-lock.ts";
import { clean, type CleanupTarget } from "./clean.ts";
import { inspect } from "./inspect.ts";
import { checkBudget, respond } from "./respond.ts";

let world: World;
beforeEach(() => void (world = new World()));
afterEach(() => world.close());

const SMALL = 1_000_000;

async function make(source: Buffer, behaviour: Behaviour = works): Promise<void> {
  await rejection(inspect(world.context(fakeGhidra(behaviour)), world.request(source)));
}

async function cleaned(target: CleanupTarget, dryRun = false) {
  const answer = await clean(world.context(fakeGhidra()), {
    target,
    dryRun,
    confirm: async () => true,
    affordable: () => {},
  });
  RESPONSES.cleanup.parse(JSON.parse((await respond(answer, world.store, SMALL)).text));
  return answer.data;
}

const of = (source: Buffer): CleanupTarget => ({ kind: "sample", source, maxSampleBytes: SMALL });

/** A store with two samples, of the first an Analysis, a quarantined one, an Artifact and a log. */
async function furnish(): Promise<{ first: Buffer; second: Buffer }> {
  const first = world.sample("first", "first");
  const second = world.sample("second", "second");
  await make(first, ends({ kind: "failed", reason: "crash" }));
  await make(first);
  writeFileSync(path.join(world.store, "analyses", world.analyses()[0] ?? "", "project", "stray"), "");
  await make(first);
  const answer = await inspect(world.context(fakeGhidra(works)), world.request(first));
  await respond({ ...answer, data: { ...answer.data, padding: "x".repeat(5000) } }, world.store, 4000);
  await make(second);
  return { first, second };
}

test("a dry run tells what would go, the cleanup removes exactly that, and another sample keeps its data", async () => {
  const { first, second } = await furnish();
  const before = world.below();
  const counts = { analyses: 1, derived: 1, quarantined_analyses: 1, artifacts: 1, diagnostic_logs: 1 };

  const planned = await cleaned(of(first), true);
  expect(world.below()).toEqual(before);
  const done = await cleaned(of(first));

  expect(planned).toMatchObject({ mode: "dry_run", matched: counts, removed: null });
  expect(done).toMatchObject({ mode: "executed", matched: planned.matched, removed: counts });
  expect(done.removed?.usage).toEqual(planned.matched.usage);
  expect(planned.matched.analysis_profile_sha256).toHaveLength(1);
  const sum = execFileSync("sha256sum", [first.toString()], { encoding: "utf8" }).slice(0, 64);
  expect(world.below().filter((name) => name.includes(sum))).toEqual([]);
  const again = await inspect(world.context(fakeGhidra(works)), world.request(second));
  expect(again.data.analysis.disposition).toBe("reused");
});

test("usage is what du counts", async () => {
  const { first } = await furnish();
  const sum = execFileSync("sha256sum", [first.toString()], { encoding: "utf8" }).slice(0, 64);
  const directories = ["analyses", "quarantine"].flatMap((name) =>
    readdirSync(path.join(world.store, name, sum)).map((profile) => path.join(world.store, name, sum, profile)),
  );

  const { matched } = await cleaned(of(first), true);

  const items = [
    ...directories.slice(0, 1),
    path.join(world.store, "derived", sum, path.basename(directories[0] ?? "")),
    ...readdirSync(directories[1] ?? "").map((id) => path.join(directories[1] ?? "", id)),
    ...world
      .below("artifacts")
      .filter((name) => name.endsWith(".json"))
      .map((name) => path.join(world.store, "artifacts", name)),
    ...readdirSync(path.join(world.store, "diagnostics", sum)).map((id) =>
      path.join(world.store, "diagnostics", sum, id),
    ),
  ];
  const allocated = items
    .map((item) => execFileSync("du", ["-s", "-B1", item], { encoding: "utf8" }))
    .reduce((total, line) => total + Number(line.split("\t")[0]), 0);
  const logical = execFileSync("find", [...items, "-type", "f", "-printf", "%s\n"], { encoding: "utf8" })
    .trim()
    .split("\n")
    .reduce((total, line) => total + Number(line), 0);
  expect(matched.usage).toEqual({ logical_bytes: logical, allocated_bytes: allocated });
});

test("a digest stands for a sample that is gone, and nothing to remove is a success", async () => {
  const { first } = await furnish();
  const sha256 = execFileSync("sha256sum", [first.toString()], { encoding: "utf8" }).slice(0, 64);

  expect(await cleaned({ kind: "digest", sha256 })).toMatchObject({ removed: { analyses: 1 } });
  expect(await cleaned({ kind: "digest", sha256 })).toMatchObject({
    mode: "executed",
    target: { kind: "digest", sha256 },
    removed: { analyses: 0, derived: 0, quarantined_analyses: 0, artifacts: 0, diagnostic_logs: 0 },
  });
});

test("--all removes everything but the engines, the other command's tree and what is not the tool's", async () => {
  await furnish();
  for (const name of ["engines/abc", "rea/analyses"]) mkdirSync(path.join(world.store, name), { recursive: true });
  writeFileSync(path.join(world.store, "analyses", "notes.txt"), "theirs");

  const done = await cleaned({ kind: "all" });

  expect(done.removed).toMatchObject({
    analyses: 2,
    derived: 2,
    quarantined_analyses: 1,
    artifacts: 1,
    diagnostic_logs: 1,
  });
  expect(world.below().filter((name) => !name.startsWith("engines") && !name.startsWith("rea"))).toEqual([
    "analyses",
    "analyses/notes.txt",
    "artifacts",
    "cleanup",
    "derived",
    "diagnostics",
    "locks",
    "quarantine",
    "staging",
    "store.json",
  ]);
});

test("--all without a yes changes nothing and tells what it would", async () => {
  await furnish();
  const before = world.below();

  const refused = await rejection(
    clean(world.context(fakeGhidra()), {
      target: { kind: "all" },
      dryRun: false,
      confirm: async () => false,
      affordable: () => {},
    }),
  );

  expect(refused).toMatchObject({ code: "confirmation_required", details: { matched: { analyses: 2 } } });
  expect(world.below()).toEqual(before);
});

test("a report that could not be said leaves everything where it is", async () => {
  const { first } = await furnish();
  const before = world.below();

  const refused = await rejection(
    clean(world.context(fakeGhidra()), {
      target: of(first),
      dryRun: false,
      confirm: async () => true,
      affordable: (prospective) => checkBudget(prospective, world.store, 10),
    }),
  );

  expect(refused).toMatchObject({ code: "inline_budget_too_small" });
  expect(world.below()).toEqual(before);
});

test("a link in the place of a target is not followed", async () => {
  const outside = path.join(world.folder, "outside");
  mkdirSync(outside);
  writeFileSync(path.join(outside, "precious"), "data");
  await furnish();
  const link = path.join(world.store, "analyses", "a".repeat(64));
  symlinkSync(outside, link);
  symlinkSync(outside, path.join(world.store, "diagnostics", "global"));

  await cleaned({ kind: "all" });

  expect(existsSync(path.join(outside, "precious"))).toBe(true);
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
});

test("one held lock stops a cleanup of everything before it changes anything", async () => {
  await furnish();
  const [sample = "", profile = ""] = (world.analyses()[1] ?? "").split("/");
  const lock = await tryLockFile(path.join(world.store, "locks", sample, `${profile}.lock`), "shared");
  const before = world.below();

  const busy = await rejection(cleaned({ kind: "all" }));

  expect(busy).toMatchObject({
    code: "analysis_busy",
    details: { sample_sha256: sample, analysis_profile_sha256: profile },
  });
  expect(world.below()).toEqual(before);
  lock?.release();
});

/** Root deletes everything, so the work is done as nobody. */
async function asOrdinaryUser<T>(work: () => Promise<T>): Promise<T> {
  const root = process.geteuid?.() === 0;
  if (root) execFileSync("chown", ["-R", "65534:65534", world.folder]);
  if (root) process.seteuid?.(65_534);
  try {
    return await work();
  } finally {
    if (root) process.seteuid?.(0);
    if (root) execFileSync("chown", ["-R", "0:0", world.folder]);
  }
}

test("what cannot be deleted makes the cleanup incomplete, satisfies no query, and the next one goes on", async () => {
  const source = world.sample();
  await make(source);
  const project = path.join("project", "analysis.rep", "idata");
  chmodSync(path.join(world.store, "analyses", world.analyses()[0] ?? "", project), 0o500);

  const failed = await asOrdinaryUser(() => rejection(cleaned(of(source))));

  if (!(failed instanceof Failure)) throw failed;
  expect(failed).toMatchObject({
    code: "cleanup_incomplete",
    details: { removed: { analyses: 0 }, remaining: { analyses: 1 }, reason: "EACCES" },
  });
  ERROR_DETAILS[failed.code as GhidrErrorCode].parse(failed.details);
  expect(world.analyses()).toEqual([]);
  expect((failed.details["transaction"] as { value: string }).value).toContain(path.join(world.store, "cleanup/"));
  await make(source);
  expect(await cleaned(of(source))).toMatchObject({ matched: { analyses: 2 }, removed: { analyses: 2 } });
  expect(world.below("cleanup")).toEqual([]);
});

test("a target that cannot be moved leaves every other where it was", async () => {
  await furnish();
  const stuck = path.join(world.store, "diagnostics", readdirSync(path.join(world.store, "diagnostics"))[0] ?? "");
  chmodSync(stuck, 0o500);
  const before = world.below();

  const failed = await asOrdinaryUser(() => rejection(cleaned({ kind: "all" })));

  chmodSync(stuck, 0o700);
  expect(failed).toMatchObject({ code: "store_unwritable" });
  expect(world.below().filter((name) => name !== "cleanup" && !name.startsWith("locks"))).toEqual(
    before.filter((name) => name !== "cleanup" && !name.startsWith("locks")),
  );
});

test("a store of another layout is not touched", async () => {
  await furnish();
  writeFileSync(path.join(world.store, "store.json"), '{"store_layout_version": 2}');
  mkdirSync(path.join(world.store, "staging", "0".repeat(32)));
  const before = world.below();

  expect(await rejection(cleaned({ kind: "all" }))).toMatchObject({ code: "store_unwritable" });
  // What it holds is not counted either: a rehearsal says what would happen.
  expect(await rejection(cleaned({ kind: "all" }, true))).toMatchObject({ code: "store_unwritable" });
  expect(world.below()).toEqual(before);
});

test("a store that does not exist is clean", async () => {
  expect(await cleaned({ kind: "all" })).toMatchObject({ removed: { analyses: 0 } });
  expect(existsSync(world.store)).toBe(false);
});
