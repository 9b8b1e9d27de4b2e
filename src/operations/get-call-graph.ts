/** Who calls whom, around one function or in the whole program. */
import { plural } from "../base/plural.ts";
import { z } from "zod";
import { address, placeSchema } from "../contracts/facts.ts";
import type { Limit } from "../contracts/page.ts";
import type { Analysis } from "../providers/provider.ts";
import { formatAddress } from "./address-spelling.ts";
import {
  nodeKinds,
  walkCalls,
  type Start,
  type Walk,
  type WalkEdge,
  type WalkNode,
  type WalkOptions,
} from "./call-walk.ts";
import { emptyCodeWarnings } from "./coverage.ts";
import { toDot, toMermaid } from "./graph-text.ts";
import { functionRef } from "./neighbours.ts";
import { operation } from "./operation.ts";
import { procedureInput, resolveCallable } from "./selector.ts";

const nodeSchema = functionRef.extend({
  kind: z.enum(nodeKinds),
  /** Calls between it and the root; negative among the callers, null in a graph of the whole program. */
  depth: z.int().nullable(),
  /** Whether all its neighbours in the direction asked for were looked up. */
  expanded: z.boolean(),
  /** Calls inside it with an unknown target; null when they were not looked up. */
  unresolved_calls: z.int().min(0).nullable(),
});
type GraphNode = z.infer<typeof nodeSchema>;

export const getCallGraph = operation({
  name: "get_call_graph",
  family: "references",
  summary: "Draw the call graph around a function or of the whole program (JSON, Graphviz, Mermaid)",
  description:
    "Nodes are functions and imports, edges are calls from caller to callee. With a root, the graph within depth calls of it; without one, the most-called functions and the calls between them. Calls through pointers are not edges: unresolved_calls counts them.",
  input: z.object({
    root: procedureInput
      .optional()
      .describe("Function to start from, by name or address; absent for the whole program."),
    direction: z
      .enum(["callees", "callers", "both"])
      .default("callees")
      .describe("Follow calls out of the root, into it, or both."),
    depth: z.int().min(1).max(1000).default(3).describe("Calls to follow from the root."),
    max_nodes: z.int().min(1).max(100_000).default(200).describe("Most functions in the graph."),
    format: z
      .enum(["json", "dot", "mermaid"])
      .default("json")
      .describe("Also give the graph as Graphviz (dot) or Mermaid text."),
  }),
  output: z.object({
    root: placeSchema.nullable(),
    nodes: z.array(nodeSchema),
    edges: z.array(z.object({ from: address, to: address, calls: z.int().min(1), site: address })),
    /** The graph in the format asked for; null for json. */
    text: z.string().nullable(),
  }),
  positional: ["root"],
  examples: [
    "callgraph ./sample main --depth 2",
    "callgraph ./sample main --format dot > calls.dot",
    "callgraph ./sample system --direction callers --depth 5",
  ],
  readOnly: true,
  run: async (input, { analysis, signal }) => {
    const bounds = { depth: input.depth, maxNodes: input.max_nodes, signal };
    const root = input.root === undefined ? undefined : startAt(await resolveCallable(analysis, input.root));
    const graph =
      root === undefined ? await wholeProgram(analysis, bounds) : await around(analysis, root, input.direction, bounds);
    return {
      result: { root: root ?? null, nodes: graph.nodes, edges: graph.edges, text: textOf(graph, input.format) },
      warnings: await emptyCodeWarnings(analysis, graph.edges.length),
      limits: graph.limits,
    };
  },
});

interface Graph {
  readonly nodes: GraphNode[];
  readonly edges: WalkEdge[];
  readonly limits: readonly Limit[];
}

type Bounds = Omit<WalkOptions, "direction">;

function startAt({ address, name }: { address: bigint; name: string }): Start {
  return { address: formatAddress(address), name };
}

async function around(
  analysis: Analysis,
  root: Start,
  direction: "callees" | "callers" | "both",
  bounds: Bounds,
): Promise<Graph> {
  if (direction !== "both") return graphOf(await walkCalls(analysis, [root], { ...bounds, direction }), direction);
  const out = graphOf(await walkCalls(analysis, [root], { ...bounds, direction: "callees" }), "callees");
  const into = graphOf(await walkCalls(analysis, [root], { ...bounds, direction: "callers" }), "callers");
  return union(out, into);
}

function graphOf(walk: Walk, direction: "callees" | "callers"): Graph {
  const sign = direction === "callees" ? 1 : -1;
  const nodes = [...walk.nodes.values()].map((node) => nodeOf(node, node.depth === 0 ? 0 : sign * node.depth));
  return { nodes, edges: [...walk.edges], limits: walk.limits };
}

/** Both halves; a function or call that is in both appears once, as in the first. */
function union(first: Graph, second: Graph): Graph {
  const nodes = new Map([...second.nodes, ...first.nodes].map((node) => [node.address, node]));
  const edges = new Map([...second.edges, ...first.edges].map((edge) => [`${edge.from} ${edge.to}`, edge]));
  const order = [...first.nodes, ...second.nodes].map((node) => node.address);
  return {
    nodes: [...new Set(order)].flatMap((address) => nodes.get(address) ?? []),
    edges: [...edges.values()],
    limits: [...first.limits, ...second.limits],
  };
}

/** The most-called functions, and the calls that both start and end among them. */
async function wholeProgram(analysis: Analysis, { maxNodes, signal }: Bounds): Promise<Graph> {
  const window = { offset: 0, limit: maxNodes };
  const { items, total } = await analysis.procedures(window, { kinds: [], order: "callers" });
  const members = new Set(items.map(({ address }) => address));
  // One step from every member meets all calls between members; the bound keeps everybody else out.
  const walk = await walkCalls(analysis, items, { direction: "callees", depth: 1, maxNodes: members.size, signal });
  const left = (total ?? items.length) - items.length;
  const reason = `${left} ${plural(left, "function")} with fewer callers ${plural(left, "was", "were")} left out`;
  return {
    nodes: [...walk.nodes.values()].map((node) => nodeOf(node, null)),
    edges: [...walk.edges],
    limits: left > 0 ? [{ kind: "nodes", limit: maxNodes, reason, raise_with: "max_nodes" }] : [],
  };
}

function nodeOf({ address, name, size, kind, expanded, unresolvedCalls }: WalkNode, depth: number | null): GraphNode {
  return { address, name, size, kind, depth, expanded, unresolved_calls: unresolvedCalls };
}

function textOf({ nodes, edges }: Graph, format: "json" | "dot" | "mermaid"): string | null {
  switch (format) {
    case "json":
      return null;
    case "dot":
      return toDot(nodes, edges);
    case "mermaid":
      return toMermaid(nodes, edges);
  }
}
