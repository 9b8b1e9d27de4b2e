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

/** `rea: message`, then the hint; with `trace` the stack of each cause. */
export function failureText(failure: Failure, style: Style, trace: boolean): string {
  const message = `${style.bold(style.red("rea:"))} ${printable(failure.message)}`;
  const lines = [message, style.dim(FAILURES[failure.code].hint)];
  if (trace) lines.push(...stacks(failure));
  return `${lines.join("\n")}\n`;
}

function stacks(failure: Failure): string[] {
  const found: string[] = [];
  for (let error: unknown = failure; error instanceof Error && found.length < MAX_CAUSES; error = error.cause) {
    found.push(error.stack ?? error.message);
  }
  return found;
}

const MAX_CAUSES = 8;
