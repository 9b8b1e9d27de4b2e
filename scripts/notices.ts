/** The licence texts of every package whose code is bundled into dist/. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
}

/** Licences that may be bundled; another one stops the build. */
const ALLOWED = new Set(["MIT", "Apache-2.0", "ISC", "BSD-2-Clause", "BSD-3-Clause", "Apache-2.0 OR MIT"]);

/** One text for all packages that own a file of `modules` (absolute paths), by name. */
export function notices(modules: Iterable<string>): string {
  const folders = new Set<string>();
  for (const file of modules) {
    const match = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/u.exec(file);
    if (match !== null) folders.add(match[0]);
  }
  const parts = [...folders].sort().map(noticeOf);
  return `Third-party software that is part of this package\n\n${parts.join("\n")}`;
}

function noticeOf(folder: string): string {
  // The manifest of an installed package; npm has checked its shape.
  const manifest = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")) as Manifest;
  const license = manifest.license ?? "none";
  if (!ALLOWED.has(license)) throw new Error(`${manifest.name} has licence ${license}, which is not on the list`);
  const texts = readdirSync(folder)
    .filter((name) => /^(licen[cs]e|notice)/iu.test(name))
    .sort()
    .map((name) => readFileSync(path.join(folder, name), "utf8").trim());
  return `${"=".repeat(78)}\n${manifest.name} ${manifest.version} (${license})\n\n${texts.join("\n\n")}\n`;
}
