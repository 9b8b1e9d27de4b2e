/** `rea completions`: prints the completion script of a shell. */
import { bashScript } from "./completions/bash.ts";
import { fishScript } from "./completions/fish.ts";
import { grammarOf, type CommandWords } from "./completions/grammar.ts";
import { zshScript } from "./completions/zsh.ts";
import type { LoadedCommand } from "./command.ts";

const SCRIPTS: Readonly<Record<string, (commands: readonly CommandWords[]) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

export const completionsCommand: LoadedCommand = {
  summary: "Print a completion script for bash, zsh or fish",
  group: "Housekeeping",
  examples: ["completions bash > ~/.local/share/bash-completion/completions/rea", "completions fish | source"],
  configure: (command) => {
    command.description("Prints a script that makes the shell complete commands, flags and their values.");
    command.addArgument(command.createArgument("<shell>", "Which shell.").choices(Object.keys(SCRIPTS)));
    return async ({ stdout }) => {
      const { COMMANDS } = await import("./commands.ts");
      const script = SCRIPTS[command.args[0] ?? ""];
      if (script !== undefined) await stdout.write(script(await grammarOf(COMMANDS)));
      return 0;
    };
  },
};
