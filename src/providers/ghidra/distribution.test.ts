import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { isAtLeast, parseApplication } from "./application.ts";
import { classPath, findDistribution } from "./distribution.ts";
import { createGhidra } from "./ghidra.ts";
import { findJava, refuseJava } from "./java-home.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "rea-found-"));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function put(name: string, text: string, mode = 0o644): string {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  chmodSync(file, mode);
  return file;
}

const PROPERTIES = [
  "application.name=Ghidra",
  "application.version=12.1.2",
  "application.java.min=21",
  "application.java.max=",
  "application.revision.ghidra=abc",
].join("\n");

function options(more: { ghidra?: string; java?: string; environment?: Record<string, string> } = {}) {
  const { signal } = new AbortController();
  return { environment: {}, store: path.join(folder, "store"), progress: () => {}, signal, ...more };
}

function distribution(properties = PROPERTIES): string {
  put("ghidra/Ghidra/application.properties", properties);
  put("ghidra/support/analyzeHeadless", "", 0o755);
  for (const jar of ["Framework/Utility/lib/Utility.jar", "Features/Base/lib/Base.jar", "Features/Base/lib/x.txt"]) {
    put(`ghidra/Ghidra/${jar}`, "");
  }
  return path.join(folder, "ghidra");
}

function jdk(version: string): string {
  for (const tool of ["java", "javac"]) put(`jdk/bin/${tool}`, "#!/bin/sh\n", 0o755);
  put("jdk/release", `IMPLEMENTOR="X"\nJAVA_VERSION="${version}"\n`);
  return path.join(folder, "jdk");
}

test("the properties of Ghidra name its version and the Java it takes", () => {
  expect(parseApplication(PROPERTIES)).toEqual({
    version: "12.1.2",
    leastJava: 21,
    latestJava: undefined,
    build: "abc",
  });
  expect(parseApplication(PROPERTIES.replace("max=", "max=24"))?.latestJava).toBe(24);
  expect(parseApplication("application.name=Other\napplication.version=1")).toBeUndefined();
  expect(parseApplication("")).toBeUndefined();
});

test("versions compare by their numbers", () => {
  const pairs = [
    ["10.3", "10.3"],
    ["10.10", "10.3"],
    ["12.1.2", "10.3"],
    ["10.3.1", "10.3"],
    ["10.2.3", "10.3"],
    ["9.2", "10.3"],
  ] as const;

  expect(pairs.map(([version, least]) => isAtLeast(version, least))).toEqual([true, true, true, true, false, false]);
});

test("a distribution is found by its flag or its variable, with its jars in order", async () => {
  const directory = distribution();

  const found = await findDistribution(options({ environment: { GHIDRA_INSTALL_DIR: directory } }), folder);

  expect(found).toMatchObject({ layout: "distribution", launcher: `${directory}/support/analyzeHeadless` });
  expect(await classPath({ directory, layout: "distribution" })).toEqual([
    `${directory}/Ghidra/Framework/Utility/lib/Utility.jar`,
    `${directory}/Ghidra/Features/Base/lib/Base.jar`,
  ]);
});

test("a Ghidra that nobody names, that is not there, too old or something else is refused with its reason", async () => {
  const old = distribution(PROPERTIES.replace("12.1.2", "10.2.3"));
  const text = put("notes.jar", "no archive at all");

  const codes = [];
  for (const ghidra of [undefined, path.join(folder, "absent"), old, folder, text]) {
    const found = await findDistribution(options(ghidra === undefined ? {} : { ghidra }), path.join(folder, "engines"));
    codes.push("code" in found ? found.code : "found");
  }

  expect(codes).toEqual([
    "ghidra_missing",
    "ghidra_missing",
    "ghidra_incompatible",
    "ghidra_incompatible",
    "ghidra_incompatible",
  ]);
});

test("a JDK is found by its flag before its variable, and by the search path last", async () => {
  const java = jdk("17.0.15");
  const environment = { JAVA_HOME: path.join(folder, "absent"), PATH: path.join(java, "bin") };

  expect(await findJava({ java, environment })).toMatchObject({ directory: java, feature: 17, version: "17.0.15" });
  expect(await findJava({ environment })).toMatchObject({ code: "java_missing" });
  expect(await findJava({ environment: { JAVA_HOME: "", PATH: environment.PATH } })).toMatchObject({ directory: java });
  expect(await findJava({ environment: {} })).toMatchObject({ code: "java_missing" });
});

test("a runtime without a compiler, and a Java that Ghidra does not take, are incompatible", async () => {
  const java = jdk("17.0.15");
  const application = parseApplication(PROPERTIES);
  const found = await findJava({ java, environment: {} });
  if (application === undefined || !("feature" in found)) throw new Error("neither was found");

  expect(refuseJava(found, application)).toMatchObject({ code: "java_incompatible" });
  expect(refuseJava({ ...found, feature: 21 }, application)).toBeUndefined();
  expect(refuseJava({ ...found, feature: 25 }, { ...application, latestJava: 24 })).toBeDefined();
  rmSync(path.join(java, "bin", "javac"));
  expect(await findJava({ java, environment: {} })).toMatchObject({ code: "java_incompatible" });
});

test("what the compiler says of a Ghidra without the classes is the reason", async () => {
  const java = jdk("21.0.1");
  put(
    "jdk/bin/javac",
    "#!/bin/sh\necho 'Adapter.java:9: error: package ghidra.app does not exist' >&2\nexit 1\n",
    0o755,
  );

  const found = await createGhidra().find(options({ ghidra: distribution(), java }));

  expect(found.installation).toBeUndefined();
  expect(found.java.status).toBe("ready");
  expect(found.ghidra).toMatchObject({ status: "incompatible", version: "12.1.2" });
  expect(found.ghidra.failure?.details["reason"]).toContain("package ghidra.app does not exist");
});

test("a store that cannot be written is told beside what was found of Java", async () => {
  const java = jdk("21.0.1");
  put("store", "a file");

  const found = await createGhidra().find(options({ ghidra: distribution(), java }));

  expect(found.java.status).toBe("ready");
  expect(found.ghidra.failure).toMatchObject({ code: "store_unwritable" });
});
