/** The import hash by which samples are grouped (the definition of Mandiant's imphash, as pefile computes it). */
import { createHash } from "node:crypto";
import type { ImportedFunction, ImportedLibrary } from "./imports.ts";
import { ordinalName } from "./ordinals.ts";

/** MD5 over `library.function` in table order, in lower case; `undefined` without imports. Delayed ones do not count. */
export function importHash(libraries: readonly ImportedLibrary[]): string | undefined {
  const hash = createHash("md5");
  let separator = "";
  for (const { library, delayed, functions } of libraries) {
    if (delayed) continue;
    const stem = library.replace(/\.(?:dll|ocx|sys)$/iu, "").toLowerCase();
    for (const item of functions) {
      hash.update(`${separator}${stem}.${nameOf(library, item).toLowerCase()}`, "latin1");
      separator = ",";
    }
  }
  return separator === "" ? undefined : hash.digest("hex");
}

function nameOf(library: string, { name, ordinal }: ImportedFunction): string {
  return name ?? ordinalName(library, ordinal ?? 0) ?? `ord${ordinal ?? 0}`;
}
