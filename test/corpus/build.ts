/** Builds the samples of the manifest and writes their sizes, digests and compilers back into it. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";

interface Sample {
  readonly file: string;
  readonly command: string;
  size?: number;
  sha256?: string;
  compiler?: string;
}

const FOLDER = path.resolve("test/corpus");
const LARGEST = 64 * 1024;

const manifestFile = path.join(FOLDER, "manifest.json");
// Written by hand and by this script alone.
const manifest = JSON.parse(readFileSync(manifestFile, "utf8")) as { readonly samples: Sample[] };
mkdirSync(path.join(FOLDER, "bin"), { recursive: true });
for (const sample of manifest.samples) {
  const out = path.join(FOLDER, "bin", sample.file);
  execFileSync("sh", ["-c", sample.command.replaceAll("{out}", out)], {
    cwd: path.join(FOLDER, "src"),
    stdio: "inherit",
  });
  sample.size = statSync(out).size;
  if (sample.size > LARGEST) throw new Error(`${sample.file} has ${sample.size} bytes, more than ${LARGEST}`);
  sample.sha256 = createHash("sha256").update(readFileSync(out)).digest("hex");
  const compiler = sample.command.split(" ")[0] ?? "";
  sample.compiler = execFileSync(compiler, ["--version"], { encoding: "utf8" }).split("\n")[0] ?? "";
}
writeFileSync(manifestFile, `${JSON.stringify(manifest, null, 2)}\n`);
