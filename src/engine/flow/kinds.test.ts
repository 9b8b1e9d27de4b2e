/** The numbers of edges and references are places in the lists of their names. */
import { expect, test } from "vitest";
import { EDGE_KINDS, REFERENCE_KINDS } from "../program.ts";
import { EDGE } from "./block-rows.ts";
import { KIND } from "./reference-rows.ts";

test("each number of an edge names its kind", () => {
  const names = [EDGE.fallThrough, EDGE.jump, EDGE.branch, EDGE.switch, EDGE.callReturn, EDGE.exception].map(
    (kind) => EDGE_KINDS[kind],
  );

  expect(names).toEqual(["fall_through", "jump", "branch", "switch", "call_return", "exception"]);
});

test("each number of a reference names its kind", () => {
  for (const [name, kind] of Object.entries(KIND)) expect(REFERENCE_KINDS[kind]).toBe(name);
  expect(Object.keys(KIND)).toHaveLength(REFERENCE_KINDS.length);
});
