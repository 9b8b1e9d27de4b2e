/** The licence texts of every crate that is compiled into the decompiler's module. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

interface Package {
  readonly name: string;
  readonly version: string;
  readonly license: string | null;
  readonly manifest_path: string;
  readonly source: string | null;
}

/** At least one alternative of a crate's licence must be among them; another one stops the build. */
const ALLOWED = new Set(["MIT", "Apache-2.0", "ISC", "BSD-2-Clause", "BSD-3-Clause"]);

/** One text for all crates of the output of `cargo metadata`, by name. */
export function crateNotices(metadata: string): string {
  // Written by cargo, in the shape of its format version 1.
  const { packages } = JSON.parse(metadata) as { readonly packages: readonly Package[] };
  const crates = packages.filter(({ source }) => source !== null);
  return crates
    .sort((left, right) => (left.name < right.name ? -1 : 1))
    .map(noticeOf)
    .join("\n");
}

function noticeOf({ name, version, license, manifest_path: manifest }: Package): string {
  const alternatives = (license ?? "none").split(/ OR |\//u);
  if (!alternatives.some((alternative) => ALLOWED.has(alternative))) {
    throw new Error(`${name} has licence ${license}, which is not on the list`);
  }
  const folder = path.dirname(manifest);
  const texts = readdirSync(folder)
    .filter((file) => /^(licen[cs]e|notice|copying)/iu.test(file))
    .sort()
    .flatMap((file) => textsIn(path.join(folder, file)));
  return `${"=".repeat(78)}\n${name} ${version} (${license})\n\n${texts.join("\n\n")}\n`;
}

/** Some crates keep their licences in a folder. */
function textsIn(place: string): string[] {
  try {
    return [readFileSync(place, "utf8").trim()];
  } catch {
    return readdirSync(place).map((file) => readFileSync(path.join(place, file), "utf8").trim());
  }
}
