/**
 * CommonJS modules of a bundle, run from V8 code that the build has compiled. A question about a small or a known
 * program spends more on compiling than on its answer: most functions run once, so what is saved counts in full.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { Script } from "node:vm";

/** Modules, each loaded once. What they require by a relative path is loaded the same way. */
export class CompiledModules {
  readonly #loaded = new Map<string, Loaded>();

  /** What the module at an absolute path exports. Its text is ASCII, which takes half the space of other text. */
  load(file: string): unknown {
    const known = this.#loaded.get(file);
    if (known !== undefined) return known.module.exports;
    const script = compile(file);
    const module: Module = { exports: {} };
    this.#loaded.set(file, { script, module });
    const run: unknown = script.runInThisContext();
    const folder = path.dirname(file);
    const require = createRequire(file);
    const load = (name: string): unknown => (name.startsWith(".") ? this.load(path.join(folder, name)) : require(name));
    const lexical = [module.exports, Object.assign(load, { resolve: require.resolve }), module, file, folder];
    if (typeof run === "function") Reflect.apply(run, undefined, lexical);
    return module.exports;
  }

  /** Keeps the code of every function that has run by now, beside the modules; V8 compiles what is missing. */
  save(): void {
    for (const [file, { script }] of this.#loaded) writeFileSync(codeOf(file), script.createCachedData());
  }

  /** Modules whose kept code V8 refused; without one there was no code to refuse. */
  get refused(): readonly string[] {
    return [...this.#loaded].flatMap(([file, { script }]) => (script.cachedDataRejected === true ? [file] : []));
  }
}

interface Module {
  exports: unknown;
}

interface Loaded {
  readonly script: Script;
  readonly module: Module;
}

function codeOf(file: string): string {
  return `${file}.cache`;
}

/** V8 accepts code only of its own version, under the settings it runs with, for a text of the same length. */
function compile(file: string): Script {
  const text = readFileSync(file, "latin1");
  return new Script(`(function (exports, require, module, __filename, __dirname) {${text}\n})`, {
    filename: file,
    ...(existsSync(codeOf(file)) ? { cachedData: readFileSync(codeOf(file)) } : {}),
  });
}
