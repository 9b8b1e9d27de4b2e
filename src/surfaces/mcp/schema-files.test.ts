import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { schemaFiles } from "./schema-files.ts";

const FOLDER = path.resolve(import.meta.dirname, "..", "..", "..", "schemas");

test("schemas/ holds what the operation table says; `npm run update` rewrites it", async () => {
  const files = await schemaFiles();

  const names = readdirSync(FOLDER).filter((name) => name.endsWith(".json"));
  const committed = names.map((name) => [name, readFileSync(path.join(FOLDER, name), "utf8")] as const);
  expect(new Map(committed)).toEqual(files);
});

test("no complete schema is so large that a client could not read it in one message", async () => {
  const sizes = [...(await schemaFiles()).values()].map((text) => text.length);

  expect(Math.max(...sizes)).toBeLessThan(64 * 1024);
});
