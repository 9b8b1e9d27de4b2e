/** The package as npm packs it installs offline beside nothing but Node, and answers. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";

test("the tarball installs without a registry, a compiler or a dependency, and both commands answer", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "rea-package-"));
  try {
    const packed = run("npm", ["pack", "--ignore-scripts", "--silent", "--pack-destination", folder], process.cwd());
    writeFileSync(path.join(folder, "package.json"), '{ "private": true }');
    run("npm", ["install", "--offline", "--no-audit", "--no-fund", path.join(folder, packed.trim())], folder);

    const command = path.join(folder, "node_modules", ".bin", "rea");
    const said = run(command, ["analyze", "/bin/ls", "--json", "--no-cache"], folder);

    // The envelope, whose shape other tests check.
    const { result } = JSON.parse(said) as { readonly result: { readonly identity: { readonly sha256: string } } };
    expect(result.identity.sha256).toBe(run("sha256sum", ["/bin/ls"], folder).split(" ")[0]);
    const doctor = spawnSync(path.join(folder, "node_modules", ".bin", "ghidr"), ["doctor"], {
      env: { PATH: SEARCH_PATH, GHIDR_STORE: path.join(folder, "store") },
      encoding: "utf8",
    });
    expect(doctor).toMatchObject({ status: 1, stdout: "" });
    expect(doctor.stderr).toContain('"code":"doctor_failed"');
    const installed = JSON.parse(readFileSync(path.join(folder, "package-lock.json"), "utf8")) as {
      readonly packages: Readonly<Record<string, unknown>>;
    };
    expect(Object.keys(installed.packages)).toEqual(["", "node_modules/rea"]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("publint has nothing to say about the package", () => {
  const { status, stdout } = spawnSync("node_modules/.bin/publint", ["--strict"], { encoding: "utf8" });

  expect(stdout).toContain("All good!");
  expect(status).toBe(0);
});

/** Only the folders of Node and of the system's own tools. */
const SEARCH_PATH = `${path.dirname(process.execPath)}:/usr/bin:/bin`;

function run(file: string, args: readonly string[], cwd: string): string {
  return execFileSync(file, args, {
    cwd,
    encoding: "utf8",
    env: { ...process.env, PATH: SEARCH_PATH },
    maxBuffer: 1 << 26,
  });
}
