import { describe, expect, test } from "vitest";
import type { DecompileOutcome, ProgramFeed } from "../../src/providers/embedded/decompiler/protocol.ts";
import { ask, builtDecompiler, CODE_BASE, feedOfCode, withDecompiler } from "../decompiler.ts";
import * as hostile from "./hostile-code.ts";
import { Random } from "./mutator.ts";

const decompiler = await builtDecompiler();
const isBuilt = decompiler !== undefined;

/** Milliseconds. */
const DEADLINE = 5_000;

/** For the start of the thread, which the deadline does not count, on a machine that has other work. */
const START = 15_000;

const random = new Random(7);

const PROGRAMS: readonly (readonly [name: string, feed: ProgramFeed])[] = [
  ["jumps into instructions", feedOfCode(hostile.jumpsIntoInstructions())],
  ["opaque predicates", feedOfCode(hostile.opaquePredicates())],
  ["flattened control flow", feedOfCode(hostile.flattenedControlFlow())],
  ["a function of 50,000 blocks", feedOfCode(hostile.manyBlocks(50_000))],
  ["a function of 100,000 blocks", feedOfCode(hostile.manyBlocks(100_000))],
  ["a jump table that is the code itself", feedOfCode(hostile.selfReferencingJumpTable())],
  ["two thunks that lead to each other", feedOfCode(hostile.thunkRing(2), [0, 5])],
  [
    "a ring of 5,000 thunks",
    feedOfCode(
      hostile.thunkRing(5000),
      Array.from({ length: 5000 }, (_, index) => index * 5),
    ),
  ],
  ["10,000 nested tests", feedOfCode(hostile.deepNesting(10_000))],
  ["40,000 instructions in one block", feedOfCode(hostile.straightLine(20_000))],
  ["calls of itself", feedOfCode(hostile.callsItself(), [0, 2505])],
  ["noise", feedOfCode(hostile.noise(20_000, (bound) => random.next(bound)))],
  ["a jump to itself", feedOfCode(Uint8Array.of(0xeb, 0xfe))],
  ["a function past the end of the file", { ...feedOfCode(Uint8Array.of(0xc3)), regions: [] }],
];

describe.skipIf(!isBuilt)("hostile code", () => {
  test.each(PROGRAMS)("%s ends within its deadline with a typed answer", async (_name, feed) => {
    if (!isBuilt) return;
    const started = performance.now();

    const outcome = await withDecompiler(decompiler, feed, (pool) => ask(pool, CODE_BASE, DEADLINE));

    expect(performance.now() - started).toBeLessThan(DEADLINE + START);
    expectTyped(outcome);
  });

  test.each([
    ["a keyword", "while"],
    ["a type", "int"],
    ["a line break and a comment's end", "f(void) { }\n*/ int evil(void) {"],
    ["an empty name", ""],
    ["ten million characters", "x".repeat(10_000_000)],
    ["other letters", "größe"],
  ])("%s as the name of a function harms nothing", async (_what, name) => {
    if (!isBuilt) return;
    const feed = feedOfCode(Uint8Array.of(0x8d, 0x47, 0x01, 0xc3));
    const named = { ...feed, functions: feed.functions.map((fed) => ({ ...fed, name })) };

    const outcome = await withDecompiler(decompiler, named, (pool) => ask(pool, CODE_BASE, DEADLINE));

    expect(outcome).toMatchObject({ kind: "text" });
    if (outcome.kind !== "text") return;
    expect(outcome.text).toMatch(/^int \w+\(int param_1\)\n\n\{\n  return param_1 \+ 1;\n\}\n$/u);
  });

  test("declarations that are none harm nothing", async () => {
    if (!isBuilt) return;
    const feed = feedOfCode(Uint8Array.of(0x8d, 0x47, 0x01, 0xc3));
    const broken = [
      "",
      ";",
      "(",
      "struct",
      "struct {",
      "typedef",
      "int f(",
      "int (*)(",
      "#include <stdio.h>",
      "*/",
      "\0",
    ];
    const long = `struct deep { ${"struct { ".repeat(5000)} int x; ${"};".repeat(5000)} };`;
    const wide = `int f(${"int (*a)(int), ".repeat(5000)} int z)`;
    const types = [...broken, long, "struct s { struct s inside; };", "typedef void nothing[0];"];
    const prototypes = [...broken, long, wide, "struct never f(struct never x)", "int x", "void"];
    const functions = prototypes.map((prototype, index) => ({
      address: CODE_BASE + BigInt(index),
      name: `f${index}`,
      noReturn: false,
      prototype,
    }));

    const outcome = await withDecompiler(decompiler, { ...feed, types, functions }, (pool) =>
      ask(pool, CODE_BASE, DEADLINE),
    );

    expect(outcome).toMatchObject({ kind: "text" });
  });
});

function expectTyped(outcome: DecompileOutcome): void {
  if (outcome.kind === "text") {
    expect(outcome.text).toMatch(/^\w/u);
    return;
  }
  expect(["work_limit", "deadline", "decompiler_error", "not_a_function", "trap"]).toContain(outcome.reason);
  expect(outcome.message).not.toBe("");
}
