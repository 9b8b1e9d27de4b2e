/** The operation table, the adapter's dispatch, the published schemas and the answers name the same operations. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { KINDS } from "../src/contracts/ghidr/envelope.ts";
import { ERROR_DETAILS } from "../src/contracts/ghidr/errors.ts";
import { OPERATIONS } from "../src/operations/ghidr/table.ts";
import { EXTRACTORS } from "../src/providers/ghidra/extracts.ts";
import { WORKER_OPERATIONS } from "../src/providers/ghidra/worker-protocol.ts";
import { ghidrSchemaFiles } from "../src/surfaces/ghidr/schema-files.ts";
import { COMMANDS } from "../src/surfaces/ghidr/grammar.ts";

const ROOT = path.resolve(import.meta.dirname, "..");

test("the published schemas are those of the code", () => {
  const folder = path.join(ROOT, "schemas", "v1");
  const committed = new Map(readdirSync(folder).map((name) => [name, readFileSync(path.join(folder, name), "utf8")]));

  expect(Object.fromEntries(committed)).toEqual(Object.fromEntries(ghidrSchemaFiles()));
});

test("every operation has a command, a kind, a schema, a category and a description of one sentence", () => {
  expect(OPERATIONS.map(({ name }) => name).sort()).toEqual(Object.keys(COMMANDS).sort());
  expect(OPERATIONS.map(({ kind }) => kind).sort()).toEqual([...KINDS].sort());
  for (const { schema, description } of OPERATIONS) {
    expect([...ghidrSchemaFiles().keys()]).toContain(schema);
    expect(description).toMatch(/^[A-Z][^.]+\.$/u);
  }
});

test("the adapter dispatches exactly what the table asks of it, and the extraction", () => {
  const source = readFileSync(path.join(ROOT, "java/adapter/rea/ghidra/Operations.java"), "utf8");
  const dispatched = [...source.matchAll(/"(?<name>\w+)", \w+::run/gu)].map((match) => match.groups?.["name"]);
  const asked = OPERATIONS.flatMap(({ worker }) => (worker === null ? [] : [worker]));

  expect(dispatched.sort()).toEqual([...WORKER_OPERATIONS].sort());
  expect([...asked, "extract"].sort()).toEqual([...WORKER_OPERATIONS].sort());
});

test("every extractor answers the command of its name, and every question about a sample has a worker or an extract", () => {
  const extracted = OPERATIONS.flatMap(({ name, extractor }) => (extractor === null ? [] : [{ name, extractor }]));
  const source = readFileSync(path.join(ROOT, "java/adapter/rea/ghidra/Extractors.java"), "utf8");
  const inJava = [...source.matchAll(/"(?<name>\w+)", \w+::(?:write|extract|run)/gu)].map(
    (match) => match.groups?.["name"],
  );

  for (const { name, extractor } of extracted) expect(extractor).toBe(name);
  expect(extracted.map(({ name }) => name).sort()).toEqual([...EXTRACTORS].sort());
  expect(inJava.sort()).toEqual([...EXTRACTORS].sort());
  for (const { name, worker, extractor } of OPERATIONS) {
    const isAboutSamples = COMMANDS[name].sample === "required";
    expect(worker !== null || extractor !== null, name).toBe(isAboutSamples || name === "doctor");
    expect(worker !== null && extractor !== null, name).toBe(false);
  }
});

test("the answers that are compared cover every operation", () => {
  const names = readdirSync(path.join(ROOT, "test/golden/ghidr")).map((name) => /^[a-z]+/u.exec(name)?.[0]);

  expect([...new Set(names)].sort()).toEqual(OPERATIONS.map(({ name }) => name).sort());
});

test("every code of the contract is documented, and no other", () => {
  const page = readFileSync(path.join(ROOT, "docs/ghidr.md"), "utf8");
  const documented = [...page.matchAll(/^\| `(?<code>[a-z_]+)` +\| [0-9]/gmu)].map((match) => match.groups?.["code"]);

  expect(documented.sort()).toEqual(Object.keys(ERROR_DETAILS).sort());
});

test("neither a flag, a variable nor the protocol names a place to send anything to", () => {
  const folders = ["src/surfaces/ghidr", "src/operations/ghidr", "src/providers/ghidra", "java/adapter/rea/ghidra"];
  const sources = folders.flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(?:ts|java)$/u.test(name) && !name.includes(".test."))
      .map((name) => readFileSync(path.join(ROOT, folder, name), "utf8")),
  );

  const reaching = sources.flatMap((text) => [
    ...text.matchAll(
      /node:(?:net|http|https|http2|dgram|tls|dns)|java\.net\.(?!NetworkInterface|SocketException)\w+|https?:\/\/|\bfetch\(/gu,
    ),
  ]);

  expect(reaching.map((match) => match[0])).toEqual([]);
});
