/** Completion for fish. */
import type { CommandWords, FlagWords } from "./grammar.ts";

export function fishScript(commands: readonly CommandWords[]): string {
  const lines = commands.flatMap((command) => [
    ...command.names.map((name) => nameLine(name, command.summary)),
    ...operandLines(command),
    ...command.flags.map((flag) => flagLine(command, flag)),
  ]);
  return `# fish completion for rea. Use it with: rea completions fish | source\n${lines.join("\n")}\n`;
}

function nameLine(name: string, summary: string): string {
  return `complete -c rea -n __fish_use_subcommand -a ${name} -d ${quote(summary)}`;
}

function operandLines({ names, operands }: CommandWords): string[] {
  const values = operands[0] ?? [];
  return values.length === 0 ? [] : [`complete -c rea -f -n ${condition(names)} -a ${quote(values.join(" "))}`];
}

function flagLine({ names }: CommandWords, { flag, description, values }: FlagWords): string {
  const value = values === null ? "" : values.length === 0 ? " -r" : ` -x -a ${quote(values.join(" "))}`;
  return `complete -c rea -n ${condition(names)} -l ${flag.slice(2)}${value} -d ${quote(description)}`;
}

function condition(names: readonly string[]): string {
  return quote(`__fish_seen_subcommand_from ${names.join(" ")}`);
}

function quote(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
