/** Builds the commands into dist/: bundles with lazy chunks, nothing to install beside them. */
import { chmod, cp, mkdir, rename, rm, writeFile } from "node:fs/promises";
import { rolldown, type OutputOptions } from "rolldown";
import { buildEngine } from "./engine.ts";
import { notices } from "./notices.ts";

/** What the bundle loads from its own folder. */
const ASSETS = {
  "capstone.cjs": "node_modules/@alexaltea/capstone-js/dist/capstone.js",
  "capstone.wasm": "node_modules/@alexaltea/capstone-js/dist/capstone.wasm",
  "iced_x86.cjs": "node_modules/iced-x86/iced_x86.js",
  "iced_x86_bg.wasm": "node_modules/iced-x86/iced_x86_bg.wasm",
  "demangle.wasm": "node_modules/gecko-profiler-demangle/index_bg.wasm",
};

/**
 * Which modules share a file, the first match counts. A file costs about half a millisecond of CPU to find, read and
 * link, so what nearly every command needs is in one; what `rea --version` needs is apart from it, and zod is apart so
 * that it can be configured before any schema is made.
 */
const GROUPS = [
  { name: "version", test: /\/src\/base\/version\.ts$|\/package\.json$/u },
  { name: "zod", test: /\/node_modules\/zod\//u },
  { name: "command", test: isNeededByMost },
].map((group, index, all) => ({ ...group, priority: all.length - index }));

const SHARED =
  /\/src\/(?:base|contracts|store|composition|providers)\/|\/src\/operations\/(?:operation|run|table|window|coverage)\.ts$|\/src\/surfaces\/rea\/(?:text\/)?[\w-]+\.ts$|\/node_modules\/(?:commander|canonicalize)\//u;
const LAZY =
  /\/surfaces\/rea\/(?:bin|schema-mode|mcp-command|clean-command|completions-command|help-page|nearest)\.ts$|\/src\/providers\/native\//u;

function isNeededByMost(id: string): boolean {
  return SHARED.test(id) && !LAZY.test(id);
}

/** Bundles one entry; answers the paths of the modules that went in. */
async function bundle(entry: string, name: string, output: OutputOptions): Promise<string[]> {
  const build = await rolldown({ input: { [name]: entry }, platform: "node", cwd: process.cwd() });
  const written = await build.write({
    dir: staging,
    format: "esm",
    entryFileNames: "[name].js",
    minify: "dce-only",
    ...output,
  });
  return written.output.flatMap((file) => (file.type === "chunk" ? file.moduleIds : []));
}

// Built aside and swapped in whole, so that a command that runs meanwhile finds one build or the other.
const staging = `.cache/dist-${process.pid}`;
await mkdir(staging, { recursive: true });
try {
  const command = await bundle("src/surfaces/rea/bin.ts", "rea", {
    chunkFileNames: "chunks/[name]-[hash].js",
    codeSplitting: { groups: GROUPS },
  });
  const engine = await buildEngine(staging);
  await chmod(`${staging}/rea.js`, 0o755);
  for (const [name, source] of Object.entries(ASSETS)) await cp(source, `${staging}/${name}`);
  const modules = [...command, ...engine, ...Object.values(ASSETS)];
  await writeFile(`${staging}/THIRD-PARTY-NOTICES.txt`, notices(modules));
  await rm("dist", { recursive: true, force: true });
  await rename(staging, "dist");
} finally {
  await rm(staging, { recursive: true, force: true });
}
