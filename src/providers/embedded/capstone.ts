/**
 * Loads the writer of A64 text. `@alexaltea/capstone-js` is a CommonJS file that reads the WebAssembly module beside it,
 * so it stays outside the bundle: the build copies both files into dist/, the sources take the package.
 *
 * The package declares no types; the cast gives the result of `require` those that are used.
 */
import { createRequire } from "node:module";
import type { TextWriter } from "../../engine/arm64/text.ts";
import { besideBundle } from "./bundled-file.ts";

/** The writer; the first call in a process compiles the module (about 0.1 s), later ones return the same. */
export function loadCapstone(): Promise<TextWriter> {
  loading ??= create();
  return loading;
}

let loading: Promise<TextWriter> | undefined;

async function create(): Promise<TextWriter> {
  const load = createRequire(import.meta.url)(besideBundle("capstone.cjs") ?? "@alexaltea/capstone-js") as Factory;
  const library = await load();
  return new library.Capstone(library.ARCH_ARM64, library.MODE_ARM);
}

type Factory = () => Promise<{
  readonly ARCH_ARM64: number;
  readonly MODE_ARM: number;
  readonly Capstone: new (architecture: number, mode: number) => TextWriter;
}>;
