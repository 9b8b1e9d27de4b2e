/** An operation of the table as a command: flags from its input, the answer as text or JSON. */
import { createServices, type Services } from "../../composition/services.ts";
import type { Context, Family, FileOperation, Operation, TargetOperation } from "../../operations/operation.ts";
import type { WriteArtifact } from "../../operations/budget.ts";
import { runOperation } from "../../operations/run.ts";
import type { Analysis } from "../../providers/provider.ts";
import { writeArtifact } from "../../store/artifacts.ts";
import { printJson, printText } from "./answer.ts";
import type { Group, LoadedCommand } from "./command.ts";
import type { Environment } from "./environment.ts";
import { addFields } from "./fields.ts";
import { addGlobalFlags, readGlobals, type Globals } from "./global-flags.ts";
import { ProgressBar } from "./progress-bar.ts";
import { viewOf } from "./views/lookup.ts";
import type { View } from "./views/view.ts";

const GROUP_OF: Readonly<Record<Family, Group>> = {
  overview: "Overview",
  inventory: "Contents",
  search: "Search",
  procedures: "Functions",
  references: "References",
  addresses: "Addresses",
  session: "Housekeeping",
};

/** The command of an operation; `names` are all its names, the shown one first. */
export function operationCommand(operation: Operation, names: readonly string[]): LoadedCommand {
  if (operation.needs === "session") throw new Error(`${operation.name} needs a session, which a command has not`);
  const { summary, family, examples } = operation;
  return {
    summary,
    group: GROUP_OF[family],
    examples,
    configure: (command) => {
      command.description(describe(operation, names));
      // Operations on files take theirs as the first of their own operands.
      const ownFile = operation.needs === "file";
      if (!ownFile) command.argument("<file>", "The program to look at.");
      const readFields = addFields(command, operation);
      addGlobalFlags(command, "output", "analysis");
      return (environment) => {
        const [file = "", ...operands] = command.args;
        const input = readFields(ownFile ? command.args : operands);
        return answer({ operation, file, input, globals: readGlobals(command) }, environment);
      };
    },
  };
}

function describe({ summary, description }: Operation, names: readonly string[]): string {
  const others = names.slice(1);
  return [`${summary}.`, description, ...(others.length === 0 ? [] : [`Also: ${others.join(", ")}.`])].join("\n");
}

export interface Request {
  readonly operation: TargetOperation | FileOperation;
  readonly file: string;
  readonly input: Record<string, unknown>;
  readonly globals: Globals;
  /** Instead of the operation's own. */
  readonly view?: View;
}

/** Opens the file, runs the operation and prints what it answers; rejects with a `Failure`. */
export async function answer(request: Request, environment: Environment): Promise<number> {
  const { globals, file, operation, input, view } = request;
  const services = servicesFor(globals, environment);
  const bar = watched(globals, environment) ? new ProgressBar(environment.stderr) : undefined;
  const opened: { analysis?: Analysis } = {};
  const choice = globals.arch === undefined ? {} : { architecture: globals.arch };
  // Node loads `performance` for a millisecond.
  const started = process.hrtime.bigint();
  // Before an analysis begins, from where on V8 refuses code compiled ahead.
  if (!globals.json) await viewOf(operation.name);
  try {
    const call = {
      input,
      timeoutMs: globals.timeout,
      signal: environment.signal,
      ...(bar === undefined ? {} : { progress: bar.report }),
    };
    const open = async (context: Context): Promise<Analysis> =>
      (opened.analysis = await services.openAnalysis({ path: file, ...choice, ...context }));
    const answered = await (operation.needs === "file"
      ? runOperation({ ...call, operation, inspector: services.inspector })
      : runOperation({ ...call, operation, open }));
    await bar?.finish();
    if (!answered.ok) throw answered.failure;
    const { envelope } = answered;
    const elapsedMs = Number(process.hrtime.bigint() - started) / 1e6;
    if (globals.json) await printJson(envelope, globals, writerTo(services.store), environment);
    else {
      const shown = {
        envelope,
        file,
        origin: opened.analysis?.origin,
        elapsedMs,
        ...(view === undefined ? {} : { view }),
      };
      await printText(shown, globals, environment);
    }
    return 0;
  } finally {
    await opened.analysis?.close();
    await services.close();
  }
}

/** Whether somebody sees the progress. */
function watched({ json, quiet }: Globals, { stderr }: Environment): boolean {
  return !json && !quiet && stderr.terminal;
}

function servicesFor(globals: Globals, environment: Environment): Services {
  return createServices({
    environment: environment.variables,
    cache: globals.cache,
    ...(globals.store === undefined ? {} : { store: globals.store }),
    ...(globals.provider === undefined ? {} : { provider: globals.provider }),
    ...(globals.maxSampleBytes === undefined ? {} : { maxSampleBytes: globals.maxSampleBytes }),
  });
}

function writerTo(store: Services["store"]): WriteArtifact | undefined {
  if (store === undefined) return undefined;
  return ({ sample, profile }, document) => writeArtifact(store.path, sample, profile, document);
}
