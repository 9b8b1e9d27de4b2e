import { expect, test } from "vitest";
import { toDot, toMermaid } from "./graph-text.ts";

const nodes = [
  { address: "0x401000", name: 'evil"]; x [label="\\', kind: "function" },
  { address: "0x401100", name: "a<b>`%%{init}%%`\n\u001b[31m", kind: "import" },
];
const edges = [{ from: "0x401000", to: "0x401100", calls: 2 }];

test("a name cannot leave its Graphviz label", () => {
  const text = toDot(nodes, edges);

  const lines = text.split("\n").slice(2, -2);
  expect(lines).toEqual([
    '  "0x401000" [label="evil\\"]; x [label=\\"\\\\\\n0x401000"];',
    '  "0x401100" [label="a<b>`%%{init}%%`\\\\n\\\\x1b[31m\\n0x401100", shape=ellipse];',
    '  "0x401000" -> "0x401100" [label="2"];',
  ]);
});

test("a name cannot leave its Mermaid label or start a directive, markup or Markdown", () => {
  const text = toMermaid(nodes, edges);

  const lines = text.trimEnd().split("\n");
  expect(lines).toHaveLength(4);
  expect(lines[0]).toBe("flowchart LR");
  expect(lines[3]).toBe("  n0x401000 -->|2| n0x401100");
  for (const line of lines.slice(1, 3)) {
    const label = /^ {2}n0x[0-9a-f]+(?:\[|\(\[)"(.*)<br\/>0x[0-9a-f]+"(?:\]|\]\))$/u.exec(line)?.[1];
    expect(label).toMatch(/^[^"<>`%{}[\]\\\n]*$/u);
  }
});
