/** Help as plain text. */
import { OPERATIONS, type OperationName } from "../../operations/ghidr/table.ts";
import { COMMANDS, COMMON, type Flag } from "./grammar.ts";

export function helpPage(command: OperationName | undefined): string {
  return command === undefined ? overview() : commandPage(command);
}

function overview(): string {
  const commands = OPERATIONS.map(({ name, description }) => `  ${name.padEnd(11)}${description}`);
  return lines(
    "ghidr: reproducible, read-only questions about a program, answered by Ghidra",
    "",
    "Usage: ghidr <COMMAND> [ARGUMENTS] [FLAGS]",
    "",
    "Commands:",
    ...commands,
    "",
    "Flags of every command:",
    ...COMMON.map(flagLine),
    "",
    "`ghidr <COMMAND> --help` tells more, `ghidr --version` the version.",
    "Exit status: 0 success, 1 failure, 2 wrong arguments, 124 timeout, 130 interrupted.",
  );
}

function commandPage(command: OperationName): string {
  const { usage, flags } = COMMANDS[command];
  const description = OPERATIONS.find(({ name }) => name === command)?.description ?? "";
  return lines(
    `ghidr ${command}: ${description}`,
    "",
    `Usage: ghidr ${command} ${usage} [FLAGS]`.replace("  ", " "),
    "",
    "Flags:",
    ...[...flags, ...COMMON].map(flagLine),
  );
}

function flagLine({ name, value, help }: Flag): string {
  const spelled = value === undefined ? name : `${name} <${value}>`;
  return spelled.length < WIDTH ? `  ${spelled.padEnd(WIDTH)}${help}` : `  ${spelled}\n  ${"".padEnd(WIDTH)}${help}`;
}

const WIDTH = 40;

function lines(...all: readonly string[]): string {
  return `${all.join("\n")}\n`;
}
