/** `rea clean`: removes kept results. */
import { plural } from "../../base/plural.ts";
import { createInterface } from "node:readline/promises";
import type { Command } from "commander";
import { z } from "zod";
import { Failure } from "../../base/failure.ts";
import { printable } from "../../base/printable.ts";
import { SCHEMA_VERSION, type Envelope } from "../../contracts/envelope.ts";
import { cleanStore, type CleanReport } from "../../store/clean.ts";
import { resolveStore } from "../../store/location.ts";
import type { LoadedCommand } from "./command.ts";
import type { Environment } from "./environment.ts";
import { addGlobalFlags, readGlobals } from "./global-flags.ts";

const flagsSchema = z.object({
  all: z.boolean().default(false),
  sample: z.string().optional(),
  yes: z.boolean().default(false),
});
type Flags = z.infer<typeof flagsSchema>;

export const cleanCommand: LoadedCommand = {
  summary: "Remove kept results from the store",
  group: "Housekeeping",
  examples: ["clean --all --yes", "clean --sample 0f1d…64 digits…9a --yes"],
  configure: (command) => {
    command.description(DESCRIPTION);
    command.option("--all", "Remove the results of every file.");
    command.option("--sample <sha256>", "Remove the results of one file, named by its SHA-256.");
    command.option("--yes", "Do not ask.");
    addGlobalFlags(command, "output", "store");
    return (environment) => clean(command, environment);
  },
};

const DESCRIPTION =
  "Removes analyses and artifacts that rea keeps in its store. The files that were analysed are not touched, and the results are made again when they are needed.";

async function clean(command: Command, environment: Environment): Promise<number> {
  const { json, store } = readGlobals(command);
  const flags = flagsSchema.parse(command.opts());
  const { path } = resolveStore(environment.variables, store);
  if (!flags.all && flags.sample === undefined) throw new Failure("invalid_arguments", "give --all or --sample SHA256");
  if (!flags.yes && !(await confirmed({ ...flags, json }, path, environment))) {
    await environment.stdout.write("Nothing was removed.\n");
    return 0;
  }
  const { all, sample } = flags;
  const report = await cleanStore({ store: path, all, ...(sample === undefined ? {} : { sample }) });
  await environment.stdout.write(json ? `${JSON.stringify(envelopeOf(report))}\n` : textOf(report));
  return 0;
}

/** Asks on the terminal; the end of the input is a no. Without a terminal, and for JSON, only `--yes` will do. */
async function confirmed(
  flags: Flags & { readonly json: boolean },
  store: string,
  { stdout, signal }: Environment,
): Promise<boolean> {
  if (flags.json || !stdout.terminal || !process.stdin.isTTY) {
    throw new Failure("invalid_arguments", "nobody to ask: confirm with --yes", { argument: "yes" });
  }
  const what = flags.all ? "every result" : "the results of this sample";
  // Without editing of the line, Ctrl-C stays a signal, which aborts the question.
  const prompt = createInterface({ input: process.stdin, output: process.stdout, terminal: false });
  const hungUp = new Promise<string>((resolve) => prompt.once("close", () => resolve("")));
  try {
    const question = prompt.question(`Remove ${what} from ${printable(store)}? [y/N] `, { signal });
    const answer = await Promise.race([question, hungUp]);
    return /^y(es)?$/iu.test(answer.trim());
  } finally {
    prompt.close();
  }
}

function envelopeOf(result: CleanReport): Envelope {
  return {
    schema_version: SCHEMA_VERSION,
    operation: "clean",
    target: null,
    binding: null,
    result,
    warnings: [],
    limits: [],
  };
}

function textOf({ store, bytes, ...counts }: CleanReport): string {
  const removed = Object.entries(counts).filter(([, count]) => count > 0);
  const parts = removed.map(([what, count]) => `${count} ${count === 1 ? (SINGULAR[what] ?? what) : what}`).join(", ");
  return `Removed ${parts === "" ? "nothing" : `${parts} (${bytes} ${plural(bytes, "byte")})`} from ${printable(store)}.\n`;
}

/** Of the counts of a report, as far as it differs. */
const SINGULAR: Readonly<Record<string, string>> = {
  analyses: "analysis",
  artifacts: "artifact",
  texts: "text",
  locks: "lock",
};
