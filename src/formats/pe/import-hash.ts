/** The import hash by which samples are grouped (the definition of Mandiant's imphash, as pefile computes it). */
import { createHash } from "node:crypto";
import type { ImportedLibrary } from "./imports.ts";
import { ordinalNames } from "./ordinals.ts";

/** MD5 over `library.function` in table order, in lower case; `undefined` without imports. Delayed ones do not count. */
export function importHash(libraries: readonly ImportedLibrary[]): string | undefined {
  const hash = createHash("md5");
  let count = 0;
  for (const { library, delayed, functions } of libraries) {
    if (delayed) continue;
    const stem = library.replace(/\.(?:dll|ocx|sys)$/iu, "").toLowerCase();
    // Encoded once: many functions may share a long name.
    const prefix = Buffer.from(`,${stem}.`, "latin1");
    const ordinals = ordinalNames(library);
    for (const { name, ordinal = 0 } of functions) {
      hash.update(count++ === 0 ? prefix.subarray(1) : prefix);
      hash.update((name ?? ordinals.get(ordinal) ?? `ord${ordinal}`).toLowerCase(), "latin1");
    }
  }
  return count === 0 ? undefined : hash.digest("hex");
}
