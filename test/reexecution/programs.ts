/** The functions of functions/, compiled for every build of the comparison. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import path from "node:path";

export const MACHINES = ["x86-64", "aarch64"] as const;
export const COMPILERS = ["gcc", "clang"] as const;
export const LEVELS = ["O0", "O2", "Os"] as const;

export type Machine = (typeof MACHINES)[number];

export interface Build {
  readonly machine: Machine;
  readonly compiler: (typeof COMPILERS)[number];
  readonly level: (typeof LEVELS)[number];
}

export const BUILDS: readonly Build[] = MACHINES.flatMap((machine) =>
  COMPILERS.flatMap((compiler) => LEVELS.map((level) => ({ machine, compiler, level }))),
);

export function nameOf({ machine, compiler, level }: Build): string {
  return `${machine}-${compiler}-${level}`;
}

/** Paths of what a build is made of. */
export interface BuiltProgram {
  /** Without symbols, as it is decompiled. */
  readonly program: string;
  /** Library with the trials of every function, for the host to load. */
  readonly trials: string;
  /** Where each function with a trial starts, by its name; from the symbols that the program lost. */
  readonly addresses: ReadonlyMap<string, bigint>;
}

const SOURCES = path.join(import.meta.dirname, "functions");
const FOLDER = path.resolve(import.meta.dirname, "../../.cache/reexecution");

/**
 * Addresses are fixed, so that what a text says of an address holds where the text runs; unwind tables say where
 * functions start though nothing calls them.
 */
const FLAGS = ["-w", "-no-pie", "-fno-pie", "-fno-stack-protector", "-fasynchronous-unwind-tables"];

/** Takes compilers from the search path; throws when one is missing. */
export function buildProgram(build: Build): BuiltProgram {
  const files = readdirSync(SOURCES)
    .filter((file) => file.endsWith(".c"))
    .sort();
  const digest = digestOf([...files, "trial.h"]);
  const made = path.join(FOLDER, `${nameOf(build)}-${digest}`);
  if (!existsSync(made)) make(build, files, made);
  const [program, twin, trials] = ["program", "twin", "trials.so"].map((name) => path.join(made, name)) as [
    string,
    string,
    string,
  ];
  return { program, trials, addresses: functionsIn(twin, namesOf(files)) };
}

/** How to compile for the machine, with the gcc that both sides' texts are compiled with. */
export function gccOf(machine: Machine): string {
  return machine === "x86-64" ? "gcc" : "aarch64-linux-gnu-gcc-12";
}

/** A command that runs programs of the machine here. */
export function emulatorOf(machine: Machine): readonly string[] {
  return machine === "x86-64" ? [] : ["qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"];
}

function make({ machine, compiler, level }: Build, files: readonly string[], made: string): void {
  const working = `${made}-${process.pid}`;
  mkdirSync(working, { recursive: true });
  const gcc = gccOf(machine);
  const clang = machine === "x86-64" ? ["clang"] : ["clang", "--target=aarch64-linux-gnu"];
  const [command = gcc, ...target] = compiler === "gcc" ? [gcc] : clang;
  const sourcesBut = (left: string): string[] => files.filter((file) => file !== left);
  const run = (program: string, args: readonly string[]): void => {
    execFileSync(program, args, { cwd: SOURCES, stdio: "pipe" });
  };
  const [program, twin, trials] = ["program", "twin", "trials.so"].map((name) => path.join(working, name)) as [
    string,
    string,
    string,
  ];
  run(command, [...target, `-${level}`, ...FLAGS, "-o", twin, ...sourcesBut("run-trials.c"), "-ldl"]);
  run(gcc, ["-O0", "-w", "-DTRIALS", "-fPIC", "-shared", "-o", trials, ...sourcesBut("host.c"), "-ldl"]);
  run(machine === "x86-64" ? "strip" : "aarch64-linux-gnu-strip", ["-o", program, twin]);
  if (existsSync(made)) rmSync(working, { recursive: true });
  else renameSync(working, made);
}

function digestOf(files: readonly string[]): string {
  const hash = createHash("sha256").update(FLAGS.join(" "));
  for (const file of files) hash.update(readFileSync(path.join(SOURCES, file)));
  return hash.digest("hex").slice(0, 12);
}

function namesOf(files: readonly string[]): ReadonlySet<string> {
  const texts = files.map((file) => readFileSync(path.join(SOURCES, file), "utf8")).join("\n");
  return new Set([...texts.matchAll(/^FUNCTION\(.*?, (\w+), \(/gmu)].map(([, name = ""]) => name));
}

function functionsIn(twin: string, names: ReadonlySet<string>): ReadonlyMap<string, bigint> {
  const listed = execFileSync("nm", ["--defined-only", twin], { encoding: "utf8" });
  const addresses = new Map<string, bigint>();
  for (const [, address = "", name = ""] of listed.matchAll(/^([0-9a-f]+) [Tt] (\w+)$/gmu)) {
    if (names.has(name)) addresses.set(name, BigInt(`0x${address}`));
  }
  return addresses;
}
