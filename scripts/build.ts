/**
 * Builds the commands into dist/: bundles with lazy chunks, their code compiled ahead, nothing to install beside them.
 * `--decompiler` only compiles the decompiler, which takes minutes and is kept for the builds that follow.
 */
import { cp, mkdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { buildCommands, compileAhead } from "./commands.ts";
import { buildDecompiler } from "./decompiler.ts";
import { writeDecompiler } from "./decompiler-files.ts";
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

/** A folder, or a table in it. */
const isTable = (file: string): boolean => path.extname(file) === "" || path.extname(file) === ".h";

if (process.argv.includes("--decompiler")) buildDecompiler();
else await buildAll();

/** Built aside and swapped in whole, so that a command that runs meanwhile finds one build or the other. */
async function buildAll(): Promise<void> {
  const staging = `.cache/dist-${process.pid}`;
  await mkdir(staging, { recursive: true });
  try {
    const commands = await buildCommands(staging);
    const engine = await buildEngine(staging);
    const crates = await writeDecompiler(staging);
    for (const [name, source] of Object.entries(ASSETS)) await cp(source, `${staging}/${name}`);
    // Declarations for the decompiler, read when it is asked for a text.
    await cp("src/providers/embedded/decompiler/prototypes", `${staging}/prototypes`, {
      recursive: true,
      filter: isTable,
    });
    // Compiled against the Ghidra that a user has, when it is first used.
    await cp("java/adapter", `${staging}/java`, { recursive: true });
    const modules = [...commands.flatMap(({ modules }) => modules), ...engine, ...Object.values(ASSETS)];
    await writeFile(`${staging}/THIRD-PARTY-NOTICES.txt`, `${notices(modules)}\n${crates}`);
    await compileAhead(staging, commands);
    await rm("dist", { recursive: true, force: true });
    await rename(staging, "dist");
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}
