/** Answers of `ghidr` with Ghidra 10.3 and JDK 17, against the reviewed ones and the published schemas. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { OPERATIONS } from "../../src/operations/ghidr/table.ts";
import { CANNOT_RUN_GHIDRA } from "../ghidr/engine/prepared.ts";
import { answers, goldenFile, GOLDENS } from "./ghidr.ts";

/** A validator of a published schema. */
function published(file: string): z.ZodType {
  const text = readFileSync(path.resolve("schemas", "v1", file), "utf8");
  return z.fromJSONSchema(JSON.parse(text) as Parameters<typeof z.fromJSONSchema>[0]);
}

const SCHEMAS = new Map([
  ["error", published("error.json")],
  ...OPERATIONS.map(({ kind, schema }): [string, z.ZodType] => [kind, published(schema)]),
]);

describe.skipIf(CANNOT_RUN_GHIDRA)("answers with Ghidra 10.3", () => {
  test("are the reviewed ones, each valid against its published schema", { timeout: 1_200_000 }, async () => {
    const seen: string[] = [];
    for await (const { name, said, text } of answers()) {
      seen.push(name);
      const { kind } = said as { readonly kind: string };
      SCHEMAS.get(kind)?.parse(said);
      expect.soft(text, name).toBe(readFileSync(goldenFile(name), "utf8"));
    }
    expect(seen).toEqual(GOLDENS.map(({ name }) => name));
  });
});

test("every operation has a reviewed answer, and every reviewed answer a question", () => {
  const names = readdirSync(path.dirname(goldenFile("x"))).map((name) => name.replace(/\.json$/u, ""));

  expect(names.sort()).toEqual(GOLDENS.map(({ name }) => name).sort());
  expect([...new Set(names.map((name) => name.split("-")[0]))].sort()).toEqual(
    OPERATIONS.map(({ name }) => name).sort(),
  );
});
