import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Failure } from "../../base/failure.ts";
import { RESPONSES } from "../../contracts/ghidr/envelope.ts";
import { ERROR_DETAILS } from "../../contracts/ghidr/errors.ts";
import { doctorSchema, type DoctorData } from "../../contracts/ghidr/results.ts";
import type { GhidraPort } from "../../providers/ghidra/port.ts";
import { ends, fails, fakeGhidra, INSTALLATION, works, type Behaviour } from "../../../test/ghidr/fake-ghidra.ts";
import { rejection, World } from "../../../test/ghidr/world.ts";
import { doctor } from "./doctor.ts";
import { respond } from "./respond.ts";

let world: World;
beforeEach(() => void (world = new World()));
afterEach(() => world.close());

async function examined(ghidra: GhidraPort, sandbox: "bubblewrap" | "external" | "off" = "bubblewrap") {
  const { policy } = world.request(world.sample());
  return doctor(world.context(ghidra), { installation: { sandbox }, policy });
}

/** The report of an installation that is not ready. */
async function unready(ghidra: GhidraPort): Promise<DoctorData> {
  const error = await rejection(examined(ghidra));
  if (!(error instanceof Failure)) throw error;
  expect(error.code).toBe("doctor_failed");
  ERROR_DETAILS.doctor_failed.parse(error.details);
  const report = doctorSchema.parse(error.details["report"]);
  expect(report.ready).toBe(false);
  expect(world.below("staging")).toEqual([]);
  return report;
}

test("a healthy installation is ready, its sandbox verified by a worker, and nothing is left in the store", async () => {
  const ghidra = fakeGhidra(works);

  const answer = await examined(ghidra);

  RESPONSES.doctor.parse((await respond(answer, world.store, 65_536)).envelope);
  expect(answer.data).toMatchObject({
    ready: true,
    components: { sandbox: { status: "ready", backend: "bubblewrap", verification: "verified" } },
    pair_verified: true,
  });
  expect(ghidra.requests.map(({ operation }) => operation)).toEqual(["doctor"]);
  expect(world.below()).toEqual(["staging", "store.json"]);
});

test("the worker is asked to read files that it must not see", async () => {
  let asked: readonly string[] = [];
  const sees: Behaviour = async (request, options) => {
    if (request.operation !== "doctor") return {};
    asked = request.arguments.hidden_paths;
    const outcome = await works(request, options);
    const response = "response" in outcome ? outcome.response : undefined;
    if (response?.status !== "ok" || response.operation !== "doctor") return outcome;
    return { ...outcome, response: { ...response, result: { ...response.result, readable_paths: asked.slice(0, 1) } } };
  };

  const report = await unready(fakeGhidra(sees));

  expect(asked[0]).toContain(`${world.store}/staging/`);
  expect(report.components.sandbox).toMatchObject({ status: "invalid", verification: "unverified" });
  expect(report.components.ghidra.status).toBe("ready");
});

test("every component is looked at, whatever is wrong with the others", async () => {
  const failure = (code: "ghidra_missing" | "java_incompatible" | "sandbox_unavailable") =>
    new Failure(code, code, { reason: code });
  const broken: GhidraPort = {
    ...fakeGhidra(works),
    find: async () => ({
      ghidra: { status: "missing", version: null, path: null, failure: failure("ghidra_missing") },
      java: { status: "incompatible", version: "8", path: "/jdk8/bin/java", failure: failure("java_incompatible") },
    }),
    checkSandbox: async () => ({
      status: "missing",
      version: null,
      path: null,
      failure: failure("sandbox_unavailable"),
    }),
  };

  const { components, pair_verified } = await unready(broken);

  expect(pair_verified).toBeNull();
  expect(components).toMatchObject({
    ghidra: { status: "missing", version: null, launcher: null, problem: { code: "ghidra_missing" } },
    java: { status: "incompatible", version: "8", problem: { code: "java_incompatible" } },
    analysis_store: { status: "ready" },
    sandbox: { status: "missing", problem: { code: "sandbox_unavailable" } },
  });
});

test.each<[string, Behaviour, string]>([
  [
    "does not load a language",
    fails({ code: "ghidra_incompatible", message: "no language", details: { reason: "x" } }),
    "incompatible",
  ],
  ["crashes", ends({ kind: "failed", reason: "signal SIGSEGV" }), "invalid"],
])("a Ghidra that %s is not ready", async (_, behaviour, status) => {
  expect((await unready(fakeGhidra(behaviour))).components.ghidra).toMatchObject({
    status,
    version: "10.3",
    problem: { diagnostic_log: { sensitive: true, path: { value: expect.stringContaining("/diagnostics/global/") } } },
  });
});

test("a store that cannot be written is told with the rest", async () => {
  mkdirSync(world.store);
  writeFileSync(path.join(world.store, "store.json"), '{"store_layout_version": 2}');

  const { components } = await unready(fakeGhidra(works));

  expect(components.analysis_store).toMatchObject({
    status: "unwritable",
    path: { encoding: "utf8", value: world.store },
    problem: { code: "store_unwritable" },
  });
  expect(components.ghidra.status).toBe("ready");
});

test("usage leaves out engines, which have a figure of their own, and the other command's tree", async () => {
  for (const name of ["engines", "rea", "analyses"]) {
    mkdirSync(path.join(world.store, name), { recursive: true });
    writeFileSync(path.join(world.store, name, "file"), "x".repeat(10_000));
  }

  const { data } = await examined(fakeGhidra(works));

  const du = (...words: string[]) => Number(execFileSync("du", words, { encoding: "utf8" }).split("\t")[0]);
  const { usage, engines_usage } = data.components.analysis_store;
  expect(engines_usage).toEqual({
    logical_bytes: 10_000,
    allocated_bytes: du("-s", "-B1", path.join(world.store, "engines")),
  });
  expect(usage.allocated_bytes).toBe(du("-s", "-B1", "--exclude=engines", "--exclude=rea", world.store));
});

test("a sandbox around the command is believed and told as unverified, none is told as that", async () => {
  const external = await examined(fakeGhidra(works), "external");
  const off = await examined(fakeGhidra(works), "off");

  expect(external.data.components.sandbox.verification).toBe("unverified");
  expect(external.warnings.map(({ code }) => code)).toEqual(["external_sandbox_unverified"]);
  expect(off.data.components.sandbox.verification).toBe("disabled");
  expect(off.warnings.map(({ code }) => code)).toEqual(["sandbox_disabled"]);
});

test("a pair that the suite did not run is told as that", async () => {
  const other: GhidraPort = {
    ...fakeGhidra(works),
    find: async () => ({
      ghidra: { status: "ready", version: "12.1.2", path: "/g" },
      java: { status: "ready", version: "21", path: "/j" },
      installation: { ...INSTALLATION, version: "12.1.2", javaVersion: "21", verified: false },
    }),
  };

  const { data, warnings } = await examined(other);

  expect(data.pair_verified).toBe(false);
  expect(warnings).toMatchObject([
    { code: "unverified_installation", details: { ghidra_version: "12.1.2", java_version: "21" } },
  ]);
});
