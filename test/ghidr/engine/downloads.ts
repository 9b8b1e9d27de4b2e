/** What tests of Ghidra need from Maven's repository, fetched once and kept outside the checkout under its digest. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";

/** Kept between checkouts: the jar of Ghidra is large. */
export const CACHE = path.join(homedir(), ".cache", "rea");

interface Artifact {
  readonly coordinates: string;
  readonly file: string;
  readonly sha256: string;
}

/** A re-release of the official build as one jar. */
const GHIDRA: Artifact = {
  coordinates: "io.joern:ghidra:10.3_PUBLIC_20230510",
  file: "ghidra-10.3_PUBLIC_20230510.jar",
  sha256: "f5381bce06f561fa9fa6360c01a943f14c74950c97d0c5d16b339974f628c290",
};

const JAVA_FORMATTER: Artifact = {
  coordinates: "com.google.googlejavaformat:google-java-format:1.24.0:jar:all-deps",
  file: "google-java-format-1.24.0-all-deps.jar",
  sha256: "812f805f58112460edf01bf202a8e61d0fd1f35c0d4fabd54220640776ec57a1",
};

/** Path of the jar; `undefined`, with the reason printed, where it cannot be had. With `CI` set that is an error. */
export const ghidraJar = (): string | undefined => fetched(GHIDRA);
export const javaFormatter = (): string | undefined => fetched(JAVA_FORMATTER);

function fetched({ coordinates, file, sha256 }: Artifact): string | undefined {
  const folder = path.join(CACHE, "test-downloads");
  const kept = path.join(folder, `${sha256.slice(0, 16)}-${file}`);
  if (existsSync(kept)) return kept;
  mkdirSync(folder, { recursive: true });
  const work = mkdtempSync(path.join(folder, "fetch-"));
  try {
    const args = ["-q", "-B", "dependency:copy", `-Dartifact=${coordinates}`, `-DoutputDirectory=${work}`];
    execFileSync("mvn", args, { cwd: work, stdio: "pipe", encoding: "utf8" });
    const digest = createHash("sha256")
      .update(readFileSync(path.join(work, file)))
      .digest("hex");
    if (digest !== sha256) throw new Error(`${file} has SHA-256 ${digest}, not ${sha256}`);
    renameSync(path.join(work, file), kept);
    return kept;
  } catch (error) {
    if (process.env["CI"] !== undefined) throw error;
    console.log(`not tested, ${coordinates} could not be fetched: ${String(error)}`);
    return undefined;
  } finally {
    rmSync(work, { recursive: true });
  }
}
