/**
 * `npm run check`: types, lint, format, unused code, packaging, the unit tests (left out by `--static`), then
 * dependencies. Stops at nothing, fails at the end.
 */
import { checkDependencies } from "./dependencies.ts";
import { runAll, type Step } from "./steps.ts";

const UNIT_TESTS: Step = { name: "unit tests", command: ["vitest", "run", "--project", "unit"] };

await runAll([
  { name: "types", command: ["tsc", "-p", "."] },
  { name: "lint", command: ["oxlint", "--type-aware", "--quiet"] },
  { name: "format", command: ["oxfmt", "--check"] },
  { name: "unused code", command: ["knip", "--no-progress"] },
  { name: "package", command: ["publint", "--strict"] },
  ...(process.argv.includes("--static") ? [] : [UNIT_TESTS]),
]);
if (!checkDependencies()) process.exitCode = 1;
