/** Compiles decompiled texts and runs the trials of their functions: what passes is what behaves as the original. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { findBubblewrap } from "../../src/process/bubblewrap.ts";
import type { DecompiledText } from "./decompiled-text.ts";
import { emulatorOf, gccOf, type BuiltProgram, type Machine } from "./programs.ts";
import { symbolOf, translationUnit, type NamedText } from "./translation-unit.ts";

export type Verdict = "passes" | "no text" | "does not compile" | "wrong result" | "crashed";

export interface Judged {
  readonly name: string;
  readonly verdict: Verdict;
  /** Message of the compiler, the signal, or the first line that differs. */
  readonly why: string;
}

/** One verdict a name, in the order of the names. `texts` are those of the whole program. */
export function judge(
  machine: Machine,
  built: BuiltProgram,
  texts: readonly DecompiledText[],
  names: readonly string[],
): Judged[] {
  const folder = mkdtempSync(path.join(tmpdir(), "rea-reexecution-"));
  try {
    const named = namedTexts(built, texts, names);
    const errors = compileTexts(machine, named, texts, folder);
    const commands = path.join(folder, "commands");
    writeFileSync(commands, names.map((name) => `${name} ${built.addresses.get(name)?.toString(16)}\n`).join(""));
    const originals = transcripts(machine, built, folder, [commands]);
    const results = transcripts(machine, built, folder, [commands, path.join(folder, LIBRARY)]);
    const hasText = new Set(named.map(({ name }) => name));
    return names.map((name) => {
      if (!hasText.has(name)) return { name, verdict: "no text", why: "" };
      const error = errors.get(name);
      if (error !== undefined) return { name, verdict: "does not compile", why: error };
      return compared(name, originals.get(name), results.get(name));
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const LIBRARY = "texts.so";

function namedTexts(built: BuiltProgram, texts: readonly DecompiledText[], names: readonly string[]): NamedText[] {
  const byAddress = new Map(texts.map((text) => [text.address, text]));
  return names.flatMap((name) => {
    const text = byAddress.get(built.addresses.get(name) ?? -1n);
    return text === undefined ? [] : [{ name, text }];
  });
}

/**
 * Without optimisation: a text that leaves something undefined gets the benefit of the doubt, whoever wrote it. Pointers
 * of the wrong type are warnings, undeclared names are errors. `char` has a sign on every machine, as in the texts.
 */
const FLAGS = [
  "-O0",
  "-std=gnu11",
  "-fsigned-char",
  "-fPIC",
  "-shared",
  "-fwrapv",
  "-fno-strict-aliasing",
  "-fno-builtin",
];
const STRICT = ["-fmax-errors=0", "-fno-diagnostics-show-caret", "-Werror=implicit-function-declaration"];

/** Compiles what compiles and gives the first error of each other text. A few rounds: errors can hide errors. */
function compileTexts(
  machine: Machine,
  named: readonly NamedText[],
  texts: readonly DecompiledText[],
  folder: string,
): ReadonlyMap<string, string> {
  const errors = new Map<string, string>();
  const library = path.join(folder, LIBRARY);
  for (let round = 0; round < ROUNDS; round++) {
    const file = path.join(folder, `texts-${round}.c`);
    writeFileSync(
      file,
      translationUnit(
        named.filter(({ name }) => !errors.has(name)),
        texts,
      ),
    );
    const { status, stderr } = spawnSync(gccOf(machine), [...FLAGS, ...STRICT, "-o", library, file, "-lm", "-ldl"], {
      encoding: "utf8",
      maxBuffer: 1 << 28,
      env: { ...process.env, LC_ALL: "C" },
    });
    if (status === 0) return errors;
    const known = errors.size;
    for (const { name, message } of errorsIn(stderr)) if (!errors.has(name)) errors.set(name, message);
    if (errors.size === known) throw new Error(`the texts do not compile: ${stderr.slice(0, 2000)}`);
  }
  throw new Error(`the texts have new errors after ${ROUNDS} rounds`);
}

const ROUNDS = 8;

/** The compiler places what a macro does wrong in the file of the macro; it says in which function that happened. */
function errorsIn(diagnostics: string): { readonly name: string; readonly message: string }[] {
  const errors: { name: string; message: string }[] = [];
  let current = "";
  for (const line of diagnostics.split("\n")) {
    current = /: In function '(\w+)':$/u.exec(line)?.[1]?.replace(symbolOf(""), "") ?? current;
    const [, place = "", message = ""] = /^([^:]+):\d+(?::\d+)?: (?:fatal )?error: (.*)$/u.exec(line) ?? [];
    if (message !== "") errors.push({ name: place.includes("/") ? current : place, message });
  }
  return errors;
}

/** What the trial of each function printed, by its name. */
function transcripts(
  machine: Machine,
  { program, trials }: BuiltProgram,
  folder: string,
  files: readonly string[],
): ReadonlyMap<string, string> {
  const [command = "", ...args] = [...confinement(folder, program), ...emulatorOf(machine), program, trials, ...files];
  const { status, stdout, stderr } = spawnSync(command, args, {
    encoding: "latin1",
    maxBuffer: 1 << 28,
    timeout: 600_000,
  });
  if (status !== 0) throw new Error(`the host of the trials ended with ${status}: ${stderr.slice(0, 2000)}`);
  const parts = stdout.split(/^== (\w+)$/mu);
  const found = new Map<string, string>();
  for (let at = 1; at < parts.length; at += 2) found.set(parts[at] ?? "", parts[at + 1] ?? "");
  return found;
}

/** What runs is wrong by intent: where bubblewrap is there, it sees files to read only and no network. */
function confinement(folder: string, program: string): readonly string[] {
  const bubblewrap = findBubblewrap(process.env["PATH"]);
  if (bubblewrap === undefined) return [];
  const made = path.dirname(program);
  const readable = ["/usr", "/lib", "/lib64", "/etc/ld.so.cache", folder, made];
  const binds = readable.flatMap((file) => ["--ro-bind-try", file, file]);
  return [bubblewrap, "--unshare-all", "--die-with-parent", "--proc", "/proc", "--dev", "/dev", ...binds, "--"];
}

function compared(name: string, original: string | undefined, result: string | undefined): Judged {
  if (original === undefined || original.includes("ended by signal")) throw new Error(`the trial of ${name} is wrong`);
  const signal = /^ended by signal (\d+)$/mu.exec(result ?? "")?.[1];
  if (result === original) return { name, verdict: "passes", why: "" };
  if (signal !== undefined) return { name, verdict: "crashed", why: `signal ${signal}` };
  const [wanted, got] = [original.split("\n"), (result ?? "").split("\n")];
  const at = wanted.findIndex((line, index) => line !== got[index]);
  return { name, verdict: "wrong result", why: `${wanted[at] ?? ""} became ${got[at] ?? ""}` };
}
