/** Runs a TypeScript script of this repository on Node 20, which cannot strip types: bundles it, then imports it. */
import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { rolldown } from "rolldown";

const [script, ...rest] = process.argv.slice(2);
const root = path.resolve(import.meta.dirname, "..");
const file = path.join(root, ".cache", "scripts", `${path.basename(script, ".ts")}-${process.pid}.mjs`);
mkdirSync(path.dirname(file), { recursive: true });
const bundle = await rolldown({
  input: path.resolve(root, script),
  platform: "node",
  external: /^(?![./]).*/u,
  logLevel: "silent",
  cwd: root,
});
await bundle.write({ file, format: "esm", codeSplitting: false });
process.argv.splice(1, 2, path.resolve(root, script));
process.argv.splice(2, Infinity, ...rest);
process.on("exit", () => rmSync(file, { force: true }));
process.chdir(root);
await import(pathToFileURL(file).href);
