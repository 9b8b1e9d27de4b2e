/** `npm run check`: types, lint, format, unused code, packaging, the unit tests, then dependencies. Stops at nothing, fails at the end. */
import { checkDependencies } from "./dependencies.ts";
import { runAll } from "./steps.ts";

await runAll([
  { name: "types", command: ["tsc", "-p", "."] },
  { name: "lint", command: ["oxlint", "--type-aware", "--quiet"] },
  { name: "format", command: ["oxfmt", "--check"] },
  { name: "unused code", command: ["knip", "--no-progress"] },
  { name: "package", command: ["publint", "--strict"] },
  { name: "unit tests", command: ["vitest", "run", "--project", "unit"] },
]);
if (!checkDependencies()) process.exitCode = 1;
