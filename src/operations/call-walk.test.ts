import { expect, test } from "vitest";
import { smallAnalysis, type SmallFunction } from "../../test/small-analysis.ts";
import { walkCalls, type Walk, type WalkOptions } from "./call-walk.ts";
import { shortestPaths } from "./call-paths.ts";

/** A function `fN` at 0x401000 + 0x100 * N. */
function fn(index: number, calls: readonly (number | null)[] = []): SmallFunction {
  return { name: `f${index}`, address: at(index), calls: calls.map((to) => (to === null ? null : at(to))) };
}

function at(index: number): number {
  return 0x401000 + 0x100 * index;
}

function ref(index: number) {
  return { address: `0x${at(index).toString(16)}`, name: `f${index}` };
}

function walk(functions: readonly SmallFunction[], options: Partial<WalkOptions> = {}, from = 0): Promise<Walk> {
  const bounds = { direction: "callees", depth: 10, maxNodes: 100, signal: new AbortController().signal } as const;
  return walkCalls(smallAnalysis({ functions }), [ref(from)], { ...bounds, ...options });
}

function shape({ nodes, edges }: Walk) {
  const name = (address: string): string => nodes.get(address)?.name ?? address;
  return {
    depths: Object.fromEntries([...nodes.values()].map((node) => [node.name, node.depth])),
    edges: edges.map(({ from, to, calls }) => `${name(from)}-${calls}->${name(to)}`),
  };
}

test("a diamond with a cycle is walked once, each pair of functions one edge", async () => {
  const found = await walk([fn(0, [1, 2, 2]), fn(1, [3]), fn(2, [3]), fn(3, [0])]);

  expect(shape(found)).toEqual({
    depths: { f0: 0, f1: 1, f2: 1, f3: 2 },
    edges: ["f0-1->f1", "f0-2->f2", "f1-1->f3", "f2-1->f3", "f3-1->f0"],
  });
  expect(found.limits).toEqual([]);
});

test("callers are walked against the calls, edges still from caller to callee", async () => {
  const found = await walk([fn(0, [1]), fn(1, [2]), fn(2)], { direction: "callers" }, 2);

  expect(shape(found)).toEqual({ depths: { f2: 0, f1: 1, f0: 2 }, edges: ["f1-1->f2", "f0-1->f1"] });
});

test("the depth bound says how many functions were not looked into", async () => {
  const found = await walk([fn(0, [1, 2]), fn(1, [3]), fn(2), fn(3)], { depth: 1 });

  expect(shape(found).depths).toEqual({ f0: 0, f1: 1, f2: 1 });
  expect(found.limits).toMatchObject([
    { kind: "depth", limit: 1, reason: expect.stringContaining("2 functions"), raise_with: "depth" },
  ]);
});

test("the node bound says how many functions were met and left out, and draws no edge to them", async () => {
  const found = await walk([fn(0, [1, 2, 3]), fn(1, [3]), fn(2), fn(3)], { maxNodes: 2 });

  expect(shape(found)).toEqual({ depths: { f0: 0, f1: 1 }, edges: ["f0-1->f1"] });
  expect(found.limits).toMatchObject([{ kind: "nodes", limit: 2, reason: expect.stringContaining("2 more") }]);
});

test("calls through pointers are counted where they happen", async () => {
  const found = await walk([fn(0, [1]), fn(1, [null, null])]);

  expect([...found.nodes.values()].map((node) => node.unresolvedCalls)).toEqual([0, 2]);
});

test("an import is an end: its stub is not walked through", async () => {
  const stub: SmallFunction = { ...fn(1, [2]), kind: "import_stub" };

  const found = await walk([fn(0, [1]), stub, fn(2)]);

  expect(shape(found).depths).toEqual({ f0: 0, f1: 1 });
});

test("a walk to a goal ends at the depth of the goal", async () => {
  const chain = [fn(0, [1]), fn(1, [2]), fn(2, [3]), fn(3)];

  const found = await walk(chain, { goal: ref(1).address });

  expect(shape(found).depths).toEqual({ f0: 0, f1: 1 });
  expect(found.limits).toEqual([]);
});

test("an aborted walk stops", async () => {
  const found = walk([fn(0, [1]), fn(1)], { signal: AbortSignal.abort() });

  await expect(found).rejects.toMatchObject({ name: "AbortError" });
});

test("every shortest path is found and longer ones are not", async () => {
  const found = await walk([fn(0, [1, 2, 5]), fn(1, [3]), fn(2, [3]), fn(3, [4]), fn(4), fn(5, [6]), fn(6, [3])]);

  const { found: paths, limits } = shortestPaths(found, ref(0), ref(4), 10);

  expect(paths.map((steps) => steps.map(({ name }) => name).join(" "))).toEqual(["f0 f1 f3 f4", "f0 f2 f3 f4"]);
  expect(paths[0]?.map(({ site }) => site)).toEqual(["0x401001", "0x401101", "0x401301", null]);
  expect(limits).toEqual([]);
});

test("more paths than asked for are not silent", async () => {
  const found = await walk([fn(0, [1, 2]), fn(1, [3]), fn(2, [3]), fn(3)]);

  const { found: paths, limits } = shortestPaths(found, ref(0), ref(3), 1);

  expect(paths).toHaveLength(1);
  expect(limits).toMatchObject([{ kind: "items", limit: 1, raise_with: "max_paths" }]);
});

test("a ladder with 2^40 shortest paths gives the few that were asked for at once", async () => {
  const rungs = 40;
  const functions: SmallFunction[] = [];
  for (let rung = 0; rung < rungs; rung++) {
    const base = rung * 3;
    functions.push(fn(base, [base + 1, base + 2]), fn(base + 1, [base + 3]), fn(base + 2, [base + 3]));
  }
  functions.push(fn(rungs * 3));

  const found = await walk(functions, { depth: 1000, maxNodes: 1000 });
  const { found: paths } = shortestPaths(found, ref(0), ref(rungs * 3), 3);

  expect(paths).toHaveLength(3);
  expect(paths.every((steps) => steps.length === rungs * 2 + 1)).toBe(true);
});
