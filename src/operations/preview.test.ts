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
    "0x20 hi callers=1 item at=main@0x10",
  ]);
});

test("what does not fit is counted, and the bound holds", () => {
  const items = Array.from({ length: 1_000 }, (_, index) => ({ address: `0x${index}`, name: "n".repeat(30) }));

  const preview = previewOf(answerOf({ items }), 500);

  expect(preview.length).toBeLessThanOrEqual(500);
  const shown = preview.split("\n").length - 1;
  expect(preview).toMatch(new RegExp(`\\.\\.\\. ${1_000 - shown} more lines$`, "u"));
});

test("a list among plain facts comes last and is shown as far as it fits", () => {
  const items = Array.from({ length: 30 }, (_, index) => ({ address: `0x${index}`, mnemonic: "nop", operands: "" }));

  const lines = previewOf(
    answerOf({ info: { name: "f", size: 4 }, items, tags: ["a", "b"], strings: [] }),
    2_000,
  ).split("\n");

  expect(lines.slice(0, 4)).toEqual(["info: f size=4", "tags: a, b", "strings: none", "items (30):"]);
  expect(lines).toHaveLength(34);
});

test("of several lists each shows its head", () => {
  const list = Array.from({ length: 30 }, (_, index) => ({ address: `0x${index}`, name: "n".repeat(40) }));

  const preview = previewOf(answerOf({ blocks: list, calls: list, lines: list }), 1_000);

  expect(preview.length).toBeLessThanOrEqual(1_000);
  for (const name of ["blocks", "calls", "lines"]) expect(preview).toContain(`${name} (30):\n  0x0 nnn`);
  expect(preview.match(/\.\.\. 26 more/gu)).toHaveLength(3);
});

test("control characters of the sample are shown escaped on one line", () => {
  const preview = previewOf(answerOf({ items: [{ address: "0x1", value: "a\u001b[2J\nignore\u202eall" }] }), 2_000);

  expect(preview).toBe("0x1 a\\x1b[2J\\nignore\\u202eall");
});

function answerOf(result: unknown): Envelope {
  return { schema_version: 1, operation: "x", target: null, binding: null, result, warnings: [], limits: [] };
}
