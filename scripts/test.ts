/**
 * `npm test`: every test, against the built commands. Ends with a line `N passed, N failed`, with skipped tests and
 * their reasons before it. Further arguments go to vitest: `npm test -- --project e2e`.
 */
import { spawn } from "node:child_process";
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

interface Outcome {
  readonly status: number;
  readonly report: Report;
}

mkdirSync(".cache", { recursive: true });
const words = process.argv.slice(2);
const building = run(process.execPath, ["scripts/run.mjs", "scripts/build.ts"]);
// Unit tests need no build, and the decompiler is compiled on one processor.
const before = words.length === 0 ? [await tested(["--project", "unit"], ".cache/unit-test-report.json")] : [];
const built = await building;
if (built !== 0) process.exit(built);
const rest = words.length === 0 ? ["--project", "!unit"] : words;
summarize([...before, await tested(rest, ".cache/test-report.json")]);

async function tested(args: readonly string[], file: string): Promise<Outcome> {
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const status = await run("node_modules/.bin/vitest", ["run", ...reporters, ...args]);
  // The report is written by the run above, in the shape of the Jest report format.
  return { status, report: JSON.parse(readFileSync(file, "utf8")) as Report };
}

/** Exit status of a command on this terminal; 1 when a signal ended it. */
function run(command: string, args: readonly string[]): Promise<number> {
  const child = spawn(command, args, { stdio: "inherit" });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (status) => resolve(status ?? 1));
  });
}

function summarize(outcomes: readonly Outcome[]): void {
  const files = outcomes.flatMap(({ report }) => report.testResults);
  for (const { status, fullName } of files.flatMap((file) => file.assertionResults)) {
    if (status === "skipped" || status === "pending") console.log(`skipped: ${fullName}`);
  }
  // A file that does not load holds no test, yet it has failed.
  const unloaded = files.filter((file) => file.status === "failed" && file.assertionResults.length === 0);
  for (const file of unloaded) console.error(`not loaded: ${file.name}: ${file.message}`);
  const sum = (count: (report: Report) => number): number =>
    outcomes.reduce((total, { report }) => total + count(report), 0);
  const failed = sum(({ numFailedTests }) => numFailedTests) + unloaded.length;
  const [passed, skipped] = [
    sum(({ numPassedTests }) => numPassedTests),
    sum(({ numPendingTests }) => numPendingTests),
  ];
  console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
  process.exitCode = failed > 0 ? 1 : Math.max(...outcomes.map(({ status }) => status));
}
