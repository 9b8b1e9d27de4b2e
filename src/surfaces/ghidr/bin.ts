#!/usr/bin/env node
/** The command `ghidr`. What only prints the version pays for nothing else; the rest loads when it is needed. */
import { VERSION } from "../../base/version.ts";

const argv = process.argv.slice(2);
if (argv.length === 1 && argv[0] === "--version") {
  // A reader that is gone already is no failure.
  process.stdout.on("error", () => {});
  process.stdout.write(`ghidr ${VERSION}\n`);
} else {
  await import("../rea/schema-mode.ts");
  const { main } = await import("./main.ts");
  process.exitCode = await main(argv);
}
