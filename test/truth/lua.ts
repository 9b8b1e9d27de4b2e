/** The C sources of Lua 5.4, out of a crate that carries them: fetched once, checked by the digests of a lock file. */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, renameSync } from "node:fs";
import path from "node:path";
import { build } from "./toolchain.ts";

const PACKAGE = path.resolve(import.meta.dirname, "../corpus/src/truth/lua");
const VENDORED = path.resolve(import.meta.dirname, "../../.cache/truth/crates");

/** Path of the Lua library with a small driver, compiled; `undefined`, with the reason printed, where that fails. */
export function buildLua(command: string, flags: readonly string[]): string | undefined {
  const folder = sources();
  if (folder === undefined) return undefined;
  const files = readdirSync(folder).filter((name) => name.endsWith(".c"));
  const paths = files.map((name) => path.join(folder, name));
  const driver = readFileSync(path.join(PACKAGE, "driver.c"), "utf8");
  return build(driver, { command, language: "c", flags: [...flags, "-w", `-I${folder}`, ...paths, "-lm"] });
}

function sources(): string | undefined {
  const folder = path.join(VENDORED, "lua-src", "lua-5.4.9");
  if (existsSync(folder)) return folder;
  const working = `${VENDORED}-${process.pid}`;
  try {
    execFileSync("cargo", ["vendor", "--locked", "--quiet", working], { cwd: PACKAGE, stdio: "pipe" });
  } catch (error) {
    if (process.env["CI"] !== undefined) throw error;
    console.log(`not compared, the sources of Lua could not be fetched: ${String(error)}`);
    return undefined;
  }
  if (!existsSync(folder)) renameSync(working, VENDORED);
  return folder;
}
