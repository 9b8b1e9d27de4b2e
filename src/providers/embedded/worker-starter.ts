/** What a worker thread is started with: runs the engine beside it, from the code compiled ahead while it fits. */
import path from "node:path";
import { CompiledModules } from "../../process/compiled-modules.ts";

/** Set by the build; holds the digest of the engine, so that the digest of the starter names the engine too. */
declare const ENGINE_FILE: string;

new CompiledModules().load(path.join(import.meta.dirname, ENGINE_FILE));
