/** What a shell can complete: every command with its flags and their values. */
import { Command } from "commander";
import type { CommandEntry } from "../command.ts";

export interface CommandWords {
  readonly names: readonly string[];
  readonly summary: string;
  readonly flags: readonly FlagWords[];
  /** Closed sets of values of the operands, in order; empty where any word will do. */
  readonly operands: readonly (readonly string[])[];
}

export interface FlagWords {
  /** `--order`. */
  readonly flag: string;
  readonly description: string;
  /** Null for a switch; empty when any value will do. */
  readonly values: readonly string[] | null;
}

/** Loads every command. */
export async function grammarOf(entries: readonly CommandEntry[]): Promise<CommandWords[]> {
  return Promise.all(entries.map(wordsOf));
}

async function wordsOf({ names, load }: CommandEntry): Promise<CommandWords> {
  const loaded = await load();
  const command = new Command();
  loaded.configure(command);
  const flags = command.options.map((option) => ({
    flag: option.long ?? option.flags,
    description: option.description,
    values: option.required ? (option.argChoices ?? []) : null,
  }));
  const help = { flag: "--help", description: "Show the help of the command.", values: null };
  const operands = command.registeredArguments.map((argument) => argument.argChoices ?? []);
  return { names, summary: loaded.summary, flags: [...flags, help], operands };
}
