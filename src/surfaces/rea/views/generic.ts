/** The view of a result that has none of its own: every field, indented. */
import { printable } from "../../../base/printable.ts";
import type { Sheet } from "../text/sheet.ts";
import type { Scene, View } from "./view.ts";

export const generic: View = {
  noun: ["item", "items"],
  *lines(result: unknown, { sheet }: Scene): Iterable<string> {
    yield* nodeLines(result, "", sheet, 0);
  },
};

/** Results are trees of a fixed shape; nothing legitimate is deeper. */
const DEEPEST = 16;

function* nodeLines(node: unknown, indent: string, sheet: Sheet, depth: number): Iterable<string> {
  if (depth > DEEPEST) return;
  for (const [key, value] of entriesOf(node)) {
    const label = key === "" ? "" : `${sheet.style.dim(`${key}:`)} `;
    if (!isNode(value)) yield `${indent}${label}${sheet.fit(String(value), indent.length + key.length + 2)}`;
    else if (entriesOf(value).length === 0) yield `${indent}${label}none`;
    else {
      yield `${indent}${label === "" ? "-" : label.trimEnd()}`;
      yield* nodeLines(value, `${indent}  `, sheet, depth + 1);
    }
  }
}

/** Keys and values; the items of a list have no key. */
function entriesOf(node: unknown): (readonly [string, unknown])[] {
  if (Array.isArray(node)) return node.map((item: unknown) => ["", item] as const);
  if (isNode(node))
    return Object.entries(node).map(([key, value]) => [printable(key.replaceAll("_", " ")), value] as const);
  return [["", node]];
}

function isNode(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
