/** Whether the sandbox of a mode can be started here. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { Failure } from "../../base/failure.ts";
import { bubblewrapArguments, findBubblewrap } from "../../process/bubblewrap.ts";
import type { ComponentReport, SandboxMode } from "./port.ts";

/** How bubblewrap is installed, by distribution. */
const INSTALL_COMMANDS = {
  debian: "apt install bubblewrap",
  fedora: "dnf install bubblewrap",
  arch: "pacman -S bubblewrap",
  nix: "nix-env -iA nixpkgs.bubblewrap",
};

/** Path of bubblewrap; throws `sandbox_unavailable` where it is not installed. */
export function requireBubblewrap(): string {
  const file = findBubblewrap(process.env["PATH"]);
  if (file === undefined) throw unavailable("bubblewrap (bwrap) is not on the PATH");
  return file;
}

/** Starts a confined program that does nothing, in 15 ms; says that all is well of the modes that start no sandbox. */
export async function checkSandbox(mode: SandboxMode): Promise<ComponentReport> {
  if (mode !== "bubblewrap") return { status: "ready", version: null, path: null };
  const file = findBubblewrap(process.env["PATH"]);
  if (file === undefined) {
    return {
      status: "missing",
      version: null,
      path: null,
      failure: unavailable("bubblewrap (bwrap) is not on the PATH"),
    };
  }
  const version = await output(file, ["--version"]);
  const found = { version: /\d+(?:\.\d+)+/u.exec(version.text)?.[0] ?? null, path: file };
  const confinement = { readable: ["/usr/bin", "/bin"], writable: [] };
  const trial = await output(file, [...bubblewrapArguments(confinement, {}, "/"), "/usr/bin/env"]);
  if (trial.succeeded) return { status: "ready", ...found };
  return { status: "incompatible", ...found, failure: unavailable(`bubblewrap cannot confine: ${trial.text.trim()}`) };
}

function unavailable(reason: string): Failure {
  return new Failure("sandbox_unavailable", reason, { reason, install: INSTALL_COMMANDS });
}

const run = promisify(execFile);
/** Milliseconds. */
const PATIENCE = 10_000;

async function output(file: string, args: readonly string[]): Promise<{ succeeded: boolean; text: string }> {
  try {
    const { stdout } = await run(file, args, { timeout: PATIENCE, encoding: "utf8" });
    return { succeeded: true, text: stdout };
  } catch (error) {
    return {
      succeeded: false,
      text: error instanceof Error && "stderr" in error ? String(error.stderr) : String(error),
    };
  }
}
