/** Puts the decompiler into a build: the module, the script of its threads, and what they are. */
import { cp, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { rolldown } from "rolldown";
import { sha256 } from "../src/base/digest.ts";
import type { DecompilerDescription } from "../src/providers/embedded/decompiler/installed.ts";
import { buildDecompiler } from "./decompiler.ts";

/** Answers the licence texts of what went in; an empty text when there is no Rust to build it with. */
export async function writeDecompiler(folder: string): Promise<string> {
  const built = buildDecompiler();
  if (built === undefined) return "";
  const script = await threadScript();
  const digest = sha256(`${sha256(await readFile(built.module))} ${sha256(script)}`);
  const description: DecompilerDescription = { name: "ghidra-decompiler", version: built.version, digest };
  await cp(built.module, path.join(folder, "decompiler.wasm"));
  await writeFile(path.join(folder, "decompiler-worker.cjs"), script);
  await writeFile(path.join(folder, "decompiler.json"), `${JSON.stringify(description)}\n`);
  return readFile(built.notices, "utf8");
}

async function threadScript(): Promise<string> {
  const input = "src/providers/embedded/decompiler/worker.ts";
  const build = await rolldown({ input, platform: "node", cwd: process.cwd() });
  const { output } = await build.generate({ format: "cjs", codeSplitting: false, minify: "dce-only" });
  return output[0].code;
}
