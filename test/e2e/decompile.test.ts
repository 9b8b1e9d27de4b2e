/** Pseudocode by the built command: what the text says, against compilers and binutils, and what it leaves behind. */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { isRecord } from "../../src/base/record.ts";
import type { PseudocodeFact } from "../../src/contracts/facts.ts";
import { ended, type Run } from "../command-run.ts";
import { filesBelow, rea, REA, reaOnTerminal, sample, startRea, temporaryFolder } from "./cli-runner.ts";
import { connect, itemsOf, resultOf, textOf } from "./mcp-client.ts";

const DIST = path.dirname(REA);
const hasDecompiler = existsSync(path.join(DIST, "decompiler.wasm"));
if (!hasDecompiler) console.log("not decompiled: the build has no decompiler");

function factOf({ status, stdout, stderr }: Run): PseudocodeFact {
  if (status !== 0) throw new Error(stderr);
  const document: unknown = JSON.parse(stdout);
  // The operation's schema vouches for it.
  return (document as { result: PseudocodeFact }).result;
}

/** The build with another module for the decompiler, or with none. */
function buildWith(module: Uint8Array | undefined): string {
  const folder = temporaryFolder();
  cpSync(DIST, folder, { recursive: true });
  const file = path.join(folder, "decompiler.wasm");
  rmSync(file, { force: true });
  if (module !== undefined) writeFileSync(file, module);
  return path.join(folder, "rea.js");
}

function runBuild(script: string, words: readonly string[], store: string): string {
  return execFileSync(process.execPath, [script, ...words], { encoding: "utf8", env: { REA_STORE: store } });
}

test("a build without a decompiler says which command adds one, and has everything else", () => {
  const script = buildWith(undefined);
  const store = temporaryFolder();
  const run = (...words: string[]): string => runBuild(script, words, store);

  expect(() => run("decompile", sample("features-o2"), "main", "--json")).toThrow(
    /"code":"decompiler_missing","category":"unavailable".*npm run build/u,
  );
  expect(run("function", sample("features-o2"), "main")).toMatch(/warning: no pseudocode: .*decompiler/u);
});

describe.skipIf(!hasDecompiler)("with the decompiler", () => {
  test("strings stand in the text, and names are not mistaken for warnings", () => {
    const { status, stdout, stderr } = rea(["decompile", sample("features-o2"), "name_of", "--quiet"]);

    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toMatch(/^\/\/ name_of at 0x1410\nchar \* name_of\(/u);
    for (const text of ["zero", "seven", "many", "a dozen"]) expect(stdout).toContain(`return "${text}";`);
  });

  test.each([
    ["features-o2-stripped", "main", ["_setjmp(", "strtol("]],
    ["features.o", "main", ["_setjmp(", "strtol(", "name_of("]],
    ["windows-x64.exe", "start", ["GetStdHandle(", "WriteFile(", "ExitProcess("]],
    ["windows-x86.exe", "_start", ["GetStdHandle(", "WriteFile(", "MessageBoxA("]],
    ["darwin-x86_64", "main", ["malloc(", "qsort(", "printf("]],
    ["darwin-arm64", "main", ["malloc(", "qsort(", "printf("]],
  ])("%s calls its imports by their names", (file, name, calls) => {
    const { text } = factOf(rea(["decompile", sample(file), name, "--json"]));

    for (const call of calls) expect(text).toContain(call);
  });

  test("each program of a universal file is decompiled", () => {
    const of = (arch: string): PseudocodeFact =>
      factOf(rea(["decompile", sample("darwin-universal.o"), "main", "--arch", arch, "--json"]));

    expect(of("x86_64").text).toContain("qsort(");
    expect(of("arm64").text).toContain("qsort(");
    expect(of("arm64").address).not.toBe(of("x86_64").address);
  });

  test("the line that shows a call has the instruction that calls; objdump and the line table say which", () => {
    const folder = temporaryFolder();
    const program = path.join(folder, "features");
    execFileSync("gcc", ["-g", "-O0", "-o", program, path.resolve("test/corpus/src/features.c")]);
    const { text, lines } = factOf(rea(["decompile", program, "main", "--json"]));
    const disassembly = execFileSync("objdump", ["-d", "--no-show-raw-insn", "--disassemble=main", program], {
      encoding: "utf8",
    });
    const calls = [...disassembly.matchAll(/^\s*([0-9a-f]+):\s+call\s+[0-9a-f]+ <([\w]+)(?:@plt)?>/gmu)];

    expect(calls.length).toBeGreaterThan(5);
    for (const [, address = "", name = ""] of calls) {
      const shown = lines.find(({ addresses }) => addresses.includes(`0x${address}`));
      const source = execFileSync("addr2line", ["-e", program, address], { encoding: "utf8" }).trim();
      const [file = "", line = ""] = source.replace(/ \(.*/u, "").split(":");
      expect(`${address} ${text.split("\n")[(shown?.line ?? 0) - 1] ?? ""}`).toContain(`${name}(`);
      expect(readFileSync(file, "utf8").split("\n")[Number(line) - 1]).toContain(name.replace(/^_/u, ""));
    }
  });

  test("--annotate puts the first address of a line beside it", () => {
    const { stdout } = rea(["decompile", sample("features-o2"), "is_even", "--annotate", "--quiet"]);

    expect(stdout).toMatch(/^0x13[0-9a-f]{2}(?: \+\d+)? +if \(param_1 == 0\)/mu);
    expect(stdout).toMatch(/^ +\{$/mu);
  });

  test("several functions come in their order, with what is wrong with one of them in its place", () => {
    const { status, stdout } = rea(["decompile", sample("features-o2"), "is_odd", "nonesuch", "is_even"]);

    expect(status).toBe(0);
    expect(stdout).toMatch(/^\/\/ is_odd at .*^\/\/ function_not_found: .*^\/\/ is_even at /msu);
  });

  test("on a terminal C has colours, and nothing of the sample steers it", () => {
    const { stdout } = reaOnTerminal(["decompile", sample("features-o2"), "name_of"]);

    expect(stdout).toContain('\u001b[35mreturn\u001b[39m \u001b[32m"zero"\u001b[39m;');
  });

  test("a function that is known is answered without the decompiler, until the store is cleaned", () => {
    const store = temporaryFolder();
    const words = ["decompile", sample("features-o2"), "main", "--json"];
    const first = rea(words, { variables: { REA_STORE: store } });
    const broken = buildWith(Buffer.from("no module"));

    expect(runBuild(broken, words, store)).toBe(first.stdout);
    expect(rea(["clean", "--all", "--yes"], { variables: { REA_STORE: store } }).stdout).toMatch(/\b1 text\b/u);
    expect(() => runBuild(broken, words, store)).toThrow(/"code":"(?:decompile_failed|internal_error)"/u);
  });

  test("a function that takes too long ends with 124, and says which flag gives it more", () => {
    const { status, stderr } = rea(["decompile", "/bin/ls", "main", "--deadline", "0.1", "--json"]);

    expect(status).toBe(124);
    expect(JSON.parse(stderr)).toMatchObject({ error: { code: "decompile_timeout", details: { reason: "deadline" } } });
    expect(stderr).toContain("--deadline");
  });

  test("a dossier has the text of its function", () => {
    const { stdout } = rea(["function", sample("features-o2"), "name_of"]);

    expect(stdout).toMatch(/^Pseudocode\nchar \* name_of\(/mu);
  });

  test("a whole program is a folder that a second run keeps", () => {
    const folder = path.join(temporaryFolder(), "tree");
    const words = ["decompile", sample("features-o2"), "--all", "--output", folder, "--json"];

    const first: unknown = JSON.parse(rea(words).stdout);
    const written = new Map(filesBelow(folder).map((file) => [file, readFileSync(file, "utf8")]));
    const second: unknown = JSON.parse(rea(words).stdout);

    const functions = readdirSync(path.join(folder, "functions"));
    expect(first).toMatchObject({ result: { functions: functions.length, kept: 0, failures: [] } });
    expect(second).toMatchObject({ result: { written: 0, kept: functions.length } });
    expect(new Map(filesBelow(folder).map((file) => [file, readFileSync(file, "utf8")]))).toEqual(written);
    const page = written.get(path.join(folder, "README.md")) ?? "";
    for (const name of functions) expect(page).toContain(`(functions/${name})`);
  });

  test("Ctrl-C amid many functions leaves whole files, and the next run goes on from them", async () => {
    const [store, folder] = [temporaryFolder(), path.join(temporaryFolder(), "tree")];
    const words = ["decompile", "/bin/ls", "--all", "--output", folder];
    const child = startRea(words, { REA_STORE: store });
    const result = ended(child);
    const written = (): string[] => {
      const functions = path.join(folder, "functions");
      return existsSync(functions) ? readdirSync(functions) : [];
    };
    for (let waited = 0; written().length < 3 && waited < 600; waited++) await sleep(100);

    child.kill("SIGINT");
    const { status, stderr } = await result;

    expect({ status, stderr }).toMatchObject({
      status: 130,
      stderr: expect.stringMatching(/^rea: stopped by SIGINT/u),
    });
    const kept = written();
    expect(kept.length).toBeGreaterThanOrEqual(3);
    expect(readdirSync(folder).sort()).toEqual(["functions", "index.json"]);
    for (const name of kept) expect(readFileSync(path.join(folder, "functions", name), "utf8")).toMatch(/\n$/u);
    expect(readdirSync(path.join(store, "rea", "staging"))).toEqual([]);
    expect(JSON.parse(readFileSync(path.join(folder, "index.json"), "utf8"))).toMatchObject({ complete: false });
  });

  test("a batch that an agent cancels ends, keeps what was ready, and the server answers on", async () => {
    const { client, store } = await connect();
    await client.callTool({ name: "open_binary", arguments: { path: "/bin/ls" } });
    const stop = new AbortController();
    const asking = client.callTool({ name: "batch_decompile", arguments: { all: true } }, { signal: stop.signal });
    asking.catch(() => {});
    const texts = path.join(store, "rea", "texts");
    for (let waited = 0; !existsSync(texts) && waited < 600; waited++) await sleep(100);

    stop.abort();
    await expect(asking).rejects.toThrow(/abort/iu);
    const after = await client.callTool({ name: "procedure_pseudo_code", arguments: { procedure: "0x66a0" } });

    expect(resultOf(after)["text"]).toContain("sub_66a0(");
    const kept = filesBelow(texts).length;
    await sleep(1000);
    expect(filesBelow(texts)).toHaveLength(kept);
    expect(readdirSync(path.join(store, "rea", "staging"))).toEqual([]);
  });

  test("an agent gets the same over MCP, of one function and of several", async () => {
    const { client } = await connect();
    await client.callTool({ name: "open_binary", arguments: { path: sample("features-o2") } });

    const one = await client.callTool({ name: "procedure_pseudo_code", arguments: { procedure: "name_of" } });
    const several = await client.callTool({
      name: "batch_decompile",
      arguments: { procedures: ["is_even", "0x1330", "nonesuch"] },
    });
    const dossier = await client.callTool({ name: "analyze_function", arguments: { procedure: "is_even" } });

    expect(resultOf(one)["text"]).toBe(factOf(rea(["decompile", sample("features-o2"), "name_of", "--json"])).text);
    expect(textOf(one)).toContain('return "zero";');
    expect(itemsOf(several).map(({ name, failure }) => [name, isRecord(failure) ? failure["code"] : null])).toEqual([
      ["is_even", null],
      ["is_odd", null],
      ["nonesuch", "function_not_found"],
    ]);
    expect(JSON.stringify(resultOf(dossier)["pseudocode"])).toContain("is_odd(param_1");
  });
});
