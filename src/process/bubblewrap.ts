/**
 * The command line of bubblewrap: a child in mount, network, PID, IPC, UTS and user namespaces of its own, that dies
 * with its parent and sees only what it is given.
 */
import { existsSync, lstatSync, readlinkSync } from "node:fs";
import path from "node:path";
import { findProgram } from "./programs.ts";

/** What a confined child sees beside an empty root, its own /proc, /dev, /tmp and home. All paths are absolute. */
export interface Confinement {
  /** Files and directories that it may only read; what does not exist is left out. */
  readonly readable: readonly string[];
  /** Directories that it may change. */
  readonly writable: readonly string[];
  /** Files that it sees at another path: first where they lie, then where it finds them. */
  readonly placed?: readonly (readonly [source: string, target: string])[];
}

/** Home and temporary directory inside, both in memory and private. */
export const CONFINED_HOME = "/tmp/home";
export const CONFINED_TEMPORARY = "/tmp/work";

/** Name of the host inside, which nothing resolves but an `/etc/hosts` that is placed there. */
export const CONFINED_HOST = "confined";

/** Path of the program, or `undefined` where it is not installed. */
export function findBubblewrap(searchPath: string | undefined): string | undefined {
  return findProgram("bwrap", searchPath);
}

/**
 * Arguments of `bwrap` before the command. It keeps the child in the process group of its parent, which has no
 * terminal, so that a signal to the group reaches it.
 */
export function bubblewrapArguments(
  confinement: Confinement,
  environment: Readonly<Record<string, string>>,
  directory: string,
): string[] {
  return [
    ...["--unshare-all", "--die-with-parent", "--hostname", CONFINED_HOST],
    "--clearenv",
    ...Object.entries(environment).flatMap(([name, value]) => ["--setenv", name, value]),
    ...["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp"],
    ...["--dir", CONFINED_HOME, "--dir", CONFINED_TEMPORARY],
    ...SYSTEM_LIBRARIES.flatMap(systemLibrary),
    ...confinement.readable.flatMap((file) => ["--ro-bind-try", file, file]),
    ...confinement.writable.flatMap((file) => ["--bind", file, file]),
    ...(confinement.placed ?? []).flatMap(([source, target]) => ["--ro-bind", source, target]),
    // Nothing else may be put beside what is given.
    ...["--remount-ro", "/", "--chdir", directory, "--"],
  ];
}

/** What a dynamically linked program needs: its loader and libraries; on NixOS all of them are in one place. */
const SYSTEM_LIBRARIES = ["/usr/lib", "/usr/lib64", "/lib", "/lib64", "/etc/ld.so.cache", "/nix/store"];

/** Most systems have /lib as a link into /usr; the link is made again. */
function systemLibrary(file: string): string[] {
  if (!existsSync(file)) return [];
  return lstatSync(file).isSymbolicLink()
    ? ["--symlink", path.relative("/", path.resolve("/", readlinkSync(file))), file]
    : ["--ro-bind", file, file];
}
