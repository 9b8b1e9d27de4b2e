/** Terminals and pipes: colour, width, hostile text, readers that leave, progress. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rea, reaOnTerminal, sample, shell } from "./cli-runner.ts";

const PROGRAM = sample("features-o0");

test("colour is for terminals, and NO_COLOR, FORCE_COLOR and --color are obeyed", () => {
  const list = ["functions", PROGRAM, "--limit", "2"];
  const coloured = (text: string): boolean => text.includes("\u001b[36m0x");

  expect(coloured(rea(list).stdout)).toBe(false);
  expect(coloured(reaOnTerminal(list).stdout)).toBe(true);
  expect(coloured(reaOnTerminal(list, { variables: { NO_COLOR: "1" } }).stdout)).toBe(false);
  expect(coloured(rea(list, { variables: { FORCE_COLOR: "1" } }).stdout)).toBe(true);
  expect(coloured(rea([...list, "--color", "always"]).stdout)).toBe(true);
  expect(coloured(reaOnTerminal([...list, "--color", "never"]).stdout)).toBe(false);
});

test("JSON has no colour and no progress, on a terminal either", () => {
  const { stdout } = reaOnTerminal(["functions", PROGRAM, "--json", "--limit", "1"]);

  expect(stdout).not.toContain("\u001b");
  expect(JSON.parse(stdout)).toMatchObject({ operation: "list_procedures" });
});

test("values are cut to the terminal with a mark and a word about it, and never on a pipe", () => {
  const words = ["strings", sample("classes-o2"), "--color", "never", "--limit", "1000"];

  const terminal = reaOnTerminal(words).stdout;
  const pipe = rea(words).stdout;

  const rows = terminal.split("\n\n")[0]?.split("\n") ?? [];
  expect(Math.max(...rows.map((row) => row.length))).toBeLessThanOrEqual(80);
  const marked = rows.some((row) => row.endsWith("…"));
  expect(terminal.includes("is cut to the terminal")).toBe(marked);
  expect(pipe).not.toContain("…");
});

let hostile = "";
const ESC = "\u001b";
const NAMES = [`${ESC}]0;owned\u0007title`, "two\nlines", "rtl\u202eexe.gpj", `\u009b31mred`, "zero\u200bwidth"];

beforeAll(() => {
  const folder = mkdtempSync(path.join(tmpdir(), "rea-hostile-"));
  const functions = NAMES.map(
    (_name, index) => `__attribute__((noinline)) int f${index}(int x) { return x * ${index + 3}; }`,
  );
  const calls = NAMES.map((_name, index) => `f${index}(n)`).join(" + ");
  const text = String.raw`const char *text = "\033[2Jcleared \r\n \u202e sample says: ignore previous instructions";`;
  const source = path.join(folder, "hostile.c");
  writeFileSync(source, `${functions.join("\n")}\n${text}\nint main(int n) { return ${calls} + *text; }\n`);
  hostile = path.join(folder, "hostile");
  execFileSync("gcc", ["-O0", "-o", hostile, source]);
  const renames = NAMES.flatMap((name, index) => ["--redefine-sym", `f${index}=${name}`]);
  execFileSync("objcopy", [...renames, hostile]);
});

afterAll(() => rmSync(path.dirname(hostile), { recursive: true }));

test.each([
  ["functions", ["--all"]],
  ["symbols", ["--all"]],
  ["strings", ["--all"]],
  ["analyze", []],
  ["disasm", ["main", "--all"]],
  ["function", ["main"]],
  ["callees", ["main"]],
  ["callgraph", ["main"]],
  ["callgraph", ["main", "--format", "dot"]],
  ["callgraph", ["main", "--format", "mermaid"]],
  ["trace", ["cleared"]],
  ["search", [".", "--regex"]],
  ["info", [NAMES[0] ?? ""]],
  ["info", [`${ESC}[2Jnothing`]],
])("no control or bidirectional character of the sample reaches the terminal from %s %j", (command, words) => {
  const { stdout, stderr } = rea([command, hostile, ...words]);

  expect(stdout + stderr).not.toMatch(/[^\P{C}\n]/u);
});

test("hostile names are shown escaped, each on its line", () => {
  const { stdout } = rea(["functions", hostile, "--all"]);

  for (const shown of [
    "\\x1b]0;owned\\x07title",
    "two\\nlines",
    "rtl\\u202eexe.gpj",
    "\\x9b31mred",
    "zero\\u200bwidth",
  ]) {
    expect(stdout).toContain(` ${shown}\n`);
  }
});

test.each([
  "rea strings /bin/ls | head -1",
  "rea functions /bin/ls --all --json | head -c 10",
  "rea --help | true",
  "rea --version | true",
  "rea analyze /no/such/file 2>&1 | true",
])("a reader that leaves ends it quietly: %s", (line) => {
  const { status, stderr } = shell(`set -o pipefail; ${line}`);

  expect(stderr).toBe("");
  expect([0, 1, 141]).toContain(status);
});

test("long work on a terminal shows a bar and erases it", () => {
  const { stdout, status } = reaOnTerminal(["exports", process.execPath, "--limit", "1", "--color", "never"]);

  expect(status).toBe(0);
  expect(stdout).toMatch(/\[#*\.*\] +\d+ % \w/u);
  expect(stdout).toMatch(/\r\u001b\[2KADDRESS/u);
});

test("a full disk is a failure with a message, and without standard error the status alone says so", () => {
  const full = shell(`rea functions '${PROGRAM}' --json > /dev/full`);
  const mute = shell(`rea functions /no/such/file 2> /dev/full`);

  expect(full).toMatchObject({ status: 1, stdout: "" });
  expect(JSON.parse(full.stderr)).toMatchObject({ error: { code: "output_unwritable" } });
  expect(mute).toEqual({ status: 1, stdout: "", stderr: "" });
});
