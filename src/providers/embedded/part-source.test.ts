import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { sha256OfPieces } from "../../base/digest.ts";
import { sealProfile } from "../../contracts/profile.ts";
import { containerPieces } from "../../store/container.ts";
import type { AnalysisKey } from "../../store/manifest.ts";
import { PartSource, type PartSourceOptions } from "./part-source.ts";
import type { FinishedParts } from "./worker-protocol.ts";

let store: string;

beforeEach(() => {
  store = mkdtempSync(path.join(tmpdir(), "rea-parts-"));
});

afterEach(() => {
  rmSync(store, { recursive: true, force: true });
});

const watch = { signal: new AbortController().signal, progress: () => {} };
const key: AnalysisKey = {
  sample: { sha256: "a".repeat(64), size: 9_000_000 },
  profile: sealProfile({
    schema_version: 1,
    provider: { id: "embedded", version: "1" },
    provider_profile_schema_version: 1,
    parameters: {},
  }),
};
const target = { format: "elf", architecture: "x86_64", image_base: "0x0" };

/** A source whose analyses number themselves. */
function source(options: Partial<PartSourceOptions> = {}): { parts: PartSource; made: () => number } {
  let count = 0;
  const make = (): Promise<FinishedParts> => {
    count++;
    const parts = ["summary", "functions"].map((name) => {
      const pieces = containerPieces({ name, column: new Uint32Array([1, 2, 3]) });
      return { name, pieces, sha256: sha256OfPieces(pieces) };
    });
    return Promise.resolve({ kind: "finished", target, parts });
  };
  const closing = new AbortController().signal;
  const parts = new PartSource({ key, store, version: "1", make, closing, ...options });
  return { parts, made: () => count };
}

const functions = { name: "functions", column: new Uint32Array([1, 2, 3]) };

function fileOf(part: string): string {
  return path.join(store, "rea", "analyses", key.sample.sha256, key.profile.digest, `${part}.bin`);
}

function damage(part: string): void {
  const bytes = readFileSync(fileOf(part));
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 0x80, bytes.length - 1);
  writeFileSync(fileOf(part), bytes);
}

test("the first opening makes the analysis, the second finds it", async () => {
  const first = source();
  const second = source();

  expect(await first.parts.open(watch)).toEqual({ origin: "engine", target });
  expect(await second.parts.open(watch)).toEqual({ origin: "store", target });

  expect(await second.parts.read("functions")).toEqual(functions);
  expect([first.made(), second.made()]).toEqual([1, 0]);
  expect(second.parts.warnings).toEqual([]);
});

test("a part is read once", async () => {
  await source().parts.open(watch);
  const { parts } = source();
  await parts.open(watch);
  const first = await parts.read("functions");

  rmSync(fileOf("functions"));

  expect(await parts.read("functions")).toBe(first);
});

test("a damaged part is made again with a warning, and the store is whole afterwards", async () => {
  await source().parts.open(watch);
  damage("functions");
  const { parts, made } = source();
  await parts.open(watch);

  const values = await Promise.all([parts.read("functions"), parts.read("summary"), parts.read("functions")]);

  expect(values[0]).toEqual(functions);
  expect(made()).toBe(1);
  expect(parts.warnings).toMatchObject([{ code: "corrupt_analysis_rebuilt" }]);
  const next = source();
  expect(await next.parts.open(watch)).toMatchObject({ origin: "store" });
  expect(await next.parts.read("functions")).toEqual(functions);
  expect(readdirSync(path.join(store, "rea", "quarantine", key.sample.sha256))).toEqual([key.profile.digest]);
});

test("an analysis with a lost file is made again when it is opened", async () => {
  await source().parts.open(watch);
  rmSync(fileOf("summary"));
  const { parts, made } = source();

  expect(await parts.open(watch)).toEqual({ origin: "engine", target });

  expect(made()).toBe(1);
  expect(parts.warnings).toMatchObject([{ code: "corrupt_analysis_rebuilt" }]);
});

test("a store that cannot be written is one warning, and the answers are there", async () => {
  writeFileSync(path.join(store, "rea"), "not a directory");
  const { parts } = source();

  expect(await parts.open(watch)).toMatchObject({ origin: "engine" });

  expect(await parts.read("functions")).toEqual(functions);
  expect(parts.warnings).toMatchObject([{ code: "store_unwritable" }]);
});

test("what is made of parts is kept beside them, and set aside when it is damaged", async () => {
  const { parts } = source();
  await parts.open(watch);
  const value = { shown: new Uint8Array([1, 2, 3]) };

  expect(await parts.derived?.find("shown-names")).toBeUndefined();
  await parts.derived?.save("shown-names", value);
  const next = source();
  await next.parts.open(watch);
  expect(await next.parts.derived?.find("shown-names")).toEqual(value);

  const analyses = path.join(store, "rea", "analyses", key.sample.sha256);
  const folder = readdirSync(analyses).find((name) => name !== key.profile.digest) ?? "";
  writeFileSync(path.join(analyses, folder, "shown-names.bin"), "damage");
  expect(await next.parts.derived?.find("shown-names")).toBeUndefined();
  expect(await next.parts.derived?.find("shown-names")).toBeUndefined();
  expect(readdirSync(analyses)).toEqual([key.profile.digest]);
  expect(await next.parts.read("functions")).toEqual(functions);
});

test("without a store nothing is kept", async () => {
  const { parts } = source({ store: undefined });

  expect(await parts.open(watch)).toMatchObject({ origin: "engine" });

  expect(await parts.read("summary")).toMatchObject({ name: "summary" });
  expect(parts.derived).toBeUndefined();
  expect(readdirSync(store)).toEqual([]);
});

test("of two openings at once of a large sample one works, and the other takes its result", async () => {
  const [first, second] = [source(), source()];

  const origins = await Promise.all([first.parts.open(watch), second.parts.open(watch)]);

  expect(origins.map(({ origin }) => origin).sort()).toEqual(["engine", "store"]);
  expect(first.made() + second.made()).toBe(1);
  expect(readdirSync(path.join(store, "rea", "locks"))).toEqual([]);
});

test("an analysis that fails leaves neither a lock nor a draft", async () => {
  const { parts } = source({ make: () => Promise.reject(new Error("broken")) });

  await expect(parts.open(watch)).rejects.toThrow("broken");

  expect(readdirSync(path.join(store, "rea", "locks"))).toEqual([]);
  expect(readdirSync(path.join(store, "rea"))).toEqual(["locks"]);
});
