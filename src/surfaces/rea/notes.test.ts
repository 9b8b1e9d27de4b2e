import { expect, test } from "vitest";
import { pageOf, type Page } from "../../contracts/page.ts";
import { cautions, pageNote } from "./notes.ts";
import { PLAIN } from "./text/style.ts";

const NOUN = ["string", "strings"] as const;

function page(offset: number, limit: number | null, returned: number, total: number | null, more = false): Page {
  return pageOf("address_ascending", { offset, limit }, returned, total, more);
}

test.each([
  ["all of one", page(0, 100, 1, 1), "1 string"],
  ["all of some", page(0, 100, 7, 7), "7 strings"],
  ["the first", page(0, 5, 5, 7), "1 to 5 of 7 strings: --offset 5 shows the next, --all shows every one"],
  ["the last", page(5, 5, 2, 7), "6 to 7 of 7 strings"],
  ["none beyond the end", page(9, 5, 0, 7), undefined],
  ["an unknown total", page(0, 5, 5, null, true), "1 to 5 strings: --offset 5 shows the next, --all shows every one"],
  ["an empty list", page(0, 5, 0, 0), undefined],
])("%s", (_what, given, note) => {
  expect(pageNote(given, NOUN)).toBe(note);
});

test("each bound names the flag that raises it, and what the sample says is escaped", () => {
  const lines = cautions(
    {
      schema_version: 1,
      operation: "trace_feature",
      target: null,
      binding: null,
      result: {},
      warnings: [{ code: "odd", message: "odd \u001b[31m" }],
      limits: [
        { kind: "nodes", limit: 200, reason: "more functions were left out", raise_with: "max_nodes" },
        { kind: "scan", limit: 10, reason: "stopped", raise_with: null },
      ],
    },
    PLAIN,
  );

  expect(lines).toEqual([
    "limit: more functions were left out (raise it with --max-nodes)",
    "limit: stopped",
    "warning: odd \\x1b[31m",
  ]);
});
