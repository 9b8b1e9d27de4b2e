/** Parsing a command's words with commander, whose complaints become failures. */
import { Command, type Argument, type CommanderError } from "commander";
import { Failure } from "../../base/failure.ts";
import type { LoadedCommand } from "./command.ts";
import type { Environment } from "./environment.ts";

export type Parsed =
  | { readonly kind: "help"; readonly text: string }
  | { readonly kind: "work"; readonly run: (environment: Environment) => Promise<number> };

/** Parses the words after the command's name; throws `invalid_arguments` with what was wrong and what is near. */
export function parseCommand(name: string, loaded: LoadedCommand, words: readonly string[]): Parsed {
  const command = new Command(`rea ${name}`);
  command.summary(loaded.summary).helpOption("-h, --help", "Show this help.");
  command.exitOverride(refuse).configureOutput({ outputError: () => {} });
  command.configureHelp({ optionDescription: ({ description }) => description });
  const run = loaded.configure(command);
  command.usage([...command.registeredArguments.map(argumentTerm), "[flags]"].join(" "));
  if (asksForHelp(words)) return { kind: "help", text: `${command.helpInformation()}${examples(loaded)}` };
  command.parse(words, { from: "user" });
  return { kind: "work", run };
}

function argumentTerm(argument: Argument): string {
  const name = `${argument.name()}${argument.variadic ? "..." : ""}`;
  return argument.required ? `<${name}>` : `[${name}]`;
}

function refuse(error: CommanderError): never {
  const message = error.message.replace(/^error: /u, "").replace("\n(Did you mean", " (did you mean");
  throw new Failure("invalid_arguments", message);
}

function asksForHelp(words: readonly string[]): boolean {
  const end = words.indexOf("--");
  const flags = end < 0 ? words : words.slice(0, end);
  return flags.includes("--help") || flags.includes("-h");
}

function examples({ examples: lines }: LoadedCommand): string {
  return lines.length === 0 ? "" : `\nExamples:\n${lines.map((line) => `  rea ${line}\n`).join("")}`;
}
