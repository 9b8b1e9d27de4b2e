/** What people read, held against nm, objdump and readelf. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { OPERATIONS } from "../../src/operations/table.ts";
import { generic } from "../../src/surfaces/rea/views/generic.ts";
import { viewOf } from "../../src/surfaces/rea/views/lookup.ts";
import { rea, sample, shell, temporaryFolder } from "./cli-runner.ts";

const PROGRAM = sample("features-o0");

function tool(command: string, ...words: string[]): string {
  return execFileSync(command, words, { encoding: "utf8" });
}

/** Rows of the first table: the words of each line after the heading, up to a blank line. */
function rows(stdout: string): string[][] {
  const lines = stdout.split("\n\n")[0]?.split("\n").slice(1) ?? [];
  return lines.map((line) => line.split(/\s{2,}/u));
}

test("functions are the text symbols of nm, under the same names", () => {
  const symbols = tool("nm", "--defined-only", PROGRAM)
    .split("\n")
    .flatMap((line) => /^0*(\w+) [tT] (\w+)$/u.exec(line)?.slice(1, 3).join(" ") ?? []);

  const { status, stdout, stderr } = rea(["functions", PROGRAM, "--all", "--kind", "any"]);

  const found = rows(stdout).map((row) => `${row[0]?.slice(2)} ${row.at(-1)}`);
  expect(status).toBe(0);
  expect(stderr).toBe("");
  expect(found).toEqual(expect.arrayContaining(symbols));
});

test("a listing names how many rows of how many it shows, and the flags that show the rest", () => {
  const { stdout } = rea(["functions", PROGRAM, "--limit", "3"]);

  expect(rows(stdout)).toHaveLength(3);
  expect(stdout).toMatch(/^1 to 3 of \d+ functions: --offset 3 shows the next, --all shows every one$/mu);
});

test("the last line says of which bytes, at which base, by which engine, and that the store served", () => {
  const digest = tool("sha256sum", PROGRAM).slice(0, 12);
  const variables = { REA_STORE: temporaryFolder() };

  const first = rea(["exports", PROGRAM], { variables });
  const second = rea(["exports", PROGRAM], { variables });

  const begin = `sha256 ${digest}, image base 0x0, embedded `;
  expect(first.stdout.trimEnd().split("\n").at(-1)).toMatch(new RegExp(`^${begin}.*, analysed in \\d+ ms$`, "u"));
  expect(second.stdout).toMatch(new RegExp(`^${begin}.*, known to the store, answered in \\d+ ms$`, "mu"));
});

test("disassembly agrees with objdump in every address and byte, and shows blocks apart", () => {
  const listing = tool("objdump", "-d", "--disassemble=is_odd", "-M", "intel", "-w", PROGRAM);
  const expected = [...listing.matchAll(/^ +(\w+):\t((?:[0-9a-f]{2} )+)/gmu)].map(
    ([, address = "", bytes = ""]) => `0x${address}  ${bytes.trim()}`,
  );

  const { stdout } = rea(["disasm", PROGRAM, "is_odd"]);

  const shown = [...stdout.matchAll(/^(0x\w+ {2}(?:[0-9a-f]{2} )+)/gmu)].map(([, line = ""]) => line.trim());
  expect(expected.length).toBeGreaterThan(5);
  expect(shown).toEqual(expected);
  expect(stdout).toMatch(/\bjmp\b.*\n\n0x/u);
});

test("analyze shows the digests, the hardening and the sections that other tools report", () => {
  const { stdout } = rea(["analyze", PROGRAM]);

  expect(stdout).toContain(tool("sha256sum", PROGRAM).split(" ")[0]);
  expect(stdout).toContain(tool("sha1sum", PROGRAM).split(" ")[0]);
  expect(stdout).toContain(tool("md5sum", PROGRAM).split(" ")[0]);
  const buildId = /Build ID: (\w+)/u.exec(tool("readelf", "-n", PROGRAM))?.[1];
  expect(stdout).toMatch(new RegExp(`build id +${buildId}`, "u"));
  expect(stdout).toMatch(/pie +yes/u);
  const text = /\.text +PROGBITS +0*(\w+)/u.exec(tool("readelf", "-SW", PROGRAM))?.[1];
  expect(stdout).toMatch(new RegExp(`0x${text} +\\S+ +r-x +\\S+ +\\d\\.\\d\\d +\\.text`, "u"));
});

test("the commands that analyze proposes run as they are, whatever the file is called", () => {
  const folder = temporaryFolder();
  const name = "it's a $(file) -x\u001b[31m";
  execFileSync("cp", [PROGRAM, `${folder}/${name}`]);
  const { stdout } = rea(["analyze", name], { cwd: folder });

  const next = stdout.split("\nNext\n")[1]?.split("\n\n")[0]?.split("\n") ?? [];
  const commands = next.map((line) => line.trim().split(/\s{2,}/u)[0] ?? "");

  expect(commands.length).toBeGreaterThanOrEqual(4);
  for (const command of commands) {
    const { status, stderr } = shell(`cd '${folder}' && ${command}`);
    expect({ command, status, stderr }).toEqual({ command, status: 0, stderr: "" });
  }
});

test("bytes are those of the file, in rows of sixteen", () => {
  const { stdout } = rea(["read-bytes", PROGRAM, "off:0x0", "40"]);

  const expected = tool("od", "-An", "-tx1", "-N40", PROGRAM).trim().replaceAll(/\s+/gu, " ");
  const shown = [...stdout.matchAll(/^ *0x[0-9a-f]+ {2}((?:[0-9a-f]{2} +)+)\|/gmu)].map(([, hex = ""]) => hex.trim());
  expect(shown.join(" ").replaceAll(/\s+/gu, " ")).toBe(expected);
  expect(readFileSync(PROGRAM).subarray(1, 4).toString()).toBe("ELF");
  expect(stdout).toContain("|.ELF");
});

test("a graph for another program is alone on standard output", () => {
  const { stdout, stderr } = rea(["callgraph", PROGRAM, "main", "--format", "dot", "--max-nodes", "2"]);

  expect(stdout).toMatch(/^digraph [\s\S]*\}\n$/u);
  expect(stdout).not.toContain("sha256");
  expect(stderr).toContain("--max-nodes");
});

test("a call graph is a tree from the root, each function opened once", () => {
  const { stdout } = rea(["callgraph", PROGRAM, "main", "--depth", "2"]);

  expect(stdout).toMatch(/^main 0x1697$/mu);
  expect(stdout).toMatch(/^[│ ]*[├└]─ is_odd 0x156e/mu);
});

test("trace leads from a string to the function that uses it and to its callers", () => {
  const { stdout } = rea(["trace", PROGRAM, "division of"]);

  expect(stdout).toMatch(/^0x2074 "division of %d by zero\\n"$/mu);
  expect(stdout).toMatch(/^└─ used by \w+ 0x\w+ at 0x\w+ \(\w+\)$/mu);
  expect(stdout).toContain("called by");
});

test("--quiet leaves the rows, and says on standard error what was cut", () => {
  const { stdout, stderr } = rea(["strings", PROGRAM, "--limit", "2", "--quiet"]);

  expect(stdout.trimEnd().split("\n")).toHaveLength(3);
  expect(stderr).toContain("1 to 2 of");
});

test("a path without a command is analysed", () => {
  expect(rea([PROGRAM]).stdout.split("\n")[0]).toBe(rea(["analyze", PROGRAM]).stdout.split("\n")[0]);
});

const COMMANDS = OPERATIONS.filter(({ surfaces }) => surfaces !== "mcp").map((entry) => ({
  ...entry,
  command: entry.aliases[0] ?? entry.name.replaceAll("_", "-"),
}));

test("the first page of help names every command under a heading", () => {
  const { stdout } = rea(["--help"]);

  for (const { command } of COMMANDS) expect(stdout).toMatch(new RegExp(`^  ${command}(?: |$)`, "mu"));
});

test.each(COMMANDS)("$command has help with examples that run", async ({ command, load }) => {
  const folder = temporaryFolder();
  const program = command === "inspect-macho" ? sample("darwin-universal.o") : PROGRAM;
  execFileSync("cp", [program, path.join(folder, "sample")]);
  execFileSync("cp", [sample("libshape.so"), path.join(folder, "libsample.so")]);
  const variables = { REA_STORE: path.join(folder, "store") };
  const help = rea([command, "--help"]);
  const { examples } = await load();

  expect(help).toMatchObject({ status: 0, stderr: "" });
  expect(help.stdout).toMatch(new RegExp(`^Usage: rea ${command} <(?:file|path)>.* \\[flags\\]\n`, "u"));
  expect(examples.length).toBeGreaterThan(0);
  for (const example of examples) {
    expect(help.stdout).toContain(`\n  rea ${example}\n`);
    const { status, stderr } = shell(`cd '${folder}' && rea ${example}`, { variables });
    // An example may name what this program has not; it is never a wrong command line or a fault of the tool.
    const unknown = /is called|is not part of the program's memory|names \d+ places|has no decompiler/u.test(stderr);
    expect({ example, status, unknown, stderr }).toMatchObject(unknown ? { status: 1 } : { status: 0, stderr: "" });
  }
});

test("no operation falls back on the view that shows any result", async () => {
  const views = await Promise.all(COMMANDS.map(async ({ name }) => ({ name, view: await viewOf(name) })));

  expect(views.filter(({ view }) => view === generic).map(({ name }) => name)).toEqual([]);
});
