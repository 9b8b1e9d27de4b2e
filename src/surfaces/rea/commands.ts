/** Every command of `rea`: the operations of the table, and what only a command line needs. */
import { OPERATIONS, type OperationEntry } from "../../operations/table.ts";
import type { CommandEntry } from "./command.ts";

export const COMMANDS: readonly CommandEntry[] = [
  ...OPERATIONS.filter(({ surfaces }) => surfaces !== "mcp").map(entryOf),
  {
    names: ["decompile"],
    operation: "procedure_pseudo_code",
    load: async () => (await import("./decompile-command.ts")).decompileCommand,
  },
  { names: ["mcp"], operation: "mcp", load: async () => (await import("./mcp-command.ts")).mcpCommand },
  { names: ["clean"], operation: "clean", load: async () => (await import("./clean-command.ts")).cleanCommand },
  {
    names: ["completions"],
    operation: "completions",
    load: async () => (await import("./completions-command.ts")).completionsCommand,
  },
];

/** The command with this name. */
export function commandNamed(name: string): CommandEntry | undefined {
  return COMMANDS.find(({ names }) => names.includes(name));
}

function entryOf(entry: OperationEntry): CommandEntry {
  const names = [...entry.aliases, entry.name.replaceAll("_", "-")];
  return {
    names,
    operation: entry.name,
    load: async () => (await import("./operation-command.ts")).operationCommand(await entry.load(), names),
  };
}
