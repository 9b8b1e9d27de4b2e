/** Call graphs as Graphviz and Mermaid text. Names come from the sample: none can end a label or start a directive. */
import { printable } from "../base/printable.ts";

export interface TextNode {
  readonly address: string;
  readonly name: string;
  readonly kind: string;
}

export interface TextEdge {
  readonly from: string;
  readonly to: string;
  readonly calls: number;
}

/** Graphviz: functions as boxes, imports as ellipses, the number of calls on an edge when there are several. */
export function toDot(nodes: readonly TextNode[], edges: readonly TextEdge[]): string {
  const lines = nodes.map((node) => {
    const shape = isImport(node) ? ", shape=ellipse" : "";
    return `  "${node.address}" [label="${dotText(node.name)}\\n${node.address}"${shape}];`;
  });
  for (const { from, to, calls } of edges) {
    const label = calls > 1 ? ` [label="${calls}"]` : "";
    lines.push(`  "${from}" -> "${to}"${label};`);
  }
  return `digraph calls {\n  node [shape=box, fontname="monospace"];\n${lines.join("\n")}\n}\n`;
}

/** Mermaid flow chart with the same content. */
export function toMermaid(nodes: readonly TextNode[], edges: readonly TextEdge[]): string {
  const lines = nodes.map((node) => {
    const [open, close] = isImport(node) ? ["([", "])"] : ["[", "]"];
    return `  n${node.address}${open}"${mermaidText(node.name)}<br/>${node.address}"${close}`;
  });
  for (const { from, to, calls } of edges) lines.push(`  n${from} -->${calls > 1 ? `|${calls}|` : ""} n${to}`);
  return `flowchart LR\n${lines.join("\n")}\n`;
}

function isImport({ kind }: TextNode): boolean {
  return kind === "import" || kind === "import_stub";
}

/** Inside a quoted Graphviz string only the quote and the backslash mean something. */
function dotText(name: string): string {
  return printable(name).replace(/[\\"]/gu, "\\$&");
}

/** Mermaid has no escapes but character references; directives (`%%{`) and Markdown (backtick) work inside quotes. */
function mermaidText(name: string): string {
  return printable(name).replace(/[^A-Za-z0-9 _.,:()@$/+=*~!?-]/gu, (character) => `#${character.codePointAt(0)};`);
}
