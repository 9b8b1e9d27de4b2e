#!/usr/bin/env node
/** The command `ghidr`. */
import path from "node:path";
import { VERSION } from "../../base/version.ts";
import { startCommand } from "../start-command.ts";

/** Set by the build: the module of `main`, relative to this file. */
declare const PROGRAM_FILE: string;

startCommand({
  program: path.join(import.meta.dirname, PROGRAM_FILE),
  versionWords: ["--version"],
  versionLine: `ghidr ${VERSION}`,
});
