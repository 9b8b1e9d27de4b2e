/** Builds the commands into dist/: one bundle with lazy chunks, nothing to install beside it. */
import { chmod, cp, mkdir, rm } from "node:fs/promises";
import { rolldown } from "rolldown";

const ENTRIES = {
  rea: "src/surfaces/rea/bin.ts",
  "analysis-worker": "src/providers/embedded/worker.ts",
};

await rm("dist", { recursive: true, force: true });
await mkdir("dist", { recursive: true });
const bundle = await rolldown({ input: ENTRIES, platform: "node", cwd: process.cwd() });
await bundle.write({
  dir: "dist",
  format: "esm",
  entryFileNames: "[name].js",
  chunkFileNames: "chunks/[name]-[hash].js",
  minify: "dce-only",
});
await chmod("dist/rea.js", 0o755);
await cp("node_modules/gecko-profiler-demangle/gecko_profiler_demangle_bg.wasm", "dist/demangle.wasm").catch(() => {});
