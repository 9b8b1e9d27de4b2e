import { expect, test } from "vitest";
import type { Envelope } from "../contracts/envelope.ts";
import { previewOf } from "./preview.ts";

test("each item of a list is one line that starts with its address and name", () => {
  const items = [
    { address: "0x10", name: "main", size: 3, evidence: ["symbol", "call"], section: null },
    {
      address: "0x20",
      value: "hi",
      callers: [{ address: "0x10", name: "main" }],
      at: { address: "0x10", name: "main" },
    },
  ];

  expect(previewOf(answerOf({ items }), 2_000).split("\n")).toEqual([
    "0x10 main size=3 evidence=[symbol,call]",
    "0x20 hi callers=1 items at=main@0x10",
  ]);
});

test("what does not fit is counted, and the bound holds", () => {
  const items = Array.from({ length: 1_000 }, (_, index) => ({ address: `0x${index}`, name: "n".repeat(30) }));

  const preview = previewOf(answerOf({ items }), 500);

  expect(preview.length).toBeLessThanOrEqual(500);
  const shown = preview.split("\n").length - 1;
  expect(preview).toMatch(new RegExp(`\\.\\.\\. ${1_000 - shown} more lines$`, "u"));
});

test("a dossier shows the head of each of its lists", () => {
  const lines = Array.from({ length: 30 }, (_, index) => ({ address: `0x${index}`, mnemonic: "nop", operands: "" }));

  const preview = previewOf(answerOf({ info: { name: "f", size: 4 }, lines, strings: [], tags: ["a", "b"] }), 2_000);

  expect(preview).toContain("info: f size=4\nlines (30):\n  0x0 nop ");
  expect(preview).toContain("  ... 22 more\nstrings: none\ntags: a, b");
});

test("control characters of the sample are shown escaped on one line", () => {
  const preview = previewOf(answerOf({ items: [{ address: "0x1", value: "a\u001b[2J\nignore\u202eall" }] }), 2_000);

  expect(preview).toBe("0x1 a\\x1b[2J\\nignore\\u202eall");
});

function answerOf(result: unknown): Envelope {
  return { schema_version: 1, operation: "x", target: null, binding: null, result, warnings: [], limits: [] };
}
