/** What is wrong with the arguments of a call, in words that name the argument, what it takes and what it was given. */
import type { z } from "zod";

/** One line for each argument that does not fit, in the order in which they were found. */
export function argumentFaults(error: z.ZodError): string[] {
  const faults = new Map<string, string>();
  for (const issue of error.issues) {
    const name = issue.path.join(".");
    // Of several faults of one argument the last is the narrowest bound.
    faults.set(name, faultOf(issue, name));
  }
  return [...faults.values()];
}

/** One line about all of those `given` that are not among the `expected`. */
export function unknownArguments(given: readonly string[], expected: readonly string[]): string[] {
  const unknown = given.filter((name) => !expected.includes(name));
  return unknown.length === 0 ? [] : [`unknown argument ${unknown.join(", ")} (expected: ${expected.join(", ")})`];
}

function faultOf(issue: z.core.$ZodIssue, name: string): string {
  switch (issue.code) {
    case "too_small":
      return issue.origin === "string" ? `${name} is empty` : `${name} must be at least ${issue.minimum}`;
    case "too_big":
      return `${name} must be at most ${issue.maximum}${issue.origin === "string" ? " characters" : ""}`;
    case "invalid_value":
      return `${name} must be one of ${issue.values.join(", ")}`;
    default:
      return isMissing(issue) ? `${name} is missing` : `${name || "input"}: ${issue.message}`;
  }
}

function isMissing(issue: z.core.$ZodIssue): boolean {
  return issue.code === "invalid_type" && issue.path.length > 0 && issue.message.endsWith("received undefined");
}
