/** The call graph as an indented tree, or as the text of a drawing program. */
import { plural } from "../../../base/plural.ts";
import { printable } from "../../../base/printable.ts";
import type { Sheet } from "../text/sheet.ts";
import type { Style } from "../text/style.ts";
import { table, type Column } from "../text/table.ts";
import { treeLines, type Branch } from "../text/tree.ts";
import { listsBy } from "./lists-by.ts";
import type { Scene, View } from "./view.ts";

interface Node {
  readonly address: string;
  readonly name: string;
  readonly kind: string;
  readonly depth: number | null;
  readonly expanded: boolean;
  readonly unresolved_calls: number | null;
}

interface Edge {
  readonly from: string;
  readonly to: string;
  readonly calls: number;
}

interface Graph {
  readonly root: { readonly address: string; readonly name: string } | null;
  readonly nodes: readonly Node[];
  readonly edges: readonly Edge[];
  readonly text: string | null;
}

export const callGraph: View = {
  noun: ["function", "functions"],
  verbatim({ text }: Graph): string | null {
    return text;
  },
  *lines(graph: Graph, { sheet }: Scene): Iterable<string> {
    if (graph.root === null) yield* wholeProgram(graph, sheet);
    else yield* aroundRoot(graph, graph.root.address, sheet);
    const { nodes, edges } = graph;
    yield "";
    yield `${nodes.length} ${plural(nodes.length, "function")}, ${edges.length} calling ${plural(edges.length, "pair")}; --format dot or mermaid draws them`;
  },
};

type Neighbours = ReadonlyMap<string, readonly string[]>;

/** Callees and callers of the root, each as a tree; a function that was drawn above is not opened again. */
function* aroundRoot(graph: Graph, root: string, sheet: Sheet): Iterable<string> {
  const known = new Map(graph.nodes.map((node) => [node.address, node]));
  const callees = neighbours(graph, known, 1);
  const callers = neighbours(graph, known, -1);
  const drawn = callers.has(root) ? [callees, callers] : [callees];
  for (const next of drawn.filter((half) => half.has(root) || drawn.length === 1)) {
    yield sheet.style.bold(next === callers ? "Callers" : "Callees");
    yield* treeLines(growth(root, known, next, sheet));
  }
}

/** Edges that lead away from the root, followed along the calls (1) or against them (-1). */
function neighbours({ edges }: Graph, known: ReadonlyMap<string, Node>, sign: 1 | -1): Neighbours {
  const pairs = edges.map(({ from, to }) => (sign === 1 ? ([from, to] as const) : ([to, from] as const)));
  const isOnSide = (address: string): boolean => (known.get(address)?.depth ?? 0) * sign >= 0;
  return listsBy(pairs.filter(([near, far]) => isOnSide(near) && isOnSide(far)));
}

function growth(root: string, known: ReadonlyMap<string, Node>, next: Neighbours, sheet: Sheet): Branch {
  const seen = new Set<string>();
  const grow = (address: string): Branch => {
    const again = seen.has(address);
    seen.add(address);
    const others = again ? [] : (next.get(address) ?? []);
    const note = again && next.has(address) ? " (above)" : "";
    return {
      text: nodeText(address, known.get(address), note, sheet),
      children: others.map((other) => () => grow(other)),
    };
  };
  return grow(root);
}

function nodeText(address: string, node: Node | undefined, note: string, { style }: Sheet): string {
  const name = printable(node?.name ?? "");
  const unknown = node?.unresolved_calls ?? 0;
  const open = unknown > 0 ? style.yellow(` +${unknown} unknown`) : "";
  return `${paintName(node, name, style)} ${style.dim(address)}${open}${style.dim(note)}`;
}

function paintName(node: Node | undefined, name: string, style: Style): string {
  return node?.kind === "function" ? style.bold(name) : style.cyan(name);
}

function* wholeProgram({ nodes, edges }: Graph, sheet: Sheet): Iterable<string> {
  const [out, into] = [new Map<string, number>(), new Map<string, number>()];
  for (const { from, to } of edges) {
    out.set(from, (out.get(from) ?? 0) + 1);
    into.set(to, (into.get(to) ?? 0) + 1);
  }
  const columns: readonly Column<Node>[] = [
    { title: "ADDRESS", cell: ({ address }) => address, paint: "cyan" },
    { title: "CALLERS", cell: ({ address }) => String(into.get(address) ?? 0), align: "right" },
    { title: "CALLEES", cell: ({ address }) => String(out.get(address) ?? 0), align: "right" },
    { title: "NAME", cell: ({ name }) => name },
  ];
  yield* table(columns, nodes, sheet);
}
