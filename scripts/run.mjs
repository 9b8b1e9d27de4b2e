/** Runs a TypeScript script of this repository on Node 20, which cannot strip types: bundles it, then imports it. */
import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { rolldown } from "rolldown";

const [script, ...rest] = process.argv.slice(2);
const root = path.resolve(import.meta.dirname, "..");
const file = path.join(root, ".cache", "scripts", `${path.basename(script, ".ts")}-${process.pid}.mjs`);
mkdirSync(path.dirname(file), { recursive: true });
/** Modules keep the folder and address of their source. */
const inPlace = {
  name: "in-place",
  transform(code, id) {
    if (!code.includes("import.meta")) return undefined;
    const folder = JSON.stringify(path.dirname(id));
    const url = JSON.stringify(pathToFileURL(id).href);
    return code.replaceAll("import.meta.dirname", folder).replaceAll("import.meta.url", url);
  },
};
const bundle = await rolldown({
  input: path.resolve(root, script),
  platform: "node",
  external: /^(?![./]).*/u,
  logLevel: "silent",
  cwd: root,
  plugins: [inPlace],
});
await bundle.write({ file, format: "esm", codeSplitting: false });
process.argv.splice(1, 2, path.resolve(root, script));
process.argv.splice(2, Infinity, ...rest);
process.on("exit", () => rmSync(file, { force: true }));
process.chdir(root);
// A script that starts workers of its own starts this file again.
process.env.REA_SCRIPT = pathToFileURL(file).href;
await import(pathToFileURL(file).href);
