import { expect, test } from "vitest";
import { smallAnalysis } from "../../test/small-analysis.ts";
import { Failure } from "../base/failure.ts";
import type { PseudocodeFact } from "../contracts/facts.ts";
import type { Analysis } from "../providers/provider.ts";
import { analyzeFunction } from "./analyze-function.ts";
import { batchDecompile, type DecompiledItem } from "./batch-decompile.ts";
import { procedurePseudoCode } from "./procedure-pseudo-code.ts";

const FUNCTIONS = [
  { name: "main", address: 0x401000 },
  { name: "slow", address: 0x401100 },
  { name: "usage", address: 0x401200 },
];

/** Decompiles everything but `slow`, the last function first. */
function program(options: { readonly missing?: boolean } = {}): Analysis {
  return {
    ...smallAnalysis({ functions: FUNCTIONS }),
    pseudocode: async (procedures, { each }) => {
      if (options.missing === true) throw new Failure("decompiler_missing", "none here");
      for (const address of [...procedures].reverse()) {
        const failure = new Failure("decompile_timeout", "slow was not decompiled");
        await each(
          address,
          address === 0x401100n ? { kind: "failed", failure } : { kind: "text", fact: factOf(address) },
        );
      }
    },
  };
}

function factOf(address: bigint): PseudocodeFact {
  return {
    ...{ address: `0x${address.toString(16)}`, name: "f", text: "int f(void)\n{\n}\n", lines: [] },
    signature: { return_type: "int", convention: "__stdcall", variadic: false, no_return: false },
    ...{ parameters: [], locals: [], callees: [], strings: [], names: [], warnings: [] },
    decompiler: { name: "fake", version: "1" },
  };
}

function contextOf(analysis: Analysis) {
  return { analysis, signal: new AbortController().signal, progress: () => {} };
}

async function batch(input: Record<string, unknown>): Promise<{ items: DecompiledItem[]; page: unknown }> {
  const { result, page } = await batchDecompile.prepare(input)(contextOf(program()));
  // The operation's schema vouches for it.
  return { items: (result as { items: DecompiledItem[] }).items, page };
}

test("functions come in the order asked for, each with its C or with what is wrong with it", async () => {
  const { items, page } = await batch({ procedures: ["usage", "nonesuch", "0x401108", "main"] });

  expect(items.map(({ name, address, failure }) => [name, address, failure?.code])).toEqual([
    ["usage", "0x401200", undefined],
    ["nonesuch", null, "function_not_found"],
    ["slow", "0x401100", "decompile_timeout"],
    ["main", "0x401000", undefined],
  ]);
  expect(items[0]?.pseudocode?.text).toContain("int f(void)");
  expect(items[2]?.pseudocode).toBeNull();
  expect(page).toMatchObject({ order: "as_requested", total: 4, has_more: false });
});

test("without a selection every function comes, a page at a time, by address", async () => {
  const { items, page } = await batch({ limit: 2, offset: 1 });

  expect(items.map(({ name }) => name)).toEqual(["slow", "usage"]);
  expect(page).toMatchObject({ order: "address_ascending", total: 3, returned: 2, has_more: false });
});

test("one function that cannot be decompiled is a failure", async () => {
  const asking = procedurePseudoCode.prepare({ procedure: "slow" })(contextOf(program()));

  await expect(asking).rejects.toMatchObject({ code: "decompile_timeout" });
});

test("without a decompiler many functions fail alike, at once", async () => {
  const asking = batchDecompile.prepare({})(contextOf(program({ missing: true })));

  await expect(asking).rejects.toMatchObject({ code: "decompiler_missing" });
});

test("a dossier has the C of its function, or everything else and a warning that says why there is none", async () => {
  const { result } = await analyzeFunction.prepare({ procedure: "main" })(contextOf(program()));
  const lacking = await analyzeFunction.prepare({ procedure: "main" })(contextOf(program({ missing: true })));
  const unasked = await analyzeFunction.prepare({ procedure: "main", pseudocode: false })(contextOf(program()));

  expect(result).toMatchObject({ info: { name: "main" }, pseudocode: { text: "int f(void)\n{\n}\n" } });
  expect(lacking.result).toMatchObject({ info: { name: "main" }, pseudocode: null });
  expect(lacking.warnings).toEqual([{ code: "decompiler_missing", message: "no pseudocode: none here" }]);
  expect(unasked).toMatchObject({ result: { pseudocode: null }, warnings: [] });
});
