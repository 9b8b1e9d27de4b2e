/** Checks every locked package: its bytes are pinned, its licence is permissive, it runs nothing when installed. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

interface Locked {
  readonly version: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly hasInstallScript?: boolean;
}

/** Tools of the build may be under MPL-2.0, whose terms end with their files; nothing of them is bundled. */
const LICENCES = new Set([
  ...["MIT", "Apache-2.0", "Apache-2.0 OR MIT", "ISC", "BSD-2-Clause", "BSD-3-Clause", "0BSD"],
  "MPL-2.0",
]);

/** Says what is wrong with the locked packages, and whether known advisories could be asked for; false when anything is. */
export function checkDependencies(): boolean {
  // npm writes the lock.
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
    readonly packages: Readonly<Record<string, Locked>>;
  };
  const faults = Object.entries(packages).flatMap(([name, locked]) => (name === "" ? [] : faultsOf(name, locked)));
  for (const fault of faults) console.error(fault);
  const sound = faults.length === 0 && !hasAdvisories();
  console.log(`${sound ? "ok  " : "FAIL"} dependencies`);
  return sound;
}

function hasAdvisories(): boolean {
  const { status, stdout } = spawnSync("npm", ["audit", "--json", "--audit-level=high"], { encoding: "utf8" });
  if (status === 0) return false;
  const answered = stdout.includes('"vulnerabilities"');
  if (answered) console.error(stdout);
  else console.log("advisories were not checked: the registry does not answer npm audit");
  return answered;
}

function faultsOf(name: string, { integrity, license = "none", hasInstallScript = false }: Locked): string[] {
  const found: string[] = [];
  if (integrity === undefined) found.push(`${name} has no digest in the lock`);
  if (!LICENCES.has(license)) found.push(`${name} has licence ${license}`);
  if (hasInstallScript) found.push(`${name} runs a script when it is installed`);
  return found;
}
