/** Which operations a client gets to see: fewer tools cost fewer tokens and are chosen better. */
import { Failure } from "../../base/failure.ts";
import { OPERATIONS, type OperationEntry } from "../../operations/table.ts";

const TOOLSETS = ["core", "native", "session", "more"] as const;

/** The entries of a comma-separated list of toolsets, in the order of the table; `all` stands for every one. */
export function entriesOf(toolsets: string): readonly OperationEntry[] {
  const wanted = new Set(toolsets.split(",").map((name) => name.trim()));
  const known = new Set<string>([...TOOLSETS, "all"]);
  const unknown = [...wanted].filter((name) => !known.has(name));
  if (unknown.length > 0) {
    const message = `unknown toolset ${unknown.join(", ")} (expected: ${[...known].join(", ")})`;
    throw new Failure("invalid_arguments", message, { toolsets, expected: [...known] });
  }
  return OPERATIONS.filter((entry) => entry.surfaces !== "cli" && (wanted.has("all") || wanted.has(entry.toolset)));
}
