import { expect, test } from "vitest";
import { z } from "zod";
import { Failure } from "../base/failure.ts";
import type { Analysis } from "../providers/provider.ts";
import { operation, type TargetContext } from "./operation.ts";
import { runOperation } from "./run.ts";

const target = {
  path: "./sample",
  sha256: "0".repeat(64),
  format: "elf",
  architecture: "x86_64",
  image_base: "0x400000",
};
const binding = {
  provider: { id: "embedded", version: "1" },
  selection_source: "auto-embedded",
  profile_digest: "",
} as const;

/** An operation that answers what `work` answers. */
function probe(work: (context: TargetContext) => Promise<number>) {
  return operation({
    name: "probe",
    family: "overview",
    summary: "Probe",
    description: "Probe.",
    input: z.object({ depth: z.int().default(1).describe("Depth.") }),
    output: z.number(),
    positional: [],
    examples: [],
    readOnly: true,
    run: async (_input, context) => ({ result: await work(context) }),
  });
}

function analysis(): Analysis {
  // The runner looks at nothing else of an analysis.
  return { target, binding } as Analysis;
}

const forever = (): Promise<never> => new Promise(() => {});

test("an answer is wrapped in the envelope of its target and binding", async () => {
  const answer = await runOperation({ operation: probe(async () => 7), input: {}, open: analysis });

  expect(answer).toEqual({
    ok: true,
    envelope: { schema_version: 1, operation: "probe", target, binding, result: 7, warnings: [], limits: [] },
  });
});

test("a bad argument is refused before the target is opened", async () => {
  let opened = false;
  const open = (): Analysis => {
    opened = true;
    return analysis();
  };

  const answer = await runOperation({ operation: probe(async () => 7), input: { dept: 2 }, open });

  expect(answer).toMatchObject({ ok: false, failure: { code: "invalid_arguments" } });
  expect(answer.ok ? "" : answer.failure.message).toContain("dept");
  expect(opened).toBe(false);
});

test("work that outlasts its deadline is a timeout, even when it ignores the signal", async () => {
  const answer = await runOperation({ operation: probe(forever), input: {}, open: analysis, timeoutMs: 5 });

  expect(answer).toMatchObject({ ok: false, failure: { code: "operation_timeout", details: { timeout_ms: 5 } } });
});

test("the deadline covers opening", async () => {
  const answer = await runOperation({ operation: probe(async () => 7), input: {}, open: forever, timeoutMs: 5 });

  expect(answer).toMatchObject({ ok: false, failure: { code: "operation_timeout" } });
});

test("a caller who aborts gets interrupted, whatever error the work makes of it", async () => {
  const caller = new AbortController();
  const work = probe(({ signal }) => {
    const failed = new Promise<number>((_resolve, reject) => {
      signal.addEventListener("abort", () => reject(new Error("worker died")), { once: true });
    });
    setTimeout(() => caller.abort(), 1);
    return failed;
  });

  const answer = await runOperation({ operation: work, input: {}, open: analysis, signal: caller.signal });

  expect(answer).toMatchObject({ ok: false, failure: { code: "interrupted" } });
});

test("a signal that is aborted already starts nothing", async () => {
  const open = (): Analysis => {
    throw new Error("opened");
  };

  const answer = await runOperation({
    operation: probe(async () => 7),
    input: {},
    open,
    signal: AbortSignal.abort(),
  });

  expect(answer).toMatchObject({ ok: false, failure: { code: "interrupted" } });
});

test("an expected failure passes as it is; anything else is internal and keeps its cause", async () => {
  const expected = new Failure("name_not_found", "nothing is called frob");
  const bug = new TypeError("x is undefined");

  const first = await runOperation({ operation: probe(() => Promise.reject(expected)), input: {}, open: analysis });
  const second = await runOperation({ operation: probe(() => Promise.reject(bug)), input: {}, open: analysis });

  expect(first).toEqual({ ok: false, failure: expected });
  expect(second).toMatchObject({
    ok: false,
    failure: { code: "internal_error", message: "x is undefined", cause: bug },
  });
});

test("a finished operation leaves no listener on the caller's signal", async () => {
  const caller = new AbortController();
  let listeners = 0;
  const add = caller.signal.addEventListener.bind(caller.signal);
  const remove = caller.signal.removeEventListener.bind(caller.signal);
  caller.signal.addEventListener = (...all: Parameters<typeof add>) => {
    listeners++;
    add(...all);
  };
  caller.signal.removeEventListener = (...all: Parameters<typeof remove>) => {
    listeners--;
    remove(...all);
  };

  await runOperation({ operation: probe(async () => 7), input: {}, open: analysis, signal: caller.signal });

  expect(listeners).toBe(0);
});
