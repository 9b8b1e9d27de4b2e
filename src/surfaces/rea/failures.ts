/** How a failure looks: one JSON document, or a message and what to do next. Both go to stderr. */
import { FAILURES, type Failure } from "../../base/failure.ts";
import { printable } from "../../base/printable.ts";
import { errorDocument } from "../../contracts/envelope.ts";
import type { Style } from "./text/style.ts";

/** Exit status of a command that failed this way. */
export function exitStatus(failure: Failure): number {
  return FAILURES[failure.code].exit;
}

/** The error document on one line. */
export function failureJson(operation: string, failure: Failure): string {
  return `${JSON.stringify(errorDocument(operation, failure))}\n`;
}

export interface Telling {
  readonly style: Style;
  /** Name of the command as it was typed, when there was one. */
  readonly command: string | undefined;
  /** Whether the stack of each cause is shown. */
  readonly trace: boolean;
}

/** `rea: message`, then the hint. */
export function failureText(failure: Failure, { style, command, trace }: Telling): string {
  const message = `${style.bold(style.red("rea:"))} ${printable(failure.message)}`;
  const lines = [message, style.dim(hintOf(failure, command))];
  if (trace) lines.push(...stacks(failure));
  return `${lines.join("\n")}\n`;
}

function hintOf({ code }: Failure, command: string | undefined): string {
  const isOfCommand = code === "invalid_arguments" && command !== undefined;
  return isOfCommand ? `Run \`rea ${command} --help\` to see what it takes.` : FAILURES[code].hint;
}

function stacks(failure: Failure): string[] {
  const found: string[] = [];
  for (let error: unknown = failure; error instanceof Error && found.length < MOST_LINES; error = error.cause) {
    found.push(...(error.stack ?? error.message).split("\n").map(printable));
  }
  return found;
}

const MOST_LINES = 100;
