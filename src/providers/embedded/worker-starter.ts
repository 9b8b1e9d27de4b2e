/** What a worker thread is started with: runs the engine beside it, from the code compiled ahead while it fits. */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { codeCacheOf, compileEngine, runEngine } from "./compiled-engine.ts";

/** Set by the build; holds the digest of the engine, so that the digest of the starter names the engine too. */
declare const ENGINE_FILE: string;

const engine = path.join(import.meta.dirname, ENGINE_FILE);
const cache = codeCacheOf(engine);
runEngine(compileEngine(engine, existsSync(cache) ? readFileSync(cache) : undefined), engine);
