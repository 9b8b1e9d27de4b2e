/** Builds the commands: lazy chunks with their code compiled ahead, and small scripts that start them. */
import { execFileSync } from "node:child_process";
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { rolldown } from "rolldown";
import { inAscii } from "./ascii.ts";
import { REHEARSED } from "./rehearsed.ts";

export interface Command {
  readonly name: "rea" | "ghidr";
  /** Its first chunk, relative to the folder of the build. */
  readonly program: string;
  /** Paths of the modules that went in. */
  readonly modules: readonly string[];
}

/** Writes the commands into `folder`. */
export async function buildCommands(folder: string): Promise<readonly Command[]> {
  // Scripts of the build are CommonJS, which Node starts sooner, in a package whose sources are not.
  await writeFile(path.join(folder, "package.json"), '{ "type": "commonjs" }\n');
  return [await buildCommand(folder, "rea"), await buildCommand(folder, "ghidr")];
}

/** Keeps beside the chunks in `folder` the code of what usual questions run, once everything else is built. */
export async function compileAhead(folder: string, commands: readonly Command[]): Promise<void> {
  const store = await mkdtemp(path.join(tmpdir(), "rea-build-"));
  const node = (...words: readonly string[]): unknown =>
    execFileSync(process.execPath, words, {
      input: CONVERSATION,
      stdio: ["pipe", "ignore", "inherit"],
      env: { ...process.env, REA_STORE: store },
    });
  try {
    // Analysing changes settings of V8 that its code is bound to, so the rehearsal finds everything known.
    node(path.join(folder, "rea.js"), "analyze", REHEARSED);
    for (const { name, program } of commands) {
      node("scripts/run.mjs", "scripts/rehearsal.ts", name, path.resolve(folder, program));
    }
  } finally {
    await rm(store, { recursive: true, force: true });
  }
}

/** What a client that connects to the server says first, on standard input. */
const CONVERSATION = [
  {
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "build", version: "1" } },
  },
  { method: "notifications/initialized" },
  { id: 2, method: "tools/list" },
]
  .map((message) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`)
  .join("");

async function buildCommand(folder: string, name: Command["name"]): Promise<Command> {
  const chunks = await bundleProgram(name);
  await mkdir(path.join(folder, "chunks"), { recursive: true });
  for (const { file, code } of chunks) await writeFile(path.join(folder, file), inAscii(code));
  const program = chunks[0]?.file ?? "";
  const starter = await bundleStarter(name, program);
  const script = path.join(folder, `${name}.js`);
  await writeFile(script, inAscii(starter.code));
  await chmod(script, 0o755);
  return { name, program, modules: [...chunks.flatMap(({ modules }) => modules), ...starter.modules] };
}

interface Chunk {
  readonly file: string;
  readonly code: string;
  readonly modules: readonly string[];
}

/** The first chunk exports `main`. */
async function bundleProgram(name: string): Promise<readonly Chunk[]> {
  const build = await rolldown({ input: `src/surfaces/${name}/main.ts`, platform: "node", cwd: process.cwd() });
  const { output } = await build.generate({
    format: "cjs",
    // A script made from kept code may not import.
    dynamicImportInCjs: false,
    entryFileNames: `chunks/${name}-[hash].js`,
    chunkFileNames: "chunks/[name]-[hash].js",
    codeSplitting: { groups: GROUPS },
    minify: "dce-only",
  });
  const chunks = output.filter((file) => file.type === "chunk");
  return chunks.map(({ fileName, code, moduleIds }) => ({ file: fileName, code, modules: moduleIds }));
}

async function bundleStarter(name: string, program: string): Promise<Omit<Chunk, "file">> {
  const define = { PROGRAM_FILE: JSON.stringify(program) };
  const input = `src/surfaces/${name}/bin.ts`;
  const build = await rolldown({ input, platform: "node", cwd: process.cwd(), transform: { define } });
  const { output } = await build.generate({ format: "cjs", codeSplitting: false, minify: "dce-only" });
  return { code: output[0].code, modules: output[0].moduleIds };
}

/** What nearly every command needs is in two files, because each takes time to find and to link. */
const GROUPS = [
  { name: "zod", test: /\/node_modules\/zod\//u },
  { name: "command", test: isNeededByMost },
].map((group, index, all) => ({ ...group, priority: all.length - index }));

function isNeededByMost(id: string): boolean {
  return SHARED.test(id) && !LAZY.test(id);
}

const SHARED = anyOf(
  String.raw`/src/(?:base|contracts|store|composition|process)/`,
  String.raw`/src/providers/(?:embedded/.*|[\w-]+\.ts$)`,
  String.raw`/src/operations/(?:operation|run|table|window|coverage)\.ts$`,
  String.raw`/src/surfaces/rea/(?:text/)?[\w-]+\.ts$`,
  "/node_modules/(?:commander|canonicalize)/",
);

/** Of those, what is imported when it is needed. */
const LAZY = anyOf(
  String.raw`/surfaces/rea/(?:mcp|clean|decompile|completions)-command\.ts$`,
  String.raw`/surfaces/rea/(?:help-page|nearest)\.ts$`,
  String.raw`/src/providers/embedded/(?:decompiler/|(?:worker-client|disassembler|capstone|iced)\.ts$)`,
  String.raw`/src/store/(?:(?:texts|clean)\.ts$|ghidra/)`,
  "/src/contracts/ghidr/",
);

function anyOf(...patterns: readonly string[]): RegExp {
  return new RegExp(patterns.join("|"), "u");
}
