/** What is wrong with the arguments of a call, in words that name the argument, what it takes and what it was given. */
import type { z } from "zod";

/** One line for each argument that does not fit `expected`, in the order in which they were found. */
export function argumentFaults(error: z.ZodError, expected: readonly string[]): string[] {
  const faults = new Map<string, string>();
  for (const issue of error.issues) {
    const name = issue.path.join(".");
    // Of several faults of one argument the last is the narrowest bound.
    faults.set(name, faultOf(issue, name, expected));
  }
  return [...faults.values()];
}

function faultOf(issue: z.core.$ZodIssue, name: string, expected: readonly string[]): string {
  switch (issue.code) {
    case "unrecognized_keys":
      return `unknown argument ${issue.keys.join(", ")} (expected: ${expected.join(", ")})`;
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
