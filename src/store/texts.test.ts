import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readText, saveText, type TextKey } from "./texts.ts";

const KEY: TextKey = { sample: "a".repeat(64), making: "b".repeat(64) };
const TEXT = { text: 'puts("größe")\n' };

function newStore(): string {
  const store = mkdtempSync(path.join(tmpdir(), "rea-texts-"));
  onTestFinished(() => rmSync(store, { recursive: true, force: true }));
  return store;
}

function fileOf(store: string): string {
  return path.join(store, "rea/texts", KEY.sample, KEY.making, "401120.json");
}

test("a text is found by its sample, its making and the address of its function alone", async () => {
  const store = newStore();

  await saveText(store, KEY, 0x401120n, TEXT);

  expect(readText(store, KEY, 0x401120n)).toEqual(TEXT);
  expect(readText(store, KEY, 0x401121n)).toBeUndefined();
  expect(readText(store, { ...KEY, making: "c".repeat(64) }, 0x401120n)).toBeUndefined();
  expect(readText(store, { ...KEY, sample: "c".repeat(64) }, 0x401120n)).toBeUndefined();
});

test("a later text takes the place of an earlier one", async () => {
  const store = newStore();
  await saveText(store, KEY, 0x401120n, TEXT);

  await saveText(store, KEY, 0x401120n, { text: "later" });

  expect(readText(store, KEY, 0x401120n)).toEqual({ text: "later" });
});

test.each([
  ["cut", (text: string) => text.slice(0, -1)],
  ["changed", (text: string) => text.replace("puts", "gets")],
  ["emptied", () => ""],
  ["replaced by JSON", () => "{}"],
])("a text whose file was %s is not believed", async (_what, damage) => {
  const store = newStore();
  await saveText(store, KEY, 0x401120n, TEXT);
  const file = fileOf(store);

  writeFileSync(file, damage(readFileSync(file, "utf8")));

  expect(readText(store, KEY, 0x401120n)).toBeUndefined();
});

test("a store that cannot be written says so", async () => {
  const file = path.join(newStore(), "file");
  writeFileSync(file, "");

  await expect(saveText(file, KEY, 1n, TEXT)).rejects.toMatchObject({ code: "store_unwritable" });
});
