/**
 * Loads the instruction formatter. `iced-x86` is a CommonJS file that reads the WebAssembly module beside it when it
 * is loaded, so it stays outside the bundle: the build copies both files into dist/, the sources take the package.
 *
 * The result of `require` has no type; the cast gives it the one that the package declares.
 */
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import type { Iced } from "../../engine/x86/text.ts";

/** The module; the first call in a process compiles it (about 10 ms), later ones return the same. */
export function loadIced(): Iced {
  const require = createRequire(import.meta.url);
  return require(bundledCopy() ?? "iced-x86") as Iced;
}

/** Chunks of the bundle lie in dist/ and in dist/chunks/. */
function bundledCopy(): string | undefined {
  const folders = [import.meta.dirname, path.dirname(import.meta.dirname)];
  return folders.map((folder) => path.join(folder, "iced_x86.cjs")).find((file) => existsSync(file));
}
