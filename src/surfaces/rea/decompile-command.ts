/** `rea decompile`: one function, several, or all of them, to the terminal or into a folder. */
import type { Command } from "commander";
import { z } from "zod";
import { Failure } from "../../base/failure.ts";
import type { LoadedCommand } from "./command.ts";
import type { Environment } from "./environment.ts";
import { addGlobalFlags, readGlobals } from "./global-flags.ts";
import type { Request } from "./operation-command.ts";
import { parseSeconds } from "./quantities.ts";

const flagsSchema = z.object({
  annotate: z.boolean().default(false),
  all: z.boolean().default(false),
  output: z.string().min(1).optional(),
  /** Milliseconds. */
  deadline: z.number().optional(),
});

export const decompileCommand: LoadedCommand = {
  summary: "Decompile functions to C",
  group: "Functions",
  examples: [
    "decompile ./sample main",
    "decompile ./sample main 0x401120 --annotate",
    "decompile ./sample --all --output ./sample-c",
  ],
  configure: (command) => {
    command.description(DESCRIPTION);
    command.argument("<file>", "The program to look at.");
    command.argument("[functions...]", "Names (main, puts@plt) or any address inside (0x401120, main+0x10).");
    command.option("--annotate", "Put the address of the first instruction beside each line.");
    command.option("--all", "Every function, by address.");
    command.option(
      "--output <dir>",
      "With --all: write a file a function, an index and the call graph into this folder.",
    );
    const deadline = command.createOption(
      "--deadline <seconds>",
      "Give up one function after this long; by default 30.",
    );
    command.addOption(deadline.argParser((text) => parseSeconds("--deadline", text)));
    addGlobalFlags(command, "output", "analysis");
    return async (environment) => await decompile(command, environment);
  },
};

const DESCRIPTION = [
  "C that reads like what the functions do. It is derived from machine code: types and names of variables are guesses.",
  "A folder that --output wrote before is completed: files that are still right are kept. It has no deadline unless --timeout gives one.",
  "Also: procedure-pseudo-code and batch-decompile, the operations behind it.",
].join("\n");

async function decompile(command: Command, environment: Environment): Promise<number> {
  const [file = "", ...functions] = command.args;
  const flags = flagsSchema.parse(command.opts());
  const deadline = flags.deadline === undefined ? {} : { deadline: flags.deadline / 1000 };
  const { answer } = await import("./operation-command.ts");
  const globals = { ...readGlobals(command), ...(isOpenEnded(command) ? { timeout: Infinity } : {}) };
  return await answer({ file, globals, ...(await work(functions, flags, deadline)) }, environment);
}

/** Writing a folder may take hours, and what is written stays. */
function isOpenEnded(command: Command): boolean {
  return command.getOptionValue("output") !== undefined && command.getOptionValue("timeout") === undefined;
}

type Work = Pick<Request, "operation" | "input" | "view">;

async function work(
  functions: readonly string[],
  { all, annotate, output }: z.infer<typeof flagsSchema>,
  deadline: { readonly deadline?: number },
): Promise<Work> {
  const [procedure, ...others] = functions;
  if (all === (procedure !== undefined)) throw new Failure("invalid_arguments", "name functions, or give --all");
  if (output !== undefined) {
    if (!all) throw new Failure("invalid_arguments", "--output goes with --all", { argument: "output" });
    const { decompileTree } = await import("./decompile-tree/tree.ts");
    const { treeView } = await import("./decompile-tree/view.ts");
    return { operation: decompileTree, input: { output, ...deadline }, view: treeView };
  }
  const { pseudocodesView, pseudocodeView } = await import("./views/pseudocode.ts");
  if (procedure !== undefined && others.length === 0) {
    const { procedurePseudoCode } = await import("../../operations/procedure-pseudo-code.ts");
    return { operation: procedurePseudoCode, input: { procedure, ...deadline }, view: pseudocodeView({ annotate }) };
  }
  const { batchDecompile } = await import("../../operations/batch-decompile.ts");
  return {
    operation: batchDecompile,
    input: { procedures: functions, all: true, ...deadline },
    view: pseudocodesView({ annotate }),
  };
}
