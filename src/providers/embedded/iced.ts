/**
 * Loads the instruction formatter. `iced-x86` is a CommonJS file that reads the WebAssembly module beside it when it
 * is loaded, so it stays outside the bundle: the build copies both files into dist/, the sources take the package.
 *
 * The result of `require` has no type; the cast gives it the one that the package declares.
 */
import { createRequire } from "node:module";
import type { Iced } from "../../engine/x86/text.ts";
import { besideBundle } from "./bundled-file.ts";

/** The module; the first call in a process compiles it (about 10 ms), later ones return the same. */
export function loadIced(): Iced {
  const require = createRequire(import.meta.url);
  return require(besideBundle("iced_x86.cjs") ?? "iced-x86") as Iced;
}
