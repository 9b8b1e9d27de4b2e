/**
 * Writes private names (`#rows`) as plain ones (`$rows`): in code that has not run long enough to be optimised, every
 * private name is looked up as a key, where a plain one has a known place.
 */
import { edited, statementsOf, visit, type Edit } from "./code-edits.ts";

/** `code` may use no plain name that begins with a dollar sign. */
export function plainNames(code: string): string {
  const edits: Edit[] = [];
  visit(statementsOf(code), (node) => {
    const start = Number(node["start"]);
    if (node["type"] === "PrivateIdentifier") edits.push({ start, end: start + 1, text: "$" });
    else if (isMemberName(node, "$")) throw new Error(`a member has the plain name ${code.slice(start, start + 40)}`);
  });
  return edited(code, edits);
}

/** Whether a node reads or defines a member whose name begins so. */
function isMemberName(node: Readonly<Record<string, unknown>>, prefix: string): boolean {
  const name = node["type"] === "MemberExpression" ? node["property"] : node["key"];
  return node["computed"] !== true && nameOf(name).startsWith(prefix);
}

function nameOf(node: unknown): string {
  return typeof node === "object" && node !== null && "name" in node && "type" in node && node.type === "Identifier"
    ? String(node.name)
    : "";
}
