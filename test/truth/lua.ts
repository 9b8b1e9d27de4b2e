/** The C sources of Lua 5.4, out of a crate that carries them: fetched once, checked by the digests of a lock file. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from "node:fs";
import { availableParallelism } from "node:os";
import path from "node:path";
import { build } from "./toolchain.ts";

const PACKAGE = path.resolve(import.meta.dirname, "../corpus/src/truth/lua");
const FOLDER = path.resolve(import.meta.dirname, "../../.cache/truth");
const VENDORED = path.join(FOLDER, "crates");

/** Compiles without unwind tables: what is left of them comes from the start files. */
export const NO_TABLES = ["-fno-asynchronous-unwind-tables", "-fno-unwind-tables"];

/**
 * Path of the Lua library with a small driver, compiled; `undefined`, with the reason printed, where that fails.
 * Programs that differ in their linking or their unwind tables alone share the compiler's work.
 */
export function buildLua(command: string, flags: readonly string[]): string | undefined {
  const folder = sources();
  if (folder === undefined) return undefined;
  const objects = objectsOf(folder, command, flags);
  if (objects === undefined) return undefined;
  const paths = readdirSync(objects).map((name) => path.join(objects, name));
  const driver = readFileSync(path.join(PACKAGE, "driver.c"), "utf8");
  return build(driver, { command, language: "c", flags: [...flags, "-w", `-I${folder}`, ...paths, "-lm"] });
}

/** Folder of the compiled sources. */
function objectsOf(folder: string, command: string, flags: readonly string[]): string | undefined {
  const compiling = flags.filter((flag) => flag !== "-no-pie" && !flag.startsWith("-Wl,") && !NO_TABLES.includes(flag));
  const whole = made(["objects", command, ...compiling], (working) => {
    // As many compilers as there are processors, each with a few sources.
    const files = readdirSync(folder).filter((name) => name.endsWith(".c"));
    const input = files.map((name) => `${path.join(folder, name)}\n`).join("");
    const compiler = [command, ...compiling, "-w", `-I${folder}`, "-c"];
    const xargs = ["-P", String(availableParallelism()), "-n", "4", ...compiler];
    execFileSync("xargs", xargs, { cwd: working, input, stdio: "pipe" });
  });
  if (whole === undefined || !NO_TABLES.every((flag) => flags.includes(flag))) return whole;
  return made(["objects without tables", command, ...compiling], (working) => {
    for (const name of readdirSync(whole)) {
      const [from, to] = [path.join(whole, name), path.join(working, name)];
      execFileSync("llvm-objcopy", ["--remove-section=.eh_frame", from, to], { stdio: "pipe" });
    }
  });
}

/** Folder that `make` fills, once for each `key`; `undefined`, with the reason printed, where that fails outside CI. */
function made(key: readonly string[], make: (working: string) => void): string | undefined {
  const digest = createHash("sha256").update(JSON.stringify(key)).digest("hex").slice(0, 16);
  const folder = path.join(FOLDER, digest);
  if (existsSync(folder)) return folder;
  const working = `${folder}-${process.pid}`;
  mkdirSync(working, { recursive: true });
  try {
    make(working);
  } catch (error) {
    if (process.env["CI"] !== undefined) throw error;
    console.log(`not compared, ${key.join(" ")} could not be made: ${String(error)}`);
    return undefined;
  }
  // Another test may have made the same meanwhile.
  if (!existsSync(folder)) renameSync(working, folder);
  return folder;
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
