/** From the command line to the exit status: the one place of this surface that turns what is thrown into words. */
import "./schema-mode.ts";
import { existsSync } from "node:fs";
import { Failure } from "../../base/failure.ts";
import { VERSION } from "../../base/version.ts";
import { failureOf } from "../../operations/run.ts";
import { commandNamed, COMMANDS } from "./commands.ts";
import type { Environment } from "./environment.ts";
import { exitStatus, failureJson, failureText } from "./failures.ts";
import { abortOnSignals } from "./interrupts.ts";
import { Output } from "./output.ts";
import { routeOf, wantsJson, type Route } from "./routing.ts";
import { styleFor } from "./text/style.ts";

/** Runs one command line; the result is the exit status. Never rejects. */
export async function main(argv: readonly string[]): Promise<number> {
  const interrupt = new AbortController();
  const ignoreSignals = abortOnSignals(interrupt);
  const environment: Environment = {
    stdout: new Output(process.stdout),
    stderr: new Output(process.stderr),
    variables: process.env,
    signal: interrupt.signal,
  };
  const route = routeOf(argv, { known: (word) => commandNamed(word) !== undefined, exists: existsSync });
  try {
    return await follow(route, environment);
  } catch (error) {
    const failure = failureOf(error, interrupt.signal);
    await report(failure, route, wantsJson(argv), environment);
    return exitStatus(failure);
  } finally {
    ignoreSignals();
  }
}

async function follow(route: Route, { stdout, ...rest }: Environment): Promise<number> {
  switch (route.kind) {
    case "version":
      await stdout.write(`${VERSION}\n`);
      return 0;
    case "help": {
      const { helpPage } = await import("./help-page.ts");
      await stdout.write(
        await helpPage(COMMANDS, styleFor("auto", rest.variables, stdout.terminal), stdout.columns ?? 120),
      );
      return 0;
    }
    case "missing":
      throw new Failure("operation_unknown", "no command and no file given");
    case "unknown":
      throw await unknownCommand(route.word);
    case "command":
      return await runCommand(route.name, route.rest, { stdout, ...rest });
  }
}

async function runCommand(name: string, words: readonly string[], environment: Environment): Promise<number> {
  const entry = commandNamed(name);
  if (entry === undefined) throw await unknownCommand(name);
  const { parseCommand } = await import("./arguments.ts");
  const parsed = parseCommand(name, await entry.load(), words);
  if (parsed.kind === "work") return await parsed.run(environment);
  await environment.stdout.write(parsed.text);
  return 0;
}

async function unknownCommand(word: string): Promise<Failure> {
  const { nearestWords } = await import("./nearest.ts");
  const near = nearestWords(
    word,
    COMMANDS.flatMap(({ names }) => names),
  );
  const question = near.length === 0 ? "" : ` (did you mean ${near.join(" or ")}?)`;
  return new Failure("operation_unknown", `'${word}' is neither a command nor a file${question}`, {
    suggestions: near,
  });
}

async function report(
  failure: Failure,
  route: Route,
  json: boolean,
  { stderr, variables }: Environment,
): Promise<void> {
  const name = route.kind === "command" ? route.name : undefined;
  const operation = (name === undefined ? undefined : commandNamed(name)?.operation) ?? "rea";
  const trace = variables["REA_DEBUG"] === "1";
  const style = styleFor("auto", variables, stderr.terminal);
  const text = json ? failureJson(operation, failure) : failureText(failure, { style, command: name, trace });
  // With standard error gone too, the exit status is all that can be said.
  await stderr.write(text).catch(() => {});
}
