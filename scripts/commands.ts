/** Builds the commands: lazy chunks with their code compiled ahead, and a small script that starts them. */
import { execFileSync } from "node:child_process";
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { rolldown } from "rolldown";
import { inAscii } from "./ascii.ts";

/** What nearly every command needs is in two files, because each takes time to find and to link. */
const GROUPS = [
  { name: "zod", test: /\/node_modules\/zod\//u },
  { name: "command", test: isNeededByMost },
].map((group, index, all) => ({ ...group, priority: all.length - index }));

const SHARED =
  /\/src\/(?:base|contracts|store|composition|providers|process)\/|\/src\/operations\/(?:operation|run|table|window|coverage)\.ts$|\/src\/surfaces\/rea\/(?:text\/)?[\w-]+\.ts$|\/node_modules\/(?:commander|canonicalize)\//u;
const LAZY =
  /\/surfaces\/rea\/(?:mcp-command|clean-command|decompile-command|completions-command|help-page|nearest)\.ts$|\/src\/providers\/(?:native|embedded\/decompiler)\//u;

function isNeededByMost(id: string): boolean {
  return SHARED.test(id) && !LAZY.test(id);
}

export interface Program {
  /** Its first chunk, relative to the folder of the build. */
  readonly file: string;
  /** Paths of the modules that went in. */
  readonly modules: readonly string[];
}

/** Writes the command `rea` into `folder`. */
export async function buildCommands(folder: string): Promise<Program> {
  const program = await bundleProgram(folder);
  const starter = await bundleStarter(program.file);
  // Its scripts are CommonJS, which Node starts sooner, in a package whose sources are not.
  await writeFile(path.join(folder, "package.json"), '{ "type": "commonjs" }\n');
  await writeFile(path.join(folder, "rea.js"), starter.code);
  await chmod(path.join(folder, "rea.js"), 0o755);
  return { file: program.file, modules: [...program.modules, ...starter.modules] };
}

/** Keeps beside the chunks in `folder` the code of what usual questions run, once everything else is built. */
export async function compileAhead(folder: string, program: string): Promise<void> {
  const store = await mkdtemp(path.join(tmpdir(), "rea-build-"));
  const node = (...words: readonly string[]): unknown =>
    execFileSync(process.execPath, words, {
      stdio: ["pipe", "ignore", "inherit"],
      env: { ...process.env, REA_STORE: store },
    });
  try {
    // Analysing changes settings of V8 that its code is bound to, so the rehearsal finds everything known.
    node(path.join(folder, "rea.js"), "analyze", REHEARSED);
    node("scripts/run.mjs", "scripts/rehearsal.ts", path.resolve(folder, program), REHEARSED);
  } finally {
    await rm(store, { recursive: true, force: true });
  }
}

/** The program that the questions are about. */
const REHEARSED = "test/corpus/bin/features-o2";

async function bundleProgram(folder: string): Promise<Program> {
  const build = await rolldown({ input: "src/surfaces/rea/main.ts", platform: "node", cwd: process.cwd() });
  const { output } = await build.generate({
    format: "cjs",
    dynamicImportInCjs: false,
    entryFileNames: "chunks/program-[hash].js",
    chunkFileNames: "chunks/[name]-[hash].js",
    codeSplitting: { groups: GROUPS },
    minify: "dce-only",
  });
  const chunks = output.filter((file) => file.type === "chunk");
  await mkdir(path.join(folder, "chunks"), { recursive: true });
  for (const { fileName, code } of chunks) await writeFile(path.join(folder, fileName), inAscii(code));
  return { file: output[0].fileName, modules: chunks.flatMap(({ moduleIds }) => moduleIds) };
}

async function bundleStarter(program: string): Promise<{ code: string; modules: readonly string[] }> {
  const build = await rolldown({
    input: "src/surfaces/rea/bin.ts",
    platform: "node",
    cwd: process.cwd(),
    transform: { define: { PROGRAM_FILE: JSON.stringify(program) } },
  });
  const { output } = await build.generate({ format: "cjs", codeSplitting: false, minify: "dce-only" });
  return { code: inAscii(output[0].code), modules: output[0].moduleIds };
}
