import { expect, test } from "vitest";
import { treeLines, type Branch } from "./tree.ts";

test("children hang on lines and the last one ends its line", () => {
  const leaf = (text: string) => (): Branch => ({ text, children: [] });
  const tree = { text: "main", children: [() => ({ text: "f", children: [leaf("g"), leaf("h")] }), leaf("k")] };

  expect([...treeLines(tree)]).toEqual(["main", "├─ f", "│  ├─ g", "│  └─ h", "└─ k"]);
});

test("a chain of 20,000 calls is drawn", () => {
  const chain = (left: number): Branch => ({ text: `${left}`, children: left === 0 ? [] : [() => chain(left - 1)] });
  let lines = 0;

  for (const _line of treeLines(chain(20_000))) lines++;

  expect(lines).toBe(20_001);
});
