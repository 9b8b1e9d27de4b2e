/**
 * Builds the decompiler's WebAssembly module from `wasm/decompiler/` when Rust is there. The result is kept by the digest
 * of what it is made from, outside the checkout, so that a rebuild and a second checkout only copy it.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { sha256 } from "../src/base/digest.ts";
import { checkModule } from "./decompiler-check.ts";
import { crateNotices } from "./crate-notices.ts";

export interface BuiltDecompiler {
  /** Path of the module. */
  readonly module: string;
  /** Licence texts of everything that is compiled into it. */
  readonly notices: string;
  /** Version of the crate that does the work. */
  readonly version: string;
}

const CRATE = path.resolve("wasm/decompiler");
const TARGET = "wasm32-unknown-unknown";

/**
 * Deep nesting in a sample is deep recursion in the decompiler: 16 MiB of stack are enough, and cost nothing unused. The
 * memory ends at 2 GiB, for functions that outgrow the limit that the decompiler looks at between its steps.
 */
const LINK_FLAGS = ["-C", "link-arg=-zstack-size=16777216", "-C", "link-arg=--max-memory=2147483648"];

/** `undefined` when Rust is not there; says on the terminal what to do about it. Throws when the build fails. */
export function buildDecompiler(): BuiltDecompiler | undefined {
  const toolchain = answerOf("rustc", ["-vV"]);
  if (toolchain === undefined || answerOf("cargo", ["--version"]) === undefined) {
    console.warn("no decompiler in this build: install Rust (https://rustup.rs), then run `npm run build`");
    return undefined;
  }
  const key = sha256([...sources().map(digestOf), LINK_FLAGS.join(" "), toolchain].join("\n"));
  const folder = path.join(cacheFolder(), key);
  const built = { module: path.join(folder, "decompiler.wasm"), notices: path.join(folder, "NOTICES.txt") };
  if (!existsSync(folder)) compileInto(folder);
  return { ...built, version: lockedVersion() };
}

/** Everything that decides the bytes of the module, in a fixed order. */
function sources(): string[] {
  const code = readdirSync(path.join(CRATE, "src")).map((file) => path.join("src", file));
  return ["Cargo.toml", "Cargo.lock", ...code.sort()].map((file) => path.join(CRATE, file));
}

function digestOf(file: string): string {
  return `${path.relative(CRATE, file)} ${sha256(readFileSync(file))}`;
}

function cacheFolder(): string {
  const root = process.env["XDG_CACHE_HOME"] ?? path.join(homedir(), ".cache");
  return path.join(root, "rea", "decompiler");
}

/** Fills the folder in one step, so that what it holds is always whole. */
function compileInto(folder: string): void {
  addTarget();
  // Shared by all checkouts, so that a change of our own crate does not compile the others again.
  const output = path.join(cacheFolder(), "target");
  console.log("building the decompiler: a few minutes, once for each change of wasm/decompiler/");
  const started = Date.now();
  run("cargo", ["build", "--release", "--locked", "--target", TARGET, "--target-dir", output], rustFlags());
  const module = readFileSync(path.join(output, TARGET, "release", "rea_decompiler.wasm"));
  checkModule(module);
  const staging = `${folder}.${process.pid}`;
  mkdirSync(staging, { recursive: true });
  writeFileSync(path.join(staging, "decompiler.wasm"), module);
  writeFileSync(path.join(staging, "NOTICES.txt"), crateNotices(metadata()));
  try {
    renameSync(staging, folder);
  } catch (error) {
    rmSync(staging, { recursive: true, force: true });
    // Another build was first: its result has the same bytes.
    if (!existsSync(folder)) throw error;
  }
  console.log(`built the decompiler in ${Math.round((Date.now() - started) / 1000)} s, ${module.length} bytes`);
}

/** Rust from a distribution has no rustup, and perhaps the target all the same. */
function addTarget(): void {
  const libraries = answerOf("rustc", ["--print", "target-libdir", "--target", TARGET])?.trim();
  if (libraries !== undefined && existsSync(libraries)) return;
  run("rustup", ["target", "add", TARGET]);
}

/** The same bytes wherever the crates lie; our own sources are named by paths inside their folder. */
function rustFlags(): Readonly<Record<string, string>> {
  const home = process.env["CARGO_HOME"] ?? path.join(homedir(), ".cargo");
  const flags = [...LINK_FLAGS, "--remap-path-prefix", `${home}=/cargo`];
  return { CARGO_ENCODED_RUSTFLAGS: flags.join("\x1f"), RUSTFLAGS: "" };
}

function metadata(): string {
  const flags = ["--format-version", "1", "--locked", "--filter-platform", TARGET];
  const text = answerOf("cargo", ["metadata", ...flags], CRATE);
  if (text === undefined) throw new Error("cargo metadata failed");
  return text;
}

function lockedVersion(): string {
  const lock = readFileSync(path.join(CRATE, "Cargo.lock"), "utf8");
  const version = /name = "ghidra-decompiler"\nversion = "([^"]+)"/u.exec(lock)?.[1];
  if (version === undefined) throw new Error("Cargo.lock names no ghidra-decompiler");
  return version;
}

/** Standard output of a command; `undefined` when it is not there or fails. */
function answerOf(command: string, args: readonly string[], cwd = CRATE): string | undefined {
  const { status, stdout } = spawnSync(command, args, { cwd, encoding: "utf8", maxBuffer: 1 << 28 });
  return status === 0 ? stdout : undefined;
}

/** Runs with its output on the terminal. */
function run(command: string, args: readonly string[], environment: Readonly<Record<string, string>> = {}): void {
  const { status } = spawnSync(command, args, {
    cwd: CRATE,
    stdio: "inherit",
    env: { ...process.env, ...environment },
  });
  if (status !== 0) throw new Error(`${command} ${args[0]} failed`);
}
