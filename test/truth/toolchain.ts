/** Programs that truth tests compile on the spot, kept under .cache/ by what they are made from. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";

const FOLDER = path.resolve(import.meta.dirname, "../../.cache/truth");

/**
 * Makes 32-bit x86 programs with the machine's own compilers. The package of 32-bit libraries that goes with cross
 * compilers brings no kernel headers.
 */
export const M32 = ["-m32", "-idirafter", "/usr/include/x86_64-linux-gnu"];

/** A compiler's command line for a source file and the program to make of it. */
export interface Recipe {
  readonly command: string;
  /** Ending of the source file: `c`, `go`, `rs`. */
  readonly language: string;
  /** Arguments before `-o program source`. */
  readonly flags: readonly string[];
  readonly strip?: boolean;
  /** Variables for the compiler, such as the architecture to compile for. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** Path of the program; `undefined`, with the reason printed, where the compiler is missing and CI is not set. */
export function build(source: string, recipe: Recipe): string | undefined {
  const key = createHash("sha256")
    .update(JSON.stringify([source, recipe]))
    .digest("hex")
    .slice(0, 16);
  const program = path.join(FOLDER, key);
  if (existsSync(program)) return program;
  mkdirSync(FOLDER, { recursive: true });
  const file = `${program}-${process.pid}.${recipe.language}`;
  const working = `${program}-${process.pid}`;
  writeFileSync(file, source);
  try {
    const env = { ...process.env, CGO_ENABLED: "0", GOFLAGS: "", ...recipe.environment };
    execFileSync(recipe.command, [...recipe.flags, "-o", working, file], { stdio: "pipe", env });
    // Compilers for Windows add an ending to names without one.
    if (existsSync(`${working}.exe`)) renameSync(`${working}.exe`, working);
    if (recipe.strip === true) execFileSync("strip", [working]);
  } catch (error) {
    if (process.env["CI"] !== undefined) throw error;
    console.log(`not compared, ${recipe.command} failed: ${String(error)}`);
    return undefined;
  }
  renameSync(working, program);
  return program;
}
