/**
 * `npm run check`: types, lint, format, unused code, packaging and the unit tests (both left out by `--static`: all tests
 * have them, and it needs no build), then dependencies. Stops at nothing, fails at the end.
 */
import { checkDependencies } from "./dependencies.ts";
import { runAll, type Step } from "./steps.ts";

const TESTED: readonly Step[] = [
  { name: "package", command: ["publint", "--strict"] },
  { name: "unit tests", command: ["vitest", "run", "--project", "unit"] },
];

await runAll([
  { name: "types", command: ["tsc", "-p", "."] },
  { name: "lint", command: ["oxlint", "--type-aware", "--quiet"] },
  { name: "format", command: ["oxfmt", "--check"] },
  { name: "unused code", command: ["knip", "--no-progress"] },
  ...(process.argv.includes("--static") ? [] : TESTED),
]);
if (!checkDependencies()) process.exitCode = 1;
