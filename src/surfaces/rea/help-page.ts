/** `rea --help`: every command on one line under its heading, and where to start. */
import { VERSION } from "../../base/version.ts";
import { GROUPS, type CommandEntry } from "./command.ts";
import type { Style } from "./text/style.ts";
import { flow } from "./text/flow.ts";
import { padEnd } from "./text/width.ts";

const FIRST_STEPS = [
  ["analyze /bin/ls", "what the file is and where to look first"],
  ["functions /bin/ls --order size", "its functions, the largest first"],
  ["search /bin/ls color", "functions and strings that mention something"],
  ["trace /bin/ls usage", "from a string to the code that uses it"],
  ["disasm /bin/ls main --limit 40", "the instructions of a function"],
] as const;

/** The page, with a line end, for a terminal (or a page) of so many columns. */
export async function helpPage(commands: readonly CommandEntry[], style: Style, columns: number): Promise<string> {
  const loaded = await Promise.all(commands.map(async ({ names, load }) => ({ names, ...(await load()) })));
  const lines = [
    `${style.bold(`rea ${VERSION}`)} answers questions about programs that ship without source.`,
    "",
    "Usage: rea <command> <file> [arguments] [flags]",
    "       rea <file>            the same as rea analyze <file>",
    "",
    style.bold("First steps"),
    ...FIRST_STEPS.map(([line, purpose]) => `  ${style.cyan(padEnd(`rea ${line}`, STEP_COLUMN))} ${purpose}`),
  ];
  for (const group of GROUPS) {
    const rows = loaded.filter((command) => command.group === group);
    if (rows.length === 0) continue;
    lines.push(
      "",
      style.bold(group),
      ...rows.flatMap(({ names, summary }) => row(names[0] ?? "", summary, style, columns)),
    );
  }
  lines.push("", ...ENDING, "");
  return lines.join("\n");
}

const ENDING = [
  "`rea <command> --help` shows the flags of a command with examples; `--json` answers with one JSON document.",
  "A place is an address (0x401120, 401120h, rva:0x1120, off:0x1120) or a name (main, main+0x10, puts@plt).",
  "Exit status: 0 answered, 1 failed, 2 wrong arguments, 124 out of time, 130 interrupted.",
];

const STEP_COLUMN = 34;
const NAME_COLUMN = 21;

function row(name: string, summary: string, style: Style, columns: number): string[] {
  const lines = flow(summary.split(" "), columns - NAME_COLUMN - 3);
  const first = name.length > NAME_COLUMN ? [name, ""] : [name];
  const labels = [...first, ...lines.slice(1).map(() => "")];
  const texts = [...first.slice(1), ...lines];
  return labels.map((label, index) => `  ${style.cyan(padEnd(label, NAME_COLUMN))} ${texts[index] ?? ""}`.trimEnd());
}
