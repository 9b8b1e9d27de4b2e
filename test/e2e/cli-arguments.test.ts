/** Command lines: statuses, suggestions, debug output, completion. */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { rea, REA, sample, temporaryFolder } from "./cli-runner.ts";

const PROGRAM = sample("features-o0");

test("--version prints the version alone", () => {
  for (const flag of ["--version", "-V"]) {
    expect(rea([flag])).toEqual({ status: 0, stdout: `${manifest.version}\n`, stderr: "" });
  }
});

test.each([
  [["functoins", PROGRAM], "'functoins' is neither a command nor a file (did you mean functions?)"],
  [["functions", PROGRAM, "--ordr", "size"], "unknown option '--ordr' (did you mean --order?)"],
  [["functions", PROGRAM, "--order", "sze"], "Allowed choices are address, size, callers."],
  [["functions", PROGRAM, "extra"], "too many arguments"],
  [["functions"], "missing required argument 'file'"],
  [["functions", PROGRAM, "--timeout", "soon"], "--timeout takes a positive number of seconds"],
  [["functions", PROGRAM, "--max-sample-bytes", "0"], "--max-sample-bytes takes a number of bytes"],
  [["functions", PROGRAM, "--max-sample-bytes", "2GiB"], "--max-sample-bytes takes no more than 2147483647 bytes"],
  [["mcp", "--max-sample-bytes", "5000000000"], "--max-sample-bytes takes no more than 2147483647 bytes"],
  [["help", "nothing"], "'nothing' is neither a command nor a file"],
])("%j is refused with what was wrong", (words, message) => {
  const { status, stdout, stderr } = rea(words);

  expect(status).toBe(2);
  expect(stdout).toBe("");
  expect(stderr.split("\n")[0]).toMatch(/^rea: /u);
  expect(stderr).toContain(message);
  expect(stderr).not.toContain(" at ");
});

test("the hint of a wrong argument names the command", () => {
  expect(rea(["functions", PROGRAM, "--limit", "0"]).stderr).toContain("Run `rea functions --help`");
});

test("a failure has one message and one hint; the stack comes with REA_DEBUG=1", () => {
  const plain = rea(["functions", "/no/such/file"]);
  const debug = rea(["functions", "/no/such/file"], { variables: { REA_DEBUG: "1" } });

  expect(plain.status).toBe(1);
  expect(plain.stderr.trimEnd().split("\n")).toHaveLength(2);
  expect(debug.stderr).toMatch(/^ {4}at /mu);
});

test("every name of a command works: short, kebab case, and the tool's", () => {
  const answers = ["functions", "list-procedures", "list_procedures"].map(
    (name) => rea([name, PROGRAM, "--json", "--no-cache"]).stdout,
  );

  expect(new Set(answers).size).toBe(1);
  expect(answers[0]).toContain('"operation":"list_procedures"');
});

test("a file whose name starts with a dash is named after --", () => {
  const folder = temporaryFolder();
  execFileSync("cp", ["--", PROGRAM, path.join(folder, "-x")]);

  expect(rea(["exports", "--", "-x"], { cwd: folder }).status).toBe(0);
});

/** What bash offers for the last word of a line. */
function bashOffers(line: string): string[] {
  const words = line.split(" ");
  const script = path.join(temporaryFolder(), "complete.sh");
  writeFileSync(
    script,
    `${rea(["completions", "bash"]).stdout}
COMP_WORDS=(${words.map((word) => `'${word}'`).join(" ")})
COMP_CWORD=${words.length - 1}
_rea
printf '%s\\n' "\${COMPREPLY[@]}"
`,
  );
  return execFileSync("bash", [script], { encoding: "utf8" })
    .split("\n")
    .filter((word) => word !== "");
}

test("bash completes commands, flags, their values and files", () => {
  expect(bashOffers("rea func")).toEqual(["functions", "function"]);
  expect(bashOffers("rea functions --or")).toEqual(["--order"]);
  expect(bashOffers("rea functions f --order ")).toEqual(["address", "size", "callers"]);
  expect(bashOffers("rea --color a")).toEqual(["auto", "always"]);
  expect(bashOffers("rea functions /bin/l")).toContain("/bin/ls");
  expect(bashOffers("rea completions ")).toEqual(["bash", "zsh", "fish"]);
  expect(bashOffers("rea /bin/l")).toContain("/bin/ls");
});

const has = (shell: string): boolean => existsSync(`/usr/bin/${shell}`) || existsSync(`/bin/${shell}`);

test.runIf(has("zsh"))("zsh describes commands and hands it the flags with their values", () => {
  const script = path.join(temporaryFolder(), "_rea");
  writeFileSync(script, rea(["completions", "zsh"]).stdout);
  // The completion system needs a line editor: its functions are replaced by ones that print what they are given.
  const stubs = "compdef() {}; _files() {}; _describe() { print -l -- ${(P)4} }; _arguments() { print -l -- $@ }";
  const offers = (words: string, current: number): string[] => {
    const line = `${stubs}; source ${script}; words=(${words}); CURRENT=${current}; _rea`;
    return execFileSync("zsh", ["-fc", line], { encoding: "utf8" }).split("\n");
  };

  expect(offers("rea f", 2)).toContainEqual(expect.stringMatching(/^functions:List functions/u));
  expect(offers("rea functions ''", 3)).toContainEqual(
    expect.stringMatching(/^--order\[What to sort by\..*\]:value:\(address size callers\)$/u),
  );
});

test.runIf(has("zsh"))("zsh's own completion system takes the script", () => {
  const script = path.join(temporaryFolder(), "_rea");
  writeFileSync(script, rea(["completions", "zsh"]).stdout);

  const line = `autoload -Uz compinit; compinit -D; source ${script}; print $_comps[rea]`;
  const { stdout, stderr } = spawnSync("zsh", ["-fc", line], { encoding: "utf8" });

  expect({ stdout, stderr }).toEqual({ stdout: "_rea\n", stderr: "" });
});

test.runIf(has("fish"))("fish completes commands, flags and their values", () => {
  const script = path.join(temporaryFolder(), "rea.fish");
  writeFileSync(script, rea(["completions", "fish"]).stdout);
  const offers = (line: string): string[] =>
    execFileSync("fish", ["-c", `source ${script}; complete -C '${line}'`], { encoding: "utf8" })
      .split("\n")
      .map((offer) => offer.split("\t")[0] ?? "");

  expect(offers("rea func")).toEqual(expect.arrayContaining(["functions", "function"]));
  expect(offers("rea functions --or")).toContain("--order");
  expect(offers("rea functions --order ")).toEqual(expect.arrayContaining(["address", "size", "callers"]));
});

test("the entry can be started by its own first line", () => {
  expect(execFileSync(REA, ["--version"], { encoding: "utf8" })).toBe(`${manifest.version}\n`);
});
