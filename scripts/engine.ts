/** Builds what an analysis thread runs: the engine, its code compiled ahead, and the script that starts both. */
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { rolldown, type InputOptions } from "rolldown";
import { sha256 } from "../src/base/digest.ts";
import { CompiledModules } from "../src/process/compiled-modules.ts";
import { inAscii } from "./ascii.ts";
import { inlineConstants } from "./inline-constants.ts";
import { plainNames } from "./plain-names.ts";

/** Programs whose analysis runs the code that most analyses need. */
const REHEARSED = ["classes-o2", "features-o2-stripped", "features-nounwind"];

/** Writes the engine into `folder`; answers the paths of the modules that went in. */
export async function buildEngine(folder: string): Promise<readonly string[]> {
  const engine = await bundle("src/providers/embedded/worker.ts");
  const name = `engine-${sha256(Buffer.from(engine.code)).slice(0, 32)}.cjs`;
  const file = path.resolve(folder, name);
  await writeFile(file, engine.code);
  compileAhead(file);

  const define = { ENGINE_FILE: JSON.stringify(name) };
  const starter = await bundle("src/providers/embedded/worker-starter.ts", { transform: { define } });
  await writeFile(path.join(folder, "analysis-worker.cjs"), starter.code);
  return [...engine.modules, ...starter.modules];
}

interface Bundled {
  readonly code: string;
  readonly modules: readonly string[];
}

async function bundle(input: string, options: InputOptions = {}): Promise<Bundled> {
  const build = await rolldown({ input, platform: "node", cwd: process.cwd(), ...options });
  const { output } = await build.generate({ format: "cjs", codeSplitting: false, minify: "dce-only" });
  return { code: inAscii(plainNames(inlineConstants(output[0].code))), modules: output[0].moduleIds };
}

/** Keeps beside the engine the code of every function that has run by the time a few programs are analysed. */
function compileAhead(engine: string): void {
  const modules = new CompiledModules();
  const exports = modules.load(engine);
  if (typeof exports !== "object" || exports === null || !("rehearse" in exports)) throw new Error("no engine");
  const { rehearse } = exports;
  if (typeof rehearse !== "function") throw new Error("the engine cannot be rehearsed");
  for (const name of REHEARSED) Reflect.apply(rehearse, undefined, [readFileSync(`test/corpus/bin/${name}`)]);
  modules.save();
}
