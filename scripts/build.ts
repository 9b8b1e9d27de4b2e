/** Builds the commands into dist/: one bundle with lazy chunks, nothing to install beside it. */
import { chmod, cp, mkdir, rename, rm, writeFile } from "node:fs/promises";
import { rolldown } from "rolldown";
import { notices } from "./notices.ts";

const ENTRIES = {
  rea: "src/surfaces/rea/bin.ts",
  "analysis-worker": "src/providers/embedded/worker.ts",
};

/** What the bundle loads from its own folder. */
const ASSETS = {
  "iced_x86.cjs": "node_modules/iced-x86/iced_x86.js",
  "iced_x86_bg.wasm": "node_modules/iced-x86/iced_x86_bg.wasm",
  "demangle.wasm": "node_modules/gecko-profiler-demangle/index_bg.wasm",
};

// Built aside and swapped in whole, so that a command that runs meanwhile finds one build or the other.
const staging = `.cache/dist-${process.pid}`;
await mkdir(staging, { recursive: true });
try {
  const bundle = await rolldown({ input: ENTRIES, platform: "node", cwd: process.cwd() });
  const { output } = await bundle.write({
    dir: staging,
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "chunks/[name]-[hash].js",
    minify: "dce-only",
  });
  await chmod(`${staging}/rea.js`, 0o755);
  for (const [name, source] of Object.entries(ASSETS)) await cp(source, `${staging}/${name}`);
  const modules = output.flatMap((file) => (file.type === "chunk" ? file.moduleIds : []));
  await writeFile(`${staging}/THIRD-PARTY-NOTICES.txt`, notices([...modules, ...Object.values(ASSETS)]));
  await rm("dist", { recursive: true, force: true });
  await rename(staging, "dist");
} finally {
  await rm(staging, { recursive: true, force: true });
}
