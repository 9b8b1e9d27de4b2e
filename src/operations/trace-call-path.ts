/** How control can get from one function to another. */
import { z } from "zod";
import { address, placeSchema } from "../contracts/facts.ts";
import type { Limit } from "../contracts/page.ts";
import type { Analysis } from "../providers/provider.ts";
import { formatAddress } from "./address-spelling.ts";
import { shortestPaths } from "./call-paths.ts";
import { walkCalls, type Start, type WalkNode, type WalkOptions } from "./call-walk.ts";
import { emptyCodeWarnings } from "./coverage.ts";
import { addressTakers, functionRef, type FunctionRef } from "./neighbours.ts";
import { operation } from "./operation.ts";
import { procedureInput, resolveCallable, resolveProcedure } from "./selector.ts";
import { firstOf } from "./window.ts";

/** Functions with unresolved calls shown with an answer. */
const MOST_UNRESOLVED = 100;

const stepSchema = placeSchema.extend({
  /** The instruction that calls the next step; null at the end. */
  site: address.nullable(),
});

export const traceCallPath = operation({
  name: "trace_call_path",
  family: "references",
  summary: "Find the shortest call paths from one function to another function or import",
  description:
    "All shortest paths along direct calls, up to max_paths. status is found; none when everything that the start can reach was searched; or unknown when no path was found but bounds or calls through pointers (listed under unresolved) leave it open.",
  input: z.object({
    from: procedureInput,
    to: procedureInput,
    max_depth: z.int().min(1).max(1000).default(50).describe("Most calls in a path."),
    max_nodes: z.int().min(1).max(1_000_000).default(20_000).describe("Most functions to visit."),
    max_paths: z.int().min(1).max(1000).default(5).describe("Most paths to return."),
  }),
  output: z.object({
    from: placeSchema,
    to: placeSchema,
    status: z.enum(["found", "none", "unknown"]),
    paths: z.array(z.object({ calls: z.int().min(0), steps: z.array(stepSchema) })),
    /** Functions visited. */
    visited: z.int().min(1),
    /** Calls with unknown targets in the functions visited. */
    unresolved_calls: z.int().min(0),
    /** The first 100 functions that hold them. */
    unresolved: z.array(functionRef.extend({ calls: z.int().min(1) })),
    /**
     * While the status is unknown: functions on the way to the goal whose address is taken, the first 100. A call
     * through a pointer may enter there.
     */
    pointer_targets: z.array(functionRef.extend({ address_taken: z.int().min(1) })),
  }),
  positional: ["from", "to"],
  examples: ["trace-call-path ./sample main system", "trace-call-path ./sample main 0x401830 --max-paths 20"],
  readOnly: true,
  run: async (input, { analysis, signal }) => {
    const start = await resolveProcedure(analysis, input.from);
    const goal = await resolveCallable(analysis, input.to);
    const from = { address: start.address, name: start.name };
    const to = { address: formatAddress(goal.address), name: goal.name };
    const bounds = { depth: input.max_depth, maxNodes: input.max_nodes };
    const walk = await walkCalls(analysis, [from], { direction: "callees", ...bounds, signal, goal: to.address });
    const paths = shortestPaths(walk, from, to, input.max_paths);
    const isFound = paths.found.length > 0;
    const holders = [...walk.nodes.values()].filter(({ unresolvedCalls }) => (unresolvedCalls ?? 0) > 0);
    const unresolved = firstOf(holders, MOST_UNRESOLVED, "functions with unresolved calls", null);
    const warnings = await emptyCodeWarnings(analysis, walk.edges.length);
    const status = statusOf(isFound, holders.length + walk.limits.length + warnings.length > 0);
    const entries = status === "unknown" ? await pointerTargets(analysis, to, { ...bounds, signal }) : NO_ENTRIES;
    return {
      result: {
        from,
        to,
        status,
        paths: paths.found.map((steps) => ({ calls: steps.length - 1, steps: [...steps] })),
        visited: walk.nodes.size,
        unresolved_calls: holders.reduce((sum, { unresolvedCalls }) => sum + (unresolvedCalls ?? 0), 0),
        unresolved: unresolved.items.map(unresolvedFact),
        pointer_targets: entries.items,
      },
      warnings,
      // Bounds of the search matter only as long as it did not arrive.
      limits: [...(isFound ? [] : walk.limits.map(renamed)), ...unresolved.limits, ...entries.limits, ...paths.limits],
    };
  },
});

function statusOf(isFound: boolean, isOpen: boolean): "found" | "none" | "unknown" {
  if (isFound) return "found";
  return isOpen ? "unknown" : "none";
}

function unresolvedFact({ address, name, size, unresolvedCalls }: WalkNode) {
  return { address, name, size, calls: unresolvedCalls ?? 0 };
}

type Entry = FunctionRef & { address_taken: number };

interface Entries {
  readonly items: Entry[];
  readonly limits: readonly Limit[];
}

const NO_ENTRIES: Entries = { items: [], limits: [] };

/** Functions that lead to the goal by direct calls and whose address is taken somewhere. */
async function pointerTargets(
  analysis: Analysis,
  goal: Start,
  bounds: Omit<WalkOptions, "direction">,
): Promise<Entries> {
  const walk = await walkCalls(analysis, [goal], { direction: "callers", ...bounds });
  const entries: Entry[] = [];
  for (const { address, name, size } of walk.nodes.values()) {
    const takers = await addressTakers(analysis, BigInt(address));
    if (takers.length > 0) entries.push({ address, name, size, address_taken: takers.length });
  }
  const shown = firstOf(entries, MOST_UNRESOLVED, "functions that lead to the goal and have their address taken", null);
  return { items: shown.items, limits: [...walk.limits.map(renamed), ...shown.limits] };
}

function renamed(limit: Limit): Limit {
  return limit.kind === "depth" ? { ...limit, raise_with: "max_depth" } : limit;
}
