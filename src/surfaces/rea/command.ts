/** What a command of `rea` is: flags for commander, and work once they are parsed. */
import type { Command } from "commander";
import type { Environment } from "./environment.ts";

/** A command before anything of it is loaded. */
export interface CommandEntry {
  /** What people type; help shows the first. */
  readonly names: readonly string[];
  /** Name in JSON documents: that of the operation, or of the command. */
  readonly operation: string;
  readonly load: () => Promise<LoadedCommand>;
}

export interface LoadedCommand {
  /** One line for `rea --help`. */
  readonly summary: string;
  /** Heading under which `rea --help` lists it. */
  readonly group: Group;
  /** What follows `rea` in useful calls. */
  readonly examples: readonly string[];
  /** Declares operands, flags and description; gives back the work, whose result is the exit status. */
  readonly configure: (command: Command) => (environment: Environment) => Promise<number>;
}

/** Headings of `rea --help`, in their order. */
export const GROUPS = [
  "Overview",
  "Contents",
  "Search",
  "Functions",
  "References",
  "Addresses",
  "Housekeeping",
] as const;
export type Group = (typeof GROUPS)[number];
