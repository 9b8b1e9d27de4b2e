/** The names to show of raw ones, for the analysis and for the questions that come later. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { setImmediate } from "node:timers/promises";
import { textAt, textColumn } from "../../engine/columns.ts";
import type { Demangle } from "../../engine/names.ts";
import type { TextColumn } from "../../engine/program.ts";
import { createDemangler, looksMangled, type Demangler } from "../../formats/demangle/demangle.ts";
import { undecorated } from "../../formats/pe/decorations.ts";
import { plainName } from "../../formats/plain-name.ts";
import { besideBundle } from "./bundled-file.ts";
import { shownWhenOther } from "./parts/names.ts";

/** Compiles the demangler for the first name that needs it: programs in C never do. */
export function demanglerOnDemand(): Demangler {
  let demangler: Demangler | undefined;
  return (name) => {
    if (!looksMangled(name)) return undefined;
    demangler ??= createDemangler(readFileSync(demanglerFile()));
    return demangler(name);
  };
}

/** The demangler lies beside the bundle, or in its package when this runs from the sources. */
function demanglerFile(): string {
  return (
    besideBundle("demangle.wasm") ?? createRequire(import.meta.url).resolve("gecko-profiler-demangle/index_bg.wasm")
  );
}

/** Calling conventions of Windows decorate the names of C functions, Mach-O puts an underscore before all names. */
export function shownNames(format: string, demangle: Demangle): Demangle {
  if (format === "pe") return (name) => demangle(name) ?? undecorated(name);
  if (format !== "macho") return demangle;
  return (name) => {
    const plain = plainName({ format: "macho" }, name);
    return demangle(plain) ?? (plain === name ? undefined : plain);
  };
}

/** The name to show of each raw one, empty where that is the raw one. Leaves the thread to others on the way. */
export async function shownColumn(raw: TextColumn, demangle: Demangle): Promise<TextColumn> {
  const shown: string[] = [];
  for (let row = 0; row + 1 < raw.offsets.length; row++) {
    shown.push(shownWhenOther(textAt(raw, row), demangle));
    if (row % TURN === 0) await setImmediate();
  }
  return textColumn(shown);
}

/** Names that are demangled in one go: some milliseconds. */
const TURN = 1024;
