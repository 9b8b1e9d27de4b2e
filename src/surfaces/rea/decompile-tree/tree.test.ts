import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { smallAnalysis, type SmallFunction } from "../../../../test/small-analysis.ts";
import { Failure } from "../../../base/failure.ts";
import type { PseudocodeFact } from "../../../contracts/facts.ts";
import type { Analysis } from "../../../providers/provider.ts";
import { decompileTree } from "./tree.ts";

const FUNCTIONS: readonly SmallFunction[] = [
  { name: "main", address: 0x401000, calls: [0x401100, 0x401200] },
  { name: "bad", address: 0x401100 },
  { name: "../../etc/passwd\n| **x** | [a](b)", address: 0x401200 },
];

interface Decompiling {
  readonly functions?: readonly SmallFunction[];
  readonly key?: string;
  /** Addresses that were decompiled; grows. */
  readonly asked?: bigint[];
}

function program({ functions = FUNCTIONS, key = "key", asked = [] }: Decompiling): Analysis {
  const small = smallAnalysis({ functions });
  return {
    ...small,
    pseudocodeKey: async () => key,
    pseudocode: async (procedures, { each }) => {
      for (const address of procedures) {
        asked.push(address);
        const info = await small.procedure(address);
        const failure = new Failure("decompile_too_complex", "too much");
        if (info?.name === "bad") await each(address, { kind: "failed", failure });
        else await each(address, { kind: "text", fact: factOf(address, info?.name ?? "") });
      }
    },
  };
}

function factOf(address: bigint, name: string): PseudocodeFact {
  return {
    ...{ address: `0x${address.toString(16)}`, name, text: "int f(void)\n{\n  g();\n}\n", lines: [] },
    signature: { return_type: "int", convention: "__stdcall", variadic: false, no_return: false },
    ...{ parameters: [], locals: [], callees: [], strings: [] },
    names: [{ identifier: "g", name: "ns::g*/\n", address: "0x1" }],
    warnings: [{ message: "Removing unreachable block", address: "0x2" }],
    decompiler: { name: "fake", version: "1" },
  };
}

function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "rea-tree-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function write(output: string, decompiling: Decompiling = {}): Promise<unknown> {
  const context = { analysis: program(decompiling), signal: new AbortController().signal, progress: () => {} };
  return (await decompileTree.prepare({ output })(context)).result;
}

function filesIn(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => !entry.isDirectory());
  return files.map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name))).sort();
}

test("each function is a file, and an index, a page and the calls lead to them", async () => {
  const folder = newFolder();

  const result = await write(folder);

  expect(filesIn(folder)).toEqual([
    "README.md",
    "calls.dot",
    "functions/0x401000-main.c",
    "functions/0x401200-etc-passwd-x-a-b.c",
    "index.json",
  ]);
  expect(result).toEqual({
    ...{ directory: folder, functions: 3, written: 2, kept: 0 },
    failures: [{ address: "0x401100", name: "bad", code: "decompile_too_complex", message: "too much" }],
  });
  const index: unknown = JSON.parse(readFileSync(path.join(folder, "index.json"), "utf8"));
  expect(index).toMatchObject({
    complete: true,
    functions: [
      { name: "main", file: "functions/0x401000-main.c", callees: [{ name: "bad" }, { address: "0x401200" }] },
      { name: "bad", file: null, failure: { code: "decompile_too_complex" } },
      { address: "0x401200", callees: [] },
    ],
  });
  expect(readFileSync(path.join(folder, "calls.dot"), "utf8")).toContain('"0x401000" -> "0x401200";');
});

test("what the sample calls its things cannot leave a comment, a row of the page or a label", async () => {
  const folder = newFolder();

  await write(folder);

  const page = readFileSync(path.join(folder, "README.md"), "utf8");
  const row = page.split("\n").filter((line) => line.includes("0x401200"));
  expect(row).toHaveLength(1);
  expect(row[0]).toContain(
    "[../../etc/passwd&#92;n&#124; &#42;&#42;x&#42;&#42; &#124; &#91;a&#93;(b)](functions/0x401200-etc-passwd-x-a-b.c)",
  );
  expect(readFileSync(path.join(folder, "functions/0x401200-etc-passwd-x-a-b.c"), "utf8")).toMatch(
    /^\/\/ \.\.\/\.\.\/etc\/passwd\\n.* at 0x401200\n\/\/ made from [0-9a-f]{32}\nint f\(void\)\n\{\n {2}g\(\);\n\}\n\/\/ g is ns::g\*\/\\n\n\/\/ warning: Removing unreachable block \(0x2\)\n$/u,
  );
});

test("a later run keeps what is still right and tries again what failed", async () => {
  const folder = newFolder();
  await write(folder);
  const [kept, changed]: bigint[][] = [[], []];

  const again = await write(folder, { asked: kept ?? [] });
  const other = await write(folder, { asked: changed ?? [], key: "other" });

  expect(again).toMatchObject({ written: 0, kept: 2 });
  expect(kept).toEqual([0x401100n]);
  expect(other).toMatchObject({ written: 2, kept: 0 });
  expect(changed).toHaveLength(3);
});

test("a run that was cut short leaves whole files and an index that says that it is not complete", async () => {
  const folder = newFolder();
  const analysis: Analysis = {
    ...program({}),
    pseudocode: async (_procedures, { each }) => {
      await each(0x401000n, { kind: "text", fact: factOf(0x401000n, "main") });
      throw new Failure("interrupted", "enough");
    },
  };
  const context = { analysis, signal: new AbortController().signal, progress: () => {} };

  await expect(decompileTree.prepare({ output: folder })(context)).rejects.toMatchObject({ code: "interrupted" });
  const asked: bigint[] = [];
  await write(folder, { asked });

  expect(asked).toEqual([0x401100n, 0x401200n]);
  expect(filesIn(folder)).toHaveLength(5);
});

test("a folder with other files in it is left alone", async () => {
  const folder = newFolder();
  writeFileSync(path.join(folder, "thesis.txt"), "mine");

  await expect(write(folder)).rejects.toMatchObject({ code: "output_unwritable" });
  expect(filesIn(folder)).toEqual(["thesis.txt"]);
});

// /proc says that there is no such file, which must not be tried again for ever.
test.runIf(process.platform === "linux")("a folder that cannot be made is told", async () => {
  await expect(write("/proc/no-such-tree")).rejects.toMatchObject({ code: "output_unwritable" });
});

test("links in the folder are not followed", async () => {
  const [folder, elsewhere] = [newFolder(), newFolder()];
  await write(folder);
  const victim = path.join(elsewhere, "victim");
  writeFileSync(victim, "mine");
  rmSync(path.join(folder, "functions/0x401000-main.c"));
  symlinkSync(victim, path.join(folder, "functions/0x401000-main.c"));

  await write(folder);

  expect(readFileSync(victim, "utf8")).toBe("mine");
  rmSync(path.join(folder, "functions"), { recursive: true });
  symlinkSync(elsewhere, path.join(folder, "functions"));
  await expect(write(folder)).rejects.toMatchObject({ code: "output_unwritable" });
});
