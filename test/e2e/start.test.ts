/** Commands and engine start from the code that the build compiled ahead, and without it when Node refuses it. */
import { cpSync, readdirSync, truncateSync, writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import path from "node:path";
import { expect, test } from "vitest";
import { REA, sample, temporaryFolder } from "./cli-runner.ts";

/** Says of each script whether V8 refused the code that is kept of it; `undefined` when none is. */
const WATCH = `const vm = require("node:vm");
const { writeSync } = require("node:fs");
vm.Script = class extends vm.Script {
  constructor(text, options) {
    super(text, options);
    writeSync(2, \`\${require("node:path").basename(options.filename)} \${this.cachedDataRejected}\\n\`);
  }
};`;

test("what a first answer needs is accepted as it was compiled ahead", () => {
  const watched = watch(REA);

  const accepted = watched.filter((line) => line.endsWith(" false")).map((line) => line.split("-")[0]);
  expect(accepted).toEqual(expect.arrayContaining(["command", "zod", "binary", "overview", "engine"]));
  expect(watched.filter((line) => line.endsWith(" true"))).toEqual([]);
});

test("code that Node refuses changes nothing but the time", () => {
  const folder = temporaryFolder();
  cpSync(path.dirname(REA), folder, { recursive: true });
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (name.endsWith(".cache")) truncateSync(path.join(folder, name), 100);
  }

  const watched = watch(path.join(folder, "rea.js"));

  expect(watched.filter((line) => line.endsWith(" false"))).toEqual([]);
  expect(watched.some((line) => line.startsWith("engine-"))).toBe(true);
});

/** What was said while a text about a sample was made. */
function watch(command: string): string[] {
  const hook = path.join(temporaryFolder(), "watch.cjs");
  writeFileSync(hook, WATCH);
  const env = { ...process.env, NODE_OPTIONS: `--require ${hook}` };
  const words = [command, "analyze", sample("classes-o2"), "--no-cache"];
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: "utf8", env });
  expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringContaining("classes-o2: ELF x86_64") });
  return stderr.trimEnd().split("\n");
}
