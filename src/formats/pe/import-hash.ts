/** The import hash by which samples are grouped (the definition of Mandiant's imphash, as pefile computes it). */
import { createHash } from "node:crypto";
import type { ImportedFunction, ImportedLibrary } from "./imports.ts";
import { ordinalName } from "./ordinals.ts";

/** MD5 over `library.function` in table order, in lower case; `undefined` without imports. Delayed ones do not count. */
export function importHash(libraries: readonly ImportedLibrary[]): string | undefined {
  const entries = libraries
    .filter(({ delayed }) => !delayed)
    .flatMap(({ library, functions }) => functions.map((item) => `${stemOf(library)}.${nameOf(library, item)}`));
  if (entries.length === 0) return undefined;
  return createHash("md5").update(entries.join(",").toLowerCase(), "latin1").digest("hex");
}

function stemOf(library: string): string {
  return library.replace(/\.(?:dll|ocx|sys)$/iu, "");
}

function nameOf(library: string, { name, ordinal }: ImportedFunction): string {
  return name ?? ordinalName(library, ordinal ?? 0) ?? `ord${ordinal ?? 0}`;
}
