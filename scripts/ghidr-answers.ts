/** Rewrites test/golden/ghidr/ with the Ghidra at hand; part of `npm run update -- ghidr`, which takes minutes. */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { answers, goldenFile } from "../test/golden/ghidr.ts";

export async function updateGhidrAnswers(): Promise<void> {
  if (process.env["CI"] !== undefined) throw new Error("reviewed answers are never rewritten in CI");
  mkdirSync(path.dirname(goldenFile("x")), { recursive: true });
  for await (const { name, text } of answers()) writeFileSync(goldenFile(name), text);
}
