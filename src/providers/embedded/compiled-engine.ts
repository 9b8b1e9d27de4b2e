/**
 * The engine as V8 code that the build has compiled. An analysis of a small program spends more on compiling the engine
 * than on the program: most functions run once, so what is saved counts in full.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { setFlagsFromString } from "node:v8";
import { Script } from "node:vm";

/** Name of the code that goes with an engine; V8 refuses it when it is not its own, and compiles instead. */
export function codeCacheOf(engine: string): string {
  return `${engine}.cache`;
}

/** Compiles the CommonJS module at an absolute path, with `cache` as far as V8 accepts it. */
export function compileEngine(engine: string, cache?: Uint8Array): Script {
  for (const flag of FLAGS) setFlagsFromString(flag);
  const source = readFileSync(engine, "utf8");
  return new Script(`(function (exports, require, __filename, __dirname) {${source}\n})`, {
    filename: engine,
    ...(cache === undefined ? {} : { cachedData: Buffer.from(cache.buffer, cache.byteOffset, cache.byteLength) }),
  });
}

/** Runs the module and answers what it exports. */
export function runEngine(script: Script, engine: string): unknown {
  const exports: unknown = {};
  const run: unknown = script.runInThisContext();
  if (typeof run === "function") {
    Reflect.apply(run, undefined, [exports, createRequire(engine), engine, path.dirname(engine)]);
  }
  return exports;
}

/**
 * By default V8 optimises functions early and inlines much, which took a third of the time of an analysis of several
 * megabytes: these wait longer (bytes of bytecode run) and inline less (bytes). V8 keeps the flags for the process.
 */
const FLAGS = ["--interrupt-budget=500000", "--max-inlined-bytecode-size-cumulative=400"];
