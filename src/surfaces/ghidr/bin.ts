#!/usr/bin/env node
/** The command `ghidr`. What only prints the version pays for nothing else; the rest runs from code compiled ahead. */
import path from "node:path";
import { VERSION } from "../../base/version.ts";
import { CompiledModules } from "../../process/compiled-modules.ts";
import type { main as Main } from "./main.ts";

/** Set by the build: the module of `main`, relative to this file. */
declare const PROGRAM_FILE: string;

const argv = process.argv.slice(2);
if (argv.length === 1 && argv[0] === "--version") {
  // A reader that is gone already is no failure.
  process.stdout.on("error", () => {});
  process.stdout.write(`ghidr ${VERSION}\n`);
} else {
  // What the build made of that module.
  const { main } = new CompiledModules().load(path.join(import.meta.dirname, PROGRAM_FILE)) as { main: typeof Main };
  void main(argv).then((status) => (process.exitCode = status));
}
