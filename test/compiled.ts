/** Programs compiled when a test needs them, kept under .cache/ by what they are made from. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";

const FOLDER = path.resolve(import.meta.dirname, "..", ".cache", "compiled");

/** Path of the program that `compiler` makes of the source with these flags; `strip` says what strip(1) is told. */
export function compiled(
  source: string,
  { compiler = "gcc", flags = [], strip = [] }: { compiler?: string; flags?: string[]; strip?: string[] } = {},
): string {
  const version = execFileSync(compiler, ["--version"], { encoding: "utf8" });
  const recipe = JSON.stringify([source, compiler, version, flags, strip]);
  const file = path.join(FOLDER, createHash("sha256").update(recipe).digest("hex").slice(0, 16));
  if (existsSync(file)) return file;
  mkdirSync(FOLDER, { recursive: true });
  // Test files run in parallel: each makes its own and the last rename wins.
  const working = `${file}.${process.pid}`;
  const language = compiler.endsWith("++") ? "cc" : "c";
  writeFileSync(`${working}.${language}`, source);
  execFileSync(compiler, [...flags, "-o", working, `${working}.${language}`]);
  if (strip.length > 0) execFileSync("strip", [...strip, working]);
  renameSync(working, file);
  return file;
}

/** Address and size of each defined symbol, as nm(1) prints them. */
export function symbolsOf(file: string): ReadonlyMap<string, { address: string; size: number }> {
  const text = execFileSync("nm", ["-S", "--defined-only", file], { encoding: "utf8" });
  const rows = text.matchAll(/^([0-9a-f]+)(?: ([0-9a-f]+))? \S (\S+)$/gmu);
  return new Map(
    [...rows].map(([, address = "", size = "0", name = ""]) => [
      name,
      { address: `0x${BigInt(`0x${address}`).toString(16)}`, size: Number.parseInt(size, 16) },
    ]),
  );
}

/** Call instructions of a function with the name that objdump(1) gives their target; undefined for a computed one. */
export function callsIn(file: string, name: string): { site: string; target: string | undefined }[] {
  const text = execFileSync("objdump", ["-d", "--no-show-raw-insn", `--disassemble=${name}`, file], {
    encoding: "utf8",
  });
  const calls = text.matchAll(/^ +([0-9a-f]+):\t(?:bnd )?call +(?:[0-9a-f]+ <([^>]+)>|.*)$/gmu);
  return [...calls].map(([, site = "", target]) => ({ site: `0x${site}`, target }));
}
