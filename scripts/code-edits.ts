/** Changes to the code of a bundle, found in its syntax tree and made in its text. */
import { parseAst } from "rolldown/parseAst";

/** Puts `text` in the place of `code[start, end)`. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export type Node = Readonly<Record<string, unknown>>;

/** The statements of a program. */
export function statementsOf(code: string): readonly unknown[] {
  return parseAst(code).body;
}

/** Makes edits that do not overlap, in any order. */
export function edited(code: string, edits: readonly Edit[]): string {
  let text = "";
  let copied = 0;
  for (const edit of edits.toSorted((left, right) => left.start - right.start)) {
    text += code.slice(copied, edit.start) + edit.text;
    copied = edit.end;
  }
  return text + code.slice(copied);
}

export function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value;
}

/** Enters every node below `node`, itself first. */
export function visit(node: unknown, enter: (node: Node) => void): void {
  if (Array.isArray(node)) for (const child of node) visit(child, enter);
  if (!isNode(node)) return;
  enter(node);
  for (const child of Object.values(node)) if (typeof child === "object") visit(child, enter);
}
