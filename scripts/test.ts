/**
 * `npm test`: every test, against the built commands. Ends with a line `N passed, N failed`, with skipped tests and
 * their reasons before it. Further arguments go to vitest: `npm test -- --project e2e`.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";

interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

const REPORT = ".cache/test-report.json";
mkdirSync(".cache", { recursive: true });
const built = spawnSync(process.execPath, ["scripts/run.mjs", "scripts/build.ts"], { stdio: "inherit" });
if (built.status !== 0) process.exit(built.status ?? 1);

const { status } = spawnSync(
  "node_modules/.bin/vitest",
  ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${REPORT}`, ...process.argv.slice(2)],
  { stdio: "inherit" },
);
// The report is written by the run above, in the shape of the Jest report format.
const report = JSON.parse(readFileSync(REPORT, "utf8")) as Report;
for (const file of report.testResults) {
  for (const result of file.assertionResults) {
    if (result.status === "skipped" || result.status === "pending") console.log(`skipped: ${result.fullName}`);
  }
}
// A file that does not load holds no test, yet it has failed.
const unloaded = report.testResults.filter((file) => file.status === "failed" && file.assertionResults.length === 0);
for (const file of unloaded) console.error(`not loaded: ${file.name}: ${file.message}`);
const failed = report.numFailedTests + unloaded.length;
console.log(`${report.numPassedTests} passed, ${failed} failed, ${report.numPendingTests} skipped`);
process.exitCode = failed > 0 ? 1 : (status ?? 1);
