/**
 * Writes members of tables of numbers (`const FLAG = { RIP: 512 }`) where they are used: in code that has not run long
 * enough to be optimised every `FLAG.RIP` is a search, and a decoder has a dozen for each instruction.
 */
import { edited, isNode, statementsOf, visit, type Edit, type Node } from "./code-edits.ts";

/** `code` is one bundle, in which a top-level name means one thing everywhere. */
export function inlineConstants(code: string): string {
  const statements = statementsOf(code);
  const tables = new Map<string, ReadonlyMap<string, number>>();
  for (const statement of statements) for (const [name, table] of tablesIn(statement)) tables.set(name, table);
  const edits: Edit[] = [];
  visit(statements, (node) => {
    const value = memberValue(node, tables);
    if (value !== undefined) edits.push({ start: Number(node["start"]), end: Number(node["end"]), text: `${value}` });
  });
  return edited(code, edits);
}

function nodesOf(value: unknown): readonly Node[] {
  return Array.isArray(value) ? value.filter(isNode) : [];
}

/** Tables that a top-level statement declares: objects of whole numbers from 0 on, and nothing else. */
function tablesIn(statement: unknown): (readonly [string, ReadonlyMap<string, number>])[] {
  if (!isNode(statement) || statement["type"] !== "VariableDeclaration" || statement["kind"] !== "const") return [];
  return nodesOf(statement["declarations"]).flatMap(({ id, init }) => {
    const name = textOf(id) ?? "";
    if (!CONSTANT_NAME.test(name) || !isNode(init) || init["type"] !== "ObjectExpression") return [];
    const properties = Array.isArray(init["properties"]) ? init["properties"] : [];
    const members = nodesOf(properties).map(({ key, value }) => ({ name: textOf(key), value: numberOf(value) }));
    const table = new Map<string, number>();
    for (const member of members) {
      if (member.name === undefined || member.value === undefined) return [];
      table.set(member.name, member.value);
    }
    return [[name, table] as const];
  });
}

/** Written like this, a name is never that of a variable in a function; bundling adds the number. */
const CONSTANT_NAME = /^[A-Z][A-Z0-9_]*(?:\$\d+)?$/u;

function textOf(node: unknown): string | undefined {
  return isNode(node) && node["type"] === "Identifier" ? String(node["name"]) : undefined;
}

function numberOf(node: unknown): number | undefined {
  return isNode(node) && node["type"] === "Literal" && typeof node["value"] === "number" ? node["value"] : undefined;
}

function memberValue(node: Node, tables: ReadonlyMap<string, ReadonlyMap<string, number>>): number | undefined {
  if (node["type"] !== "MemberExpression" || node["computed"] === true) return undefined;
  const object = textOf(node["object"]);
  return object === undefined ? undefined : tables.get(object)?.get(textOf(node["property"]) ?? "");
}
